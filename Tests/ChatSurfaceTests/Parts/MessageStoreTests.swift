import ChatSurface
import MarkdownBlocks
import Testing
import Timebase

/// Names and handles of messages, against a table of those that there are.
@Suite struct MessageStoreTests {
  /// A message that is there.
  private struct Known {
    var id: MessageID
    /// Its source, by number, and its place there; nil for a single one.
    var place: (source: Int, index: Int)?
  }

  private func record(_ handle: UInt32, _ id: MessageID) -> ItemRecord {
    ItemRecord(
      handle: handle,
      message: Message(id: id, role: .user, text: ""),
      text: MessageText(rule: .incremental, parser: MarkdownParser()),
      isReplaceable: true
    )
  }

  private func source(_ number: Int, count: Int) -> ListedMessages {
    ListedMessages(
      (0..<count).map { index in
        Message(id: MessageID(rawValue: "s\(number)-\(index)"), role: .user, text: "")
      }
    )
  }

  /// Pages, a source that is asked for its names, single messages, records, names that change and
  /// messages that go: every name leads to its handle and back, and in the end nothing is left.
  @Test(arguments: [0, 1, 2, 3] as [UInt64])
  func everyNameLeadsToItsHandleAndBack(round: UInt64) {
    var random = SeededGenerator(seed: PropertySettings.seed, index: round)
    var store = MessageStore()
    var known: [UInt32: Known] = [:]
    var gone: [MessageID] = []
    var sources = 0
    var names = 0
    for step in 0..<PropertySettings.iterations(150) {
      let handles = known.keys.sorted()
      switch random.nextIndex(below: known.isEmpty ? 3 : 9) {
      case 0:
        names += 1
        let id = MessageID(rawValue: "single-\(names)")
        let handle = store.addSingle(id)
        store.setRecord(record(handle, id))
        #expect(known.updateValue(Known(id: id), forKey: handle) == nil, "given out twice")
      case 1, 2:
        let isLong = random.nextIndex(below: 12) == 0
        let count = isLong ? MessageStore.pageLimit + 6 : 1 + random.nextIndex(below: 60)
        let source = source(sources, count: count)
        for (index, handle) in store.add(source).enumerated() {
          let entry = Known(id: source.id(at: index), place: (sources, index))
          #expect(known.updateValue(entry, forKey: handle) == nil, "given out twice")
        }
        sources += 1
      case 3:
        let handle = handles[random.nextIndex(below: handles.count)]
        store.setRecord(record(handle, known[handle]?.id ?? "none"))
      case 4:
        let handle = handles[random.nextIndex(below: handles.count)]
        guard let record = store.record(handle) else { continue }
        names += 1
        gone.append(record.id)
        store.rename(record, to: MessageID(rawValue: "renamed-\(names)"))
        known[handle]?.id = record.id
      case 5: store.releaseHandles()
      default:
        let first = random.nextIndex(below: handles.count)
        for handle in handles[first...].prefix(1 + random.nextIndex(below: 80)) {
          store.remove(handle)
          if let entry = known.removeValue(forKey: handle) { gone.append(entry.id) }
        }
      }
      store.checkInvariants()
      guard step % 8 == 0 else { continue }
      for (handle, entry) in known {
        let (id, found) = (store.id(of: handle), store.handles(of: entry.id))
        let index = store.source(of: handle)?.index
        #expect(id == entry.id && found == [handle] && index == entry.place?.index)
      }
      for id in gone.suffix(40) {
        let found = store.handles(of: id)
        #expect(found.allSatisfy { known[$0] == nil }, "\(id.rawValue) is gone")
      }
    }
    for handle in known.keys.sorted() { store.remove(handle) }
    store.releaseHandles()
    let census = store.census
    #expect(census.sources == 0 && census.names == 0 && census.records == 0, "\(census)")
    store.checkInvariants()
  }

  /// Records that can be made anew go when they were not looked at; those of the last frame stay.
  @Test func recordsThatNobodyLooksAtGo() {
    var store = MessageStore()
    let handles = store.add(source(0, count: 100))
    for handle in handles {
      let record = record(handle, MessageID(rawValue: "s0-\(handle - handles.lowerBound)"))
      record.use(inFrame: Int(handle) % 3)
      store.setRecord(record)
    }
    var dropped: [UInt32] = []
    store.dropStaleRecords(before: 2) { dropped.append($0) }
    #expect(dropped.isEmpty, "few records cost nothing")
    store.dropStaleRecords(before: 2, whatever: true) { dropped.append($0) }
    #expect(Set(dropped) == Set(handles.filter { $0 % 3 < 2 }))
    for handle in handles {
      let isGone = store.record(handle) == nil
      #expect(isGone == (handle % 3 < 2))
      // A message without a record keeps its name.
      let id = store.id(of: handle)
      #expect(id == MessageID(rawValue: "s0-\(handle - handles.lowerBound)"))
    }
  }
}
