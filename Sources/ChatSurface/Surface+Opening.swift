import AnchoredLayout
import Lengths
import Timebase

// How a conversation is opened.
extension Surface {
  /// Puts the viewport where the profile opens a conversation that was just laid out.
  func open() {
    if profile.blank.isAlwaysInForce { turn.loseTrack() }
    updateBlank()
    endJumps.cancel()
    followedHeight = nil
    opening = profile.opening.jumps.map { OpeningJumps($0) }
    isHeldByBottom = false
    wasMoved = false
    topLoader.reopen()
    endLoader.reopen()
    entrance = nil
    switch profile.opening {
    case .endInFirstFrame:
      offset = scrollRange.upperBound
    case .bottomAnchor:
      isHeldByBottom = true
      offset = scrollRange.upperBound
    case .threeJumps, .jumpsOverFrames:
      offset = scrollRange.lowerBound
    case .topOfLastTurn:
      offset = scrollRange.upperBound
      guard let handle = lastMessageOfUser() else { return }
      setFollow(.free)
      let goal = ScrollMotion.Target.message(handle, .top)
      landing = goal
      offset = place(of: goal)
    case .startOfContent:
      setFollow(.free)
      landing = .top
      offset = scrollRange.lowerBound
    }
  }

  /// The reader has taken over: nothing of the opening is to come.
  func endOpening() {
    opening = nil
    isHeldByBottom = false
  }

  /// The last message of the user's, looked for from the end.
  private func lastMessageOfUser() -> UInt32? {
    var index = layout.count - 1
    while index >= 0, layout.count - index <= Self.turnsReach {
      let handle = layout.handle(at: index)
      if role(of: handle) == .user { return handle }
      index -= 1
    }
    return nil
  }

  /// How many messages the last turn may have to be found when a conversation is opened.
  private static let turnsReach = 1_000
}
