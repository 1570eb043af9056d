import Timebase

/// Makes tokens arrive as a preset says, on schedule, whether or not anyone keeps up.
///
/// An endless source: `next()` gives one token after the other. The same preset, seed and stalls
/// give the same tokens on every machine.
package struct OpenLoopGenerator: Sendable {
  /// A token without its text.
  package struct Arrival: Hashable, Sendable {
    /// When it arrives, counted from the request.
    package var instant: Instant
    /// Its Unicode scalars.
    package var characters: Int
    /// Which flush brings it, from 0.
    package var flush: Int
  }

  /// A time in which nothing arrives; what would have arrived comes at its end, in one flush.
  package struct Stall: Hashable, Sendable {
    /// The stall takes the place of the first of the longest gaps that begins from here on.
    package var earliest: Instant
    /// How long it is.
    package var length: Nanoseconds
    /// How many tokens come at its end; nil for all that would have come meanwhile.
    package var tokens: Int?

    package init(from earliest: Instant, length: Nanoseconds, tokens: Int? = nil) {
      self.earliest = earliest
      self.length = length
      self.tokens = tokens
    }
  }

  /// How long a stream is.
  package enum Limit: Hashable, Sendable {
    /// It ends before the first token that would arrive later than this after the request.
    case duration(Nanoseconds)
    /// It has this many tokens.
    case tokens(Int)
  }

  private let preset: LoadPreset
  private var gaps: StratifiedShares
  private var flushSizes: StratifiedShares
  private var tokenSizes: StratifiedShares
  private var smallGaps: SeededGenerator
  private var stalls: [Stall]
  private var instant: Instant
  private var flush = 0
  private var left: Int
  private let smallShare: Double

  /// Starts the stream that belongs to `seed`.
  ///
  /// - Parameters:
  ///   - preset: How tokens arrive.
  ///   - seed: Chooses times and sizes.
  ///   - stalls: Stalls, in order of time.
  package init(preset: LoadPreset, seed: UInt64, stalls: [Stall] = []) {
    self.preset = preset
    self.stalls = stalls.reversed()
    gaps = StratifiedShares(seed: seed, index: 1)
    flushSizes = StratifiedShares(seed: seed, index: 2)
    tokenSizes = StratifiedShares(seed: seed, index: 3)
    smallGaps = SeededGenerator(seed: seed, index: 4)
    var first = SeededGenerator(seed: seed, index: 5)
    let milliseconds = preset.firstToken.value(at: first.nextFraction() * 0.99)
    instant = .zero + Nanoseconds(milliseconds: milliseconds)
    smallShare = Self.smallShare(of: preset)
    left = 0
    left = drawFlushSize()
  }

  /// Makes the next token.
  ///
  /// - Complexity: O(1).
  package mutating func next() -> Arrival {
    if left == 0 {
      flush += 1
      let gap = drawGap()
      instant = instant + gap
      left += drawFlushSize()
    }
    left -= 1
    let characters = preset.tokenCharacters.count(at: tokenSizes.next())
    let arrival = Arrival(instant: instant, characters: characters, flush: flush)
    if left > 0 { instant = instant + drawSmallGap() }
    return arrival
  }

  private mutating func drawFlushSize() -> Int {
    guard case .bursts(_, let table, _) = preset.rhythm else { return 1 }
    return table.count(at: flushSizes.next())
  }

  private mutating func drawSmallGap() -> Nanoseconds {
    guard case .bursts(_, _, let table) = preset.rhythm else { return .zero }
    return Nanoseconds(milliseconds: table.value(at: smallGaps.nextFraction() * smallShare))
  }

  /// Draws the gap to the next flush. During a stall flushes pile up: their tokens are added to
  /// `left`, so that they come with the one that ends it.
  private mutating func drawGap() -> Nanoseconds {
    let share = gaps.next()
    guard share >= 0.99, let stall = stalls.last, stall.earliest <= instant else {
      return gap(at: share)
    }
    stalls.removeLast()
    if let tokens = stall.tokens {
      // One flush comes in any case.
      left += max(0, tokens - 1)
      return stall.length
    }
    var waited = Nanoseconds.zero
    while true {
      waited = waited + gap(at: gaps.next())
      if waited >= stall.length { return stall.length }
      left += drawFlushSize()
    }
  }

  private func gap(at share: Double) -> Nanoseconds {
    switch preset.rhythm {
    case .metronomic(let median, let table):
      Nanoseconds(milliseconds: median * table.value(at: share))
    case .bursts(let table, _, _):
      Nanoseconds(milliseconds: table.value(at: share))
    }
  }

  /// The share of gaps between tokens that lie within a flush: those below a tenth of a ms.
  private static func smallShare(of preset: LoadPreset) -> Double {
    guard case .bursts(_, _, let table) = preset.rhythm else { return 0 }
    let count = table.values.prefix { $0 < 0.1 }.count
    return Double(max(0, count - 1)) / Double(table.values.count - 1)
  }
}
