/// The conversation's messages by handle: records of those that were looked at, sources of the
/// rest, and the way from a name to a handle.
///
/// Nothing here is proportional to the conversation in one edit: handles of a source are a run of
/// numbers, names of a long source are asked of it, and the map of all other names is split into
/// shards so that growing rehashes a 256th of it. A message that is removed leaves nothing behind: its
/// name and its record go, its handle is given out again; a source goes with the last of its messages.
///
/// Not copyable: a call on a part of a surface is to take and give back no reference of what it holds.
package struct MessageStore: ~Copyable {
  /// Messages of one source and the handles they have.
  private struct Run {
    var firstHandle: UInt32
    var source: any MessageSource
    var live: Int
  }

  /// Below this many records none is dropped.
  package static let recordLimit = 4_096

  /// A source with more messages than this is asked for names; those of a shorter one are kept.
  package static let pageLimit = 1_024

  /// In order of their handles.
  private var runs: [Run] = []
  /// The first handles of long sources, in the order in which they came.
  private var longRuns: [UInt32] = []
  package private(set) var records: [UInt32: ItemRecord] = [:]
  private var shards: [[MessageID: UInt32]] = Array(repeating: [:], count: 256)
  private var handles = HandleSpace()
  /// How many records there may be before the stale ones are looked for: twice what was left then,
  /// so that looking costs no more than making them did.
  private var dropThreshold = recordLimit

  package init() {}

  package mutating func add(_ source: any MessageSource) -> Range<UInt32> {
    guard source.count > 0 else { return 0..<0 }
    let taken = handles.nextRun(of: source.count)
    let first = taken.lowerBound
    let run = Run(firstHandle: first, source: source, live: source.count)
    runs.insert(run, at: placeOfRun(from: first))
    if source.count <= Self.pageLimit {
      // Pages are many: their names are looked up together.
      for index in 0..<source.count {
        let id = source.id(at: index)
        shards[shard(of: id)][id] = first + UInt32(index)
      }
    } else {
      longRuns.append(first)
    }
    return taken
  }

  /// Gives a single message a handle. It needs a record before anything else is asked of it: no source
  /// knows its name.
  package mutating func addSingle(_ id: MessageID) -> UInt32 {
    let handle = handles.next()
    shards[shard(of: id)][id] = handle
    return handle
  }

  /// The handle of the message named `id`, which may have been taken out of the layout since.
  package func handles(of id: MessageID) -> [UInt32] {
    var found: [UInt32] = []
    if let handle = shards[shard(of: id)][id] { found.append(handle) }
    for first in longRuns {
      guard let run = run(of: first) else { continue }
      if let index = run.source.index(of: id) { found.append(run.firstHandle + UInt32(index)) }
    }
    return found.filter { records[$0].map { $0.id == id } ?? true }
  }

  /// The place of the first run whose handles begin at or after `handle`.
  private func placeOfRun(from handle: UInt32) -> Int {
    runs.partitionPoint { $0.firstHandle >= handle }
  }

  private func run(of first: UInt32) -> Run? {
    let place = placeOfRun(from: first)
    return place < runs.count && runs[place].firstHandle == first ? runs[place] : nil
  }

  /// How many places a name may have to be looked for in.
  package var sourceCount: Int { longRuns.count + 1 }

  package func id(of handle: UInt32) -> MessageID? {
    if let record = records[handle] { return record.id }
    return source(of: handle).map { $0.source.id(at: $0.index) }
  }

  package func source(of handle: UInt32) -> (source: any MessageSource, index: Int)? {
    guard let place = placeOfRun(with: handle) else { return nil }
    return (runs[place].source, Int(handle - runs[place].firstHandle))
  }

  private func placeOfRun(with handle: UInt32) -> Int? {
    let place = placeOfRun(from: handle + 1) - 1
    guard place >= 0, Int(handle - runs[place].firstHandle) < runs[place].source.count else {
      return nil
    }
    return place
  }

  package func record(_ handle: UInt32) -> ItemRecord? { records[handle] }
  package mutating func setRecord(_ record: ItemRecord) { records[record.handle] = record }

  /// The message is gone, and all that is known of it.
  package mutating func remove(_ handle: UInt32) {
    let place = placeOfRun(with: handle)
    let isNamed = records[handle] != nil || place.map { !isLong(runs[$0]) } ?? true
    if isNamed, let id = id(of: handle) { forgetName(id, of: handle) }
    records[handle] = nil
    guard let place else {
      handles.giveBack(handle)
      return
    }
    runs[place].live -= 1
    guard runs[place].live == 0 else { return }
    let run = runs.remove(at: place)
    if isLong(run) { longRuns.removeAll { $0 == run.firstHandle } }
    handles.giveBack(run.firstHandle..<run.firstHandle + UInt32(run.source.count))
  }

  private func isLong(_ run: Run) -> Bool { run.source.count > Self.pageLimit }

  private mutating func forgetName(_ id: MessageID, of handle: UInt32) {
    let shard = shard(of: id)
    if shards[shard][id] == handle { shards[shard][id] = nil }
  }

  package mutating func rename(_ record: ItemRecord, to id: MessageID) {
    forgetName(record.id, of: record.handle)
    record.rename(to: id)
    shards[shard(of: id)][id] = record.handle
  }

  package mutating func releaseHandles() { handles.release() }

  package mutating func removeAll() {
    runs.removeAll()
    longRuns.removeAll()
    records.removeAll(keepingCapacity: true)
    for index in shards.indices { shards[index].removeAll(keepingCapacity: true) }
    handles.removeAll()
    dropThreshold = Self.recordLimit
  }

  /// Drops records that can be made again and were not looked at since frame `frame`; `body` gets
  /// the handle of each.
  ///
  /// - Parameter whatever: Whether it is done however few there are.
  package mutating func dropStaleRecords(
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

  package var census: (sources: Int, names: Int, records: Int, handles: Int) {
    (runs.count, shards.reduce(0) { $0 + $1.count }, records.count, Int(handles.end))
  }

  /// Traps unless runs are in order and have messages.
  package func checkInvariants() {
    handles.checkInvariants()
    for (one, next) in zip(runs, runs.dropFirst()) {
      precondition(
        Int(one.firstHandle) + one.source.count <= Int(next.firstHandle),
        "runs from \(one.firstHandle) and \(next.firstHandle) overlap"
      )
    }
    precondition(
      runs.allSatisfy { (1...$0.source.count).contains($0.live) },
      "a source without messages is kept"
    )
  }
}
