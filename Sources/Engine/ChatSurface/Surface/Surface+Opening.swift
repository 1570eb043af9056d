import ViewportPlacing

// How a conversation is opened.
extension Surface {
  /// Puts the viewport where the profile opens a conversation that was just laid out.
  func open() {
    if turn.isAlwaysInForce { turn.loseTrack() }
    updateBlank()
    surroundings.reopen()
    let opening = policy?.opening(
      count: layout.count,
      message: { layout.handle(at: $0) },
      isUsers: { transcript.role(of: $0) == .user }
    )
    viewport.take(.opened(opening ?? .end), in: scene(at: context.lastInstant))
  }
}
