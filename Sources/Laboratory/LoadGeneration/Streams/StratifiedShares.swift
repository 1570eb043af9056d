import Timebase

/// Draws shares of a distribution so that every hundred draws have one from each hundredth of it.
///
/// Chance decides the order. Within their hundredth the draws of successive hundreds take the
/// places 0, 1/2, 1/4, 3/4, 1/8 and so on, and up to 1/64 of chance. A stream of a thousand draws
/// thus has the tail that its table asks for; independent draws would miss it by a fifth.
struct StratifiedShares {
  private var generator: SeededGenerator
  private var order = Array(0..<100)
  private var position = 100
  private var hundreds: UInt64 = 0
  private var place = 0.0

  /// Starts the draws that belong to `seed` and `index`.
  init(seed: UInt64, index: UInt64) { generator = SeededGenerator(seed: seed, index: index) }

  /// Draws the next share, in 0 ..< 1.
  mutating func next() -> Double {
    if position == order.count {
      position = 0
      place = Self.halving(hundreds)
      hundreds += 1
      for index in order.indices.dropLast() {
        order.swapAt(index, index + generator.nextIndex(below: order.count - index))
      }
    }
    defer { position += 1 }
    let within = min(place + generator.nextFraction() / 64, 1 - 0x1p-32)
    return (Double(order[position]) + within) / Double(order.count)
  }

  /// The `index`-th place of 0, 1/2, 1/4, 3/4, 1/8, 5/8 and so on: its binary digits, in reverse,
  /// after the point (van der Corput's sequence).
  private static func halving(_ index: UInt64) -> Double {
    var place = 0.0
    var step = 0.5
    var rest = index
    while rest > 0 {
      if rest & 1 == 1 { place += step }
      step /= 2
      rest >>= 1
    }
    return place
  }
}
