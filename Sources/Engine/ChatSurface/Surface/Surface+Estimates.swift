import AnchoredLayout
import Lengths
import Timebase

// Jumps of designs that do not know where a message is, or do not stay there.
extension Surface {
  /// Goes on with a jump of the frames before.
  func goOnJumping() {
    if jumps?.goesBack(at: contentBottom - contentTop) == true {
      jumps?.goElsewhere()
      position.take(.askedForEnd)
      position.rest(end: nil)
      land(at: .end)
    } else if let goal = jumps?.nextTry, !landsByEstimate(at: goal) {
      position.take(.askedFor(goal.message))
      land(at: goal)
    }
  }

  private func land(at goal: ScrollMotion.Target) {
    position.stopMotion()
    position.land(at: goal)
    position.move(to: place(of: goal))
  }

  /// Lands where the design takes a message to be, if that is not where it is.
  ///
  /// - Returns: Whether it has.
  func landsByEstimate(at goal: ScrollMotion.Target) -> Bool {
    guard jumps != nil, let handle = goal.message, let index = layout.index(of: handle) else {
      return false
    }
    let jump = ItemJump(
      goal: goal,
      index: index,
      count: layout.count,
      range: layout.top..<layout.bottom,
      isMeasured: transcript.isMeasured(handle)
    )
    guard let guess = jumps?.estimate(jump) else { return false }
    position.stopMotion()
    position.take(.askedFor(nil))
    position.land(at: nil)
    let range = scrollRange
    let place = place(of: goal) + guess - layout.y(at: index)
    position.move(to: min(max(place, range.lowerBound), range.upperBound))
    return true
  }
}
