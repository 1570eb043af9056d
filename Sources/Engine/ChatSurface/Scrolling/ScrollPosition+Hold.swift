// What the viewport holds on to, as others ask.
extension ScrollPosition {
  /// What the viewport holds on to, as it is called outside.
  package var follow: FollowState { hold.follow }
  /// The kind of what holds it.
  package var kind: ViewportHold.Kind { hold.kind }
  /// The message of `pinning` and `pinned`.
  package var followed: UInt32? { hold.pinnedHandle }

  /// Whether the anchor is what keeps its place for a fold of this frame.
  package var isHeldForFold: Bool {
    hold.fold.map { held == .block($0.handle, $0.block) } ?? false
  }

  /// The messages that it knows: the one it follows, the one a move goes to, the one that is read.
  package var messages: [UInt32] {
    [hold.message, motion.target?.message, landing?.message, readingPlace?.handle]
      .compactMap { $0 } + (hold.fold.map { [$0.handle] + $0.parts.map(\.message) } ?? [])
  }
}
