import ChatSurface
import Lengths

// Conversations whose heights are given, so that every place in them can be told beforehand.

extension Message {
  /// A message that is `height` points tall.
  static func supplied(_ id: String, _ role: Role, _ height: Int) -> Message {
    Message(
      id: MessageID(rawValue: id),
      role: role,
      text: "text of \(id)",
      suppliedHeight: LayoutUnit(points: height)
    )
  }

  /// So many messages of either role in turn, 100 pt each and so 112 pt apart.
  static func uniform(_ count: Int, prefix: String = "m") -> [Message] {
    (0..<count).map { supplied("\(prefix)\($0)", $0 % 2 == 0 ? .user : .assistant, 100) }
  }

  /// Twenty such, and a last turn that leaves no room for a blank on any phone.
  static var withoutBlank: [Message] {
    uniform(20) + [supplied("u", .user, 100), supplied("z", .assistant, 1_200)]
  }
}

extension Driver {
  /// The largest offset that the insets allow.
  var endOffset: LayoutUnit {
    snapshot.contentBottom + snapshot.bottomInset - snapshot.viewportHeight
  }

  /// Puts the viewport, as a restored place, so far above the end; it then follows nothing.
  func rest(fromEnd distance: LayoutUnit) {
    let edge = endOffset - distance + snapshot.topInset
    guard let id = surface.message(atY: edge), let y = surface.y(of: id) else { return }
    frame(.restore(Anchor(id: id, distance: edge - y)))
    settle()
  }

  /// The same in points.
  func rest(pointsFromEnd distance: Int) { rest(fromEnd: LayoutUnit(points: distance)) }

  /// Takes hold of the content and lets go, which ends what an opening holds.
  func tap() {
    frame(.touch(.began, y: 300), .touch(.ended, y: 300))
    settle()
  }

  /// The place of a message's lower edge on screen; nil when it is not visible.
  func bottom(of id: MessageID) -> LayoutUnit? {
    snapshot.visible.first { $0.id == id }.map { $0.y + $0.height }
  }
}
