import ChatSurface

/// What a cell showed, frame by frame, in a compact form: some 20 to 60 bytes a frame.
///
/// Rows are in blocks of ``blockLength``, each of which can be read by itself. A row is the
/// difference of its tick from the row before, the number of its window, a byte that says which
/// groups of numbers differ from those of the window's row before in the block (see ``ScreenCoding``),
/// and of each of those the count and the differences, number by number, as LEB128 of their zigzag.
///
/// A cell that runs for hours keeps only the moments that were worst: see ``Keeping``.
package struct ScreenTable: Hashable, Sendable {
  /// Which blocks are kept.
  package enum Keeping: Hashable, Sendable {
    /// Every one.
    case all
    /// Those within so many blocks of the so many worst ones.
    case worst(count: Int, around: Int)
  }

  /// Rows that can be read by themselves.
  struct Block: Hashable, Sendable {
    var bytes: [UInt8] = []
    /// How many rows it has.
    var count = 0
    /// The ticks of the first and of the last of them.
    var ticks = 0...0
    /// How bad its worst frame was.
    var severity = 0.0
    /// Its place among all blocks that were ever written.
    var number = 0
  }

  /// How many rows a block has.
  package static let blockLength = 64
  /// What is said of the layout of a row, in files.
  package static let groups = "extent place content items streams anchor state"

  private let keeping: Keeping
  private(set) var blocks: [Block] = []
  /// The names of the messages, by their numbers.
  private(set) var names: [String] = []
  /// The names of the windows, by theirs.
  private(set) var windows: [String] = []
  /// What the messages said, as far as they were laid out.
  package var texts: [ScreenText] = []
  private var numbers: [String: Int64] = [:]
  private var encoder = ScreenEncoder()

  /// Makes an empty table.
  package init(keeping: Keeping = .all) { self.keeping = keeping }

  init(blocks: [Block], names: [String], windows: [String], texts: [ScreenText]) {
    keeping = .all
    (self.blocks, self.names, self.windows) = (blocks, names, windows)
    self.texts = texts
  }

  /// How many rows are kept.
  package var count: Int { blocks.reduce(0) { $0 + $1.count } }

  /// Adds what a window showed.
  ///
  /// - Complexity: O(visible items and fades), and with ``Keeping/worst(count:around:)`` O(kept blocks)
  ///   once a block.
  package mutating func append(_ snapshot: FrameSnapshot, of frame: FrameRecord) {
    if blocks.last.map({ $0.count == Self.blockLength }) ?? true {
      let number = (blocks.last?.number ?? -1) + 1
      thin()
      blocks.append(Block(number: number))
      encoder.begin()
    }
    let window = windows.firstIndex(of: snapshot.window) ?? windows.count
    if window == windows.count { windows.append(snapshot.window) }
    let last = blocks.count - 1
    let first = blocks[last].count == 0 ? frame.tick : blocks[last].ticks.lowerBound
    blocks[last].ticks = first...max(first, frame.tick)
    blocks[last].count += 1
    blocks[last].severity = max(blocks[last].severity, Self.severity(of: frame))
    encoder.encode(snapshot, tick: frame.tick, window: window, into: &blocks[last].bytes) { id in
      if let number = numbers[id.rawValue] { return number }
      let number = Int64(names.count)
      names.append(id.rawValue)
      numbers[id.rawValue] = number
      return number
    }
  }

  /// Lost vsyncs outweigh any drift, drift any cost.
  private static func severity(of frame: FrameRecord) -> Double {
    Double(frame.lostVsyncs) * 1e9 + Double(frame.drift.magnitude.rawValue) * 1e3
      + frame.cost.engine.milliseconds
  }

  /// Forgets the blocks that are far from the worst ones; those just written may lie before one.
  private mutating func thin() {
    guard case .worst(let count, let around) = keeping, let last = blocks.last?.number else {
      return
    }
    var worst: [Int] = []
    for block in blocks.sorted(by: { ($0.severity, $1.number) > ($1.severity, $0.number) })
    where worst.count < count && worst.allSatisfy({ abs($0 - block.number) > around }) {
      worst.append(block.number)
    }
    blocks.removeAll { block in
      block.number < last - around && worst.allSatisfy { abs($0 - block.number) > around }
    }
  }

  /// Reads the rows of a block.
  ///
  /// - Returns: Nil when its bytes are none.
  func rows(of block: Block) -> [ScreenFrame]? {
    var decoder = ScreenDecoder(bytes: block.bytes, names: names, windows: windows)
    var rows: [ScreenFrame] = []
    for _ in 0..<block.count {
      guard let row = decoder.next() else { return nil }
      rows.append(row)
    }
    return decoder.isAtEnd ? rows : nil
  }

  /// Looks which ticks each block has.
  ///
  /// - Returns: Whether all blocks hold rows, none of which goes back in time.
  mutating func findTicks() -> Bool {
    for index in blocks.indices {
      guard let rows = rows(of: blocks[index]), let first = rows.first, let last = rows.last,
        zip(rows, rows.dropFirst()).allSatisfy({ $0.tick <= $1.tick })
      else { return false }
      blocks[index].ticks = first.tick...last.tick
    }
    return true
  }

  /// Rows that can be read by themselves, as bytes.
  package struct Part: Sendable {
    /// The encoded rows.
    package var bytes: [UInt8]
    /// How many there are.
    package var count: Int
    /// The ticks of the first and of the last of them.
    package var ticks: ClosedRange<Int>
  }

  /// The stored blocks with the ticks that they hold.
  ///
  /// - Complexity: O(blocks).
  package var parts: [Part] {
    blocks.map { Part(bytes: $0.bytes, count: $0.count, ticks: $0.ticks) }
  }

  /// Gives rows to `body`, in order, one block after the other in memory.
  ///
  /// - Parameter isWanted: Whether a block is read, by its ticks.
  /// - Complexity: O(rows of these blocks).
  package func forEachRow(
    ofBlocks isWanted: (ClosedRange<Int>) -> Bool = { _ in true },
    _ body: (ScreenFrame) -> Void
  ) {
    for block in blocks where isWanted(block.ticks) { rows(of: block)?.forEach(body) }
  }

  /// The names of the messages by the numbers that rows have of them.
  package var messageNames: [String] { names }
  /// The names of the windows by the numbers that rows have of them.
  package var windowNames: [String] { windows }

  /// The rows, in order.
  ///
  /// - Complexity: O(rows).
  package var frames: [ScreenFrame] { blocks.flatMap { rows(of: $0) ?? [] } }

  /// The rows of ticks in a range, in order.
  ///
  /// - Complexity: O(blocks + rows of those that the range meets).
  package func frames(ofTicks ticks: ClosedRange<Int>) -> [ScreenFrame] {
    var frames: [ScreenFrame] = []
    forEachRow(ofBlocks: ticks.overlaps) { if ticks.contains($0.tick) { frames.append($0) } }
    return frames
  }

  /// Whether two tables hold the same rows.
  package static func == (left: Self, right: Self) -> Bool {
    left.names == right.names && left.windows == right.windows
      && left.blocks.map(\.bytes) == right.blocks.map(\.bytes) && left.texts == right.texts
  }

  /// Hashes the rows.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(names)
    for block in blocks { hasher.combine(block.bytes) }
  }
}

