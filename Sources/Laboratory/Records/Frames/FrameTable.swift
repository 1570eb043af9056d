import FramePacing
import Lengths
import Timebase

/// The frames of a cell in their compact form: some 50 bytes a frame in place of the 400 of
/// ``FrameRecord``.
///
/// The same bytes are kept in memory, sent from a cell's process to its parent and stored in a run's
/// folder, so a frame is encoded once. SQLite was not chosen for it: a run is written once, whole,
/// and read once, in order, so that indices and transactions buy nothing; its rows take three times
/// the space; and a database library would be needed by whatever measures, inside the measured
/// process.
///
/// Schema: frames are in blocks of ``blockLength``, each of which can be read by itself. A frame is
/// a byte of flags (1 swallowed, 2 on time, 4 fallback, 8 allocations counted, 16 modelled cost
/// differs, 32 anything in it, 64 drawn) and then the ``fields``, each a LEB128 of the zigzag of a 64-bit number. `tick`,
/// `instant` and `offset` are differences from the frame before in the block, or from 0; `end` is
/// the difference from the instant plus the cost, `presented` from the instant, `vsync` from the
/// tick. Times are nanoseconds, lengths 1/64 pt. A swallowed tick ends after its instant.
/// Differences wrap around, so that every value has a form.
///
/// What was refused in a frame is not kept.
package struct FrameTable: Sendable {
  /// The fields of a frame, in order; those in brackets stand there when a flag says so.
  package static let fields =
    "flags tick instant cost*6 stall end presented vsync lost_vsyncs offset drift backlog_chunks "
    + "fades visible_items redrawn_items [allocations*6 allocated_bytes] [modelled*6 modelled_stall] "
    + "[events tokens blocks glyphs lookups] [drawing]"
  /// How many frames can only be read one after the other.
  package static let blockLength = 64
  /// The greatest time and tick that is read from a file: sums of some of them still fit.
  static let greatest: Int64 = 1 << 50

  /// The encoded frames.
  package private(set) var bytes: [UInt8] = []
  /// How many there are.
  package private(set) var count = 0
  /// How many of them no late frame swallowed.
  package private(set) var madeCount = 0
  /// Where each block begins.
  private var starts: [Int] = []
  private var previous = Previous()

  /// What the next frame of a block is a difference from.
  fileprivate struct Previous: Hashable {
    var tick: Int64 = 0
    var instant: Int64 = 0
    var offset: Int64 = 0
  }

  /// Makes a table without a frame.
  package init() {}

  /// Encodes `frames`.
  package init(_ frames: some Sequence<FrameRecord>) {
    for frame in frames { append(frame) }
  }

  /// What is wrong with bytes that are no table.
  package struct Damage: Error, Hashable, CustomStringConvertible {
    /// The frame that cannot be read, from 0.
    package var frame: Int
    /// What was expected.
    package var expected: String

    /// Both in words.
    package var description: String { "frame \(frame): expected \(expected)" }
  }

  /// Takes over bytes that another table had.
  ///
  /// - Parameters:
  ///   - bytes: The encoded frames.
  ///   - count: How many there must be.
  /// - Throws: ``Damage`` unless the bytes are exactly so many frames, with times of 13 days at most.
  /// - Complexity: O(frames).
  package init(bytes: [UInt8], count: Int) throws(Damage) {
    self.bytes = bytes
    var reader = FrameTableReader(bytes: bytes, place: 0)
    var previous = Previous()
    for frame in 0..<Swift.max(count, 0) {
      if frame % Self.blockLength == 0 {
        starts.append(reader.place)
        previous = Previous()
      }
      guard let record = reader.next(&previous) else {
        throw Damage(frame: frame, expected: "a whole frame")
      }
      if !record.isSwallowed { madeCount += 1 }
      let times =
        [record.instant - .zero, record.end - .zero, record.presented - .zero]
        + Phase.allCases.flatMap { [record.cost[$0], record.modelled[$0]] }
        + [record.cost.stall, record.modelled.stall, record.cost.drawing]
      let lengths = [record.offset, record.drift].map(\.rawValue.magnitude)
      guard times.allSatisfy({ $0.rawValue.magnitude <= Self.greatest.magnitude }),
        lengths.allSatisfy({ $0 < Self.greatest.magnitude / 2 }),
        (0..<Int(Self.greatest)).contains(record.tick)
      else {
        throw Damage(
          frame: frame,
          expected: "times up to 13 days, a tick up to 2^50 and lengths up to 2^49 units"
        )
      }
    }
    guard count >= 0, reader.place == bytes.count else {
      throw Damage(frame: Swift.max(count, 0), expected: "the end of the cell")
    }
    self.count = count
    self.previous = previous
  }

  /// Adds a frame.
  package mutating func append(_ frame: FrameRecord) {
    if count % Self.blockLength == 0 {
      starts.append(bytes.count)
      previous = Previous()
    }
    count += 1
    let hasModel = frame.modelled != frame.cost
    let contents = frame.contents
    let hasContents = contents != FrameRecord.Contents()
    bytes.append(
      (frame.isSwallowed ? 1 : 0) | (frame.isOnTime ? 2 : 0) | (frame.isFallback ? 4 : 0)
        | (frame.allocations != nil ? 8 : 0) | (hasModel ? 16 : 0) | (hasContents ? 32 : 0)
        | (frame.cost.drawing != .zero ? 64 : 0)
    )
    let tick = Int64(frame.tick)
    let instant = frame.instant.nanoseconds
    put(tick &- previous.tick)
    put(instant &- previous.instant)
    (previous.tick, previous.instant) = (tick, instant)
    if frame.isSwallowed { return }
    madeCount += 1
    put(frame.cost)
    let cost = frame.cost.engine.rawValue &+ frame.cost.stall.rawValue
    put(frame.end.nanoseconds &- (instant &+ cost))
    put(frame.presented.nanoseconds &- instant)
    put(Int64(frame.vsync) &- tick)
    put(Int64(frame.lostVsyncs))
    put(frame.offset.rawValue &- previous.offset)
    previous.offset = frame.offset.rawValue
    put(frame.drift.rawValue)
    for number in [frame.backlogChunks, frame.fades, frame.visibleItems, frame.redrawnItems] {
      put(Int64(number))
    }
    if let allocations = frame.allocations {
      for phase in Phase.allCases { put(Int64(allocations.counts[phase])) }
      put(Int64(allocations.bytes))
    }
    if hasModel { put(frame.modelled) }
    if hasContents {
      let counts = [contents.events, contents.tokens, contents.blocks, contents.glyphs]
      for count in counts + [contents.lookups] { put(Int64(count)) }
    }
    if frame.cost.drawing != .zero { put(frame.cost.drawing.rawValue) }
  }

  private mutating func put(_ cost: FrameCost) {
    for phase in Phase.allCases { put(cost[phase].rawValue) }
    put(cost.stall.rawValue)
  }

  private mutating func put(_ value: Int64) { bytes.append(variable: value) }
}

