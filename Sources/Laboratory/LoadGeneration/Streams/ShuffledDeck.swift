import Timebase

/// Deals elements in random order: first each of them once, then each as often as it weighs, and so
/// on, so that no long text lacks one.
struct ShuffledDeck<Element: Hashable & Sendable>: Sendable {
  private let shares: [TextMix.Share<Element>]
  private var cards: [Element]

  init(_ shares: [TextMix.Share<Element>], _ generator: inout SeededGenerator) {
    self.shares = shares
    cards = shares.map(\.element)
    shuffle(&generator)
  }

  /// Deals the next card.
  mutating func next(_ generator: inout SeededGenerator) -> Element {
    if cards.count == 1 {
      let last = cards[0]
      cards = shares.flatMap { Array(repeating: $0.element, count: $0.weight) }
      shuffle(&generator)
      return last
    }
    return cards.removeLast()
  }

  private mutating func shuffle(_ generator: inout SeededGenerator) {
    for index in cards.indices.dropLast() {
      cards.swapAt(index, index + generator.nextIndex(below: cards.count - index))
    }
  }
}
