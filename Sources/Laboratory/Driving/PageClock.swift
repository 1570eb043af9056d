package enum PageClock: Hashable, Sendable {
  /// Its time goes on by one refresh period a frame, and by nothing else.
  case virtual
  /// The machine's. The page's main thread is made so many times slower, 1 for not at all.
  case real(slowed: Double)

  /// Whether it is the machine's.
  package var isReal: Bool { self != .virtual }

  /// Whether the page's main thread is made slower.
  package var isSlowed: Bool {
    if case .real(let slowed) = self { slowed > 1 } else { false }
  }
}
