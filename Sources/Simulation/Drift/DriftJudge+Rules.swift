import ChatSurface
import Lengths

// What the judge finds whatever is read.
extension DriftJudge {
  /// How far what else may keep its place has moved.
  func others(
    _ asked: Asked,
    in frame: FrameSnapshot,
    offScreen: (MessageID) -> LayoutUnit?,
    partTop: (MessageID, Int) -> LayoutUnit?
  ) -> [LayoutUnit?] {
    let way = frame.shift - before.shift - motion.distance
    return asked.others.map { other in
      other.movement(in: frame, offScreen: offScreen, partTop: partTop).map { $0 - way }
    }
  }

  /// Whether messages came that are no news, and nothing else asks for the end.
  func isPageFollowed(_ asked: Asked) -> Bool {
    before.follow == .free && asked.bringsPage && !asked.mayFollowEnd && !motion.isRunning
      && motion.distance == .zero
  }

  /// How far a message that is called pinned is from its place. Of a tall question a part may stay above.
  func misplacedPin(in frame: FrameSnapshot) -> LayoutUnit {
    guard case .pinned(let id) = frame.follow,
      let item = frame.visible.first(where: { $0.id == id })
    else { return .zero }
    if item.y < frame.topInset, item.y + item.height > frame.topInset { return .zero }
    return item.y - frame.topInset
  }
}