/// Writes rows as differences from the row of their window before.
struct ScreenEncoder: Hashable, Sendable {
  private var tick = 0
  /// The groups of each window's last row.
  private var previous: [[[Int64]]] = []
  private var numbers: [Int64] = []
  private var changed: [UInt8] = []

  /// Begins a block.
  mutating func begin() {
    tick = 0
    previous.removeAll(keepingCapacity: true)
  }

  mutating func encode(
    _ snapshot: FrameSnapshot,
    tick now: Int,
    window: Int,
    into bytes: inout [UInt8],
    name: (MessageID) -> Int64
  ) {
    while previous.count <= window {
      previous.append(Array(repeating: [], count: ScreenCoding.Group.allCases.count))
    }
    bytes.append(variable: Int64(now - tick))
    tick = now
    bytes.append(variable: Int64(window))
    changed.removeAll(keepingCapacity: true)
    var mask: UInt8 = 0
    for group in ScreenCoding.Group.allCases {
      ScreenCoding.numbers(group, of: snapshot, into: &numbers, name: name)
      if numbers == previous[window][group.rawValue] { continue }
      mask |= 1 << UInt8(group.rawValue)
      changed.append(variable: Int64(numbers.count))
      for (index, number) in numbers.enumerated() {
        let old = previous[window][group.rawValue]
        changed.append(variable: number &- (index < old.count ? old[index] : 0))
      }
      swap(&previous[window][group.rawValue], &numbers)
    }
    bytes.append(mask)
    bytes += changed
  }
}

/// Reads rows that ``ScreenEncoder`` wrote.
struct ScreenDecoder {
  private var reader: VariableLengthReader
  private let names: [String]
  private let windows: [String]
  private var tick = 0
  private var previous: [Int: (numbers: [[Int64]], frame: ScreenFrame)] = [:]

  init(bytes: [UInt8], names: [String], windows: [String]) {
    reader = VariableLengthReader(bytes: bytes, place: 0)
    (self.names, self.windows) = (names, windows)
  }

  /// Whether all bytes were read.
  var isAtEnd: Bool { reader.place == reader.bytes.count }

  /// The next row; nil where the bytes hold no whole one.
  mutating func next() -> ScreenFrame? {
    guard let step = reader.number(), let window = reader.number(in: 0...Int64(windows.count) - 1),
      reader.place < reader.bytes.count
    else { return nil }
    tick &+= Int(step)
    let mask = reader.bytes[reader.place]
    reader.place += 1
    let groups = ScreenCoding.Group.allCases
    // Taken out, so that what changes is not copied.
    var (numbers, frame) =
      previous.removeValue(forKey: window)
      ?? (Array(repeating: [], count: groups.count), ScreenFrame())
    (frame.tick, frame.window) = (tick, windows[window])
    for group in groups where mask & (1 << UInt8(group.rawValue)) != 0 {
      guard let count = reader.number(in: 0...Int64(reader.bytes.count)) else { return nil }
      var values: [Int64] = []
      swap(&values, &numbers[group.rawValue])
      if values.count > count { values.removeLast(values.count - count) }
      for index in 0..<count {
        guard let difference = reader.number() else { return nil }
        if index < values.count { values[index] &+= difference } else { values.append(difference) }
      }
      guard ScreenCoding.put(values, of: group, into: &frame, names: names) else { return nil }
      numbers[group.rawValue] = values
    }
    previous[window] = (numbers, frame)
    return frame
  }
}