extension FrameTable: RandomAccessCollection {
  /// Reads frames one after the other.
  package struct Iterator: IteratorProtocol {
    private var reader: FrameTableReader
    private var previous = Previous()
    private var position = 0

    fileprivate init(_ table: FrameTable) {
      reader = FrameTableReader(bytes: table.bytes, place: 0)
    }

    /// The next frame; nil after the last.
    package mutating func next() -> FrameRecord? {
      if position % FrameTable.blockLength == 0 { previous = Previous() }
      position += 1
      return reader.next(&previous)
    }
  }

  /// 0.
  package var startIndex: Int { 0 }
  /// The count.
  package var endIndex: Int { count }

  /// Begins to read.
  package func makeIterator() -> Iterator { Iterator(self) }

  /// The frame at `position`.
  ///
  /// - Complexity: O(``blockLength``).
  /// - Precondition: There is such a frame.
  package subscript(position: Int) -> FrameRecord {
    precondition(indices.contains(position), "frame \(position) of \(count)")
    let block = position / Self.blockLength
    var reader = FrameTableReader(bytes: bytes, place: starts[block])
    var previous = Previous()
    for _ in 0..<position % Self.blockLength { _ = reader.next(&previous) }
    guard let frame = reader.next(&previous) else {
      preconditionFailure("the table's bytes end before frame \(position) of \(count)")
    }
    return frame
  }
}

