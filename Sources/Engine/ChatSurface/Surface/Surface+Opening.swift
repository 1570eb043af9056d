import ViewportPlacing

// How a conversation is opened.
extension Surface {
  /// Puts the viewport where the profile opens a conversation that was just laid out.
  func open() {
    if turn.isAlwaysInForce { turn.loseTrack() }
    updateBlank()
    surroundings.reopen()
    entrance = nil
    let fact: ViewportFact.Opening =
      switch opening {
      case .end: .end
      case .start: .start
      case .middle: .middle
      case .top: .held(.top)
      case .message(let index): .held(.message(layout.handle(at: index), .top))
      }
    viewport.take(.opened(fact), in: scene(at: context.lastInstant))
  }

  private var opening: OpeningPlace {
    policy?.opening(count: layout.count) {
      transcript.role(of: layout.handle(at: $0)) == .user
    } ?? .end
  }
}
