import Lengths

/// The conversation's messages by handle: records of those that were looked at, sources of the
/// rest, and the way from a name to a handle.
///
/// Nothing here is proportional to the conversation in one edit: handles of a source are a run of
/// numbers, names of a long source are asked of it, and the map of all other names is split into
/// shards so that growing rehashes a 256th of it.
struct MessageStore {
  /// Messages of one source and the handles they have.
  private struct Run {
    var firstHandle: UInt32
    var source: any MessageSource
  }

  /// Below this many records none is dropped.
  static let recordLimit = 4_096

  /// A source with more messages than this is asked for names; those of a shorter one are kept.
  static let pageLimit = 1_024

  private var runs: [Run] = []
  /// Which runs are of long sources.
  private var longRuns: [Int] = []
  private(set) var records: [UInt32: ItemRecord] = [:]
  private var shards: [[MessageID: UInt32]] = Array(repeating: [:], count: 256)
  /// The handle that the next message gets.
  private(set) var nextHandle: UInt32 = 0
  /// How many records there may be before the stale ones are looked for: twice what was left then,
  /// so that looking costs no more than making them did.
  private var dropThreshold = recordLimit

  /// Gives the messages of `source` handles.
  mutating func add(_ source: any MessageSource) -> Range<UInt32> {
    let first = nextHandle
    guard source.count > 0 else { return first..<first }
    runs.append(Run(firstHandle: first, source: source))
    nextHandle += UInt32(source.count)
    if source.count <= Self.pageLimit {
      // Pages are many: their names are looked up together.
      for index in 0..<source.count {
        let id = source.id(at: index)
        shards[shard(of: id)][id] = first + UInt32(index)
      }
    } else {
      longRuns.append(runs.count - 1)
    }
    return first..<nextHandle
  }

  /// Gives a single message a handle.
  mutating func addSingle(_ id: MessageID) -> UInt32 {
    let handle = nextHandle
    nextHandle += 1
    shards[shard(of: id)][id] = handle
    return handle
  }

  /// The handle of the message named `id`, which may have been taken out of the layout since.
  func handles(of id: MessageID) -> [UInt32] {
    var found: [UInt32] = []
    if let handle = shards[shard(of: id)][id] { found.append(handle) }
    for place in longRuns {
      let run = runs[place]
      if let index = run.source.index(of: id) { found.append(run.firstHandle + UInt32(index)) }
    }
    return found.filter { records[$0].map { $0.id == id } ?? true }
  }

  /// How many places a name may have to be looked for in.
  var sourceCount: Int { longRuns.count + 1 }

  /// The message's name.
  func id(of handle: UInt32) -> MessageID? {
    if let record = records[handle] { return record.id }
    return place(of: handle).map { $0.source.id(at: $0.index) }
  }

  /// Where in which source the message is; nil for a single one.
  func place(of handle: UInt32) -> (source: any MessageSource, index: Int)? {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].firstHandle <= handle { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let run = runs[low - 1]
    let index = Int(handle - run.firstHandle)
    return index < run.source.count ? (run.source, index) : nil
  }

  func record(_ handle: UInt32) -> ItemRecord? { records[handle] }
  mutating func setRecord(_ record: ItemRecord) { records[record.handle] = record }
  mutating func removeRecord(_ handle: UInt32) {
    guard let record = records.removeValue(forKey: handle) else { return }
    let shard = shard(of: record.id)
    if shards[shard][record.id] == handle { shards[shard][record.id] = nil }
  }

  /// Gives the record another name.
  mutating func rename(_ record: ItemRecord, to id: MessageID) {
    let old = shard(of: record.id)
    if shards[old][record.id] == record.handle { shards[old][record.id] = nil }
    record.rename(to: id)
    shards[shard(of: id)][id] = record.handle
  }

  /// Forgets everything; handles start anew.
  mutating func removeAll() {
    runs.removeAll()
    longRuns.removeAll()
    records.removeAll(keepingCapacity: true)
    for index in shards.indices { shards[index].removeAll(keepingCapacity: true) }
    nextHandle = 0
    dropThreshold = Self.recordLimit
  }

  /// Drops records that can be made anew and were not looked at since frame `frame`; `body` gets
  /// the handle of each.
  ///
  /// - Parameter whatever: Whether it is done however few there are.
  mutating func dropStaleRecords(
    before frame: Int,
    whatever: Bool = false,
    _ body: (UInt32) -> Void
  ) {
    guard records.count > dropThreshold || whatever else { return }
    records = records.filter { handle, record in
      guard record.isReplaceable, record.lastUsed < frame else { return true }
      body(handle)
      return false
    }
    dropThreshold = max(Self.recordLimit, 2 * records.count)
  }

  /// The shard of a name: by the bytes of the name and not by Swift's hash, which is another one in
  /// every process, so that as much memory is asked for in each (FNV-1a).
  private func shard(of id: MessageID) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in id.rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: (hash ^ hash >> 32) & 255)
  }
}
