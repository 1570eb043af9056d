import AnchoredLayout
import Lengths
import Timebase

// How a conversation is opened.
extension Surface {
  /// Puts the viewport where the profile opens a conversation that was just laid out.
  func open() {
    if profile.blank.isAlwaysInForce { turn.loseTrack() }
    updateBlank()
    jumps.open(profile.opening)
    surroundings.reopen()
    entrance = nil
    switch profile.opening {
    case .endInFirstFrame:
      position.move(to: scrollRange.upperBound)
    case .bottomAnchor:
      position.move(to: scrollRange.upperBound)
    case .threeJumps, .jumpsOverFrames:
      position.move(to: scrollRange.lowerBound)
    case .topOfLastTurn:
      position.move(to: scrollRange.upperBound)
      guard let handle = lastMessageOfUser() else { return }
      position.take(.opened(atEnd: false))
      let goal = ScrollMotion.Target.message(handle, .top)
      position.land(at: goal)
      position.move(to: place(of: goal))
    case .startOfContent:
      position.take(.opened(atEnd: false))
      position.land(at: .top)
      position.move(to: scrollRange.lowerBound)
    }
  }

  /// The last message of the user's, looked for from the end.
  private func lastMessageOfUser() -> UInt32? {
    var index = layout.count - 1
    while index >= 0, layout.count - index <= Self.turnsReach {
      let handle = layout.handle(at: index)
      if transcript.role(of: handle) == .user { return handle }
      index -= 1
    }
    return nil
  }

  /// How many messages the last turn may have to be found when a conversation is opened.
  private static let turnsReach = 1_000
}
