import AnchoredLayout
import Lengths
import Timebase

// How a conversation is opened.
extension Surface {
  /// Puts the viewport where the profile opens a conversation that was just laid out.
  func open() {
    if turn.isAlwaysInForce { turn.loseTrack() }
    updateBlank()
    jumps?.open()
    surroundings.reopen()
    entrance = nil
    switch opening {
    case .end: position.move(to: scrollRange.upperBound)
    case .start: position.move(to: scrollRange.lowerBound)
    case .middle:
      let range = scrollRange
      let way = (range.upperBound - range.lowerBound).rawValue / 2
      position.move(to: range.lowerBound + LayoutUnit(rawValue: way))
    case .top: open(at: .top)
    case .message(let index): open(at: .message(layout.handle(at: index), .top))
    }
  }

  private var opening: OpeningPlace {
    policy?.opening(count: layout.count) {
      transcript.role(of: layout.handle(at: $0)) == .user
    } ?? .end
  }

  private func open(at goal: ScrollMotion.Target) {
    position.take(.opened(atEnd: false))
    position.land(at: goal)
    position.move(to: place(of: goal))
  }
}