extension FrameTable: Hashable {
  /// Whether two tables hold the same frames: a frame has one form only.
  package static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && left.bytes == right.bytes
  }

  /// Hashes the frames.
  package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension FrameTable: ExpressibleByArrayLiteral {
  /// Encodes the frames.
  package init(arrayLiteral frames: FrameRecord...) { self.init(frames) }
}

/// Reads the frames of a ``FrameTable``.
private struct FrameTableReader {
  private var numbers: VariableLengthReader

  init(bytes: [UInt8], place: Int) {
    numbers = VariableLengthReader(bytes: bytes, place: place)
  }

  /// Where the next frame begins.
  var place: Int { numbers.place }

  /// The next frame; nil where the bytes hold no whole one.
  mutating func next(_ previous: inout FrameTable.Previous) -> FrameRecord? {
    guard place < numbers.bytes.count, numbers.bytes[place] < 128 else { return nil }
    let flags = numbers.bytes[place]
    numbers.place += 1
    guard let ticks = number(), let span = number() else { return nil }
    previous.tick &+= ticks
    previous.instant &+= span
    var frame = FrameRecord(
      swallowedTick: Int(previous.tick),
      at: .zero + Nanoseconds(rawValue: previous.instant)
    )
    if flags & 1 != 0 { return frame }
    frame.isSwallowed = false
    frame.isOnTime = flags & 2 != 0
    frame.isFallback = flags & 4 != 0
    guard let cost = cost(), let end = number(), let presented = number(), let vsync = number(),
      let lostVsyncs = number(), let offset = number(), let drift = number(),
      let backlogChunks = number(), let fades = number(), let visibleItems = number(),
      let redrawnItems = number()
    else { return nil }
    frame.cost = cost
    let whole = cost.engine.rawValue &+ cost.stall.rawValue
    frame.end = .zero + Nanoseconds(rawValue: previous.instant &+ whole &+ end)
    frame.presented = .zero + Nanoseconds(rawValue: previous.instant &+ presented)
    frame.vsync = Int(previous.tick &+ vsync)
    frame.lostVsyncs = Int(lostVsyncs)
    previous.offset &+= offset
    frame.offset = LayoutUnit(rawValue: previous.offset)
    frame.drift = LayoutUnit(rawValue: drift)
    frame.backlogChunks = Int(backlogChunks)
    frame.fades = Int(fades)
    frame.visibleItems = Int(visibleItems)
    frame.redrawnItems = Int(redrawnItems)
    if flags & 8 != 0 {
      guard let counts = phases(), let bytes = number() else { return nil }
      frame.allocations = .init(
        counts: FrameRecord.PhaseValuesOfInt(lanes: counts),
        bytes: Int(bytes)
      )
    }
    frame.modelled = cost
    if flags & 16 != 0 {
      guard let modelled = self.cost() else { return nil }
      frame.modelled = modelled
    }
    if flags & 32 != 0 {
      guard let events = number(), let tokens = number(), let blocks = number(),
        let glyphs = number(), let lookups = number()
      else { return nil }
      frame.contents.events = Int(events)
      frame.contents.tokens = Int(tokens)
      frame.contents.blocks = Int(blocks)
      frame.contents.glyphs = Int(glyphs)
      frame.contents.lookups = Int(lookups)
    }
    if flags & 64 != 0 {
      guard let drawing = number(), drawing != 0 else { return nil }
      frame.cost.drawing = Nanoseconds(rawValue: drawing)
      if flags & 16 == 0 { frame.modelled = frame.cost }
    }
    return frame
  }

  private mutating func cost() -> FrameCost? {
    guard let phases = phases(), let stall = number() else { return nil }
    return FrameCost(phases: phases, stall: Nanoseconds(rawValue: stall))
  }

  /// A number for each of the six phases.
  private mutating func phases() -> SIMD8<Int64>? {
    guard let input = number(), let ingest = number(), let reveal = number(),
      let measure = number(), let layout = number(), let commit = number()
    else { return nil }
    return SIMD8(input, ingest, reveal, measure, layout, commit, 0, 0)
  }

  private mutating func number() -> Int64? { numbers.number() }
}
