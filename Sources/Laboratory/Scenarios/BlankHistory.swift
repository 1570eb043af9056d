import ChatSurface
import Lengths

/// Messages without text whose heights the host supplies: an edit of such a history costs what its
/// layout costs, and nothing else.
package struct BlankHistory: MessageSource {
  private let prefix: String
  package let count: Int

  /// Makes `count` messages of 60 pt, named `prefix` and their number.
  package init(prefix: String, count: Int) {
    self.prefix = prefix
    self.count = count
  }

  package func id(at index: Int) -> MessageID { MessageID(rawValue: "\(prefix)\(index)") }

  package func index(of id: MessageID) -> Int? {
    guard id.rawValue.hasPrefix(prefix) else { return nil }
    return Int(id.rawValue.dropFirst(prefix.count)).flatMap { $0 < count ? $0 : nil }
  }

  package func message(at index: Int) -> Message {
    Message(
      id: id(at: index),
      role: role(at: index),
      text: "",
      suppliedHeight: suppliedHeight(at: index)
    )
  }

  package func characterCount(at index: Int) -> Int { 0 }
  package func role(at index: Int) -> Message.Role { index.isMultiple(of: 2) ? .user : .assistant }
  package func suppliedHeight(at index: Int) -> LayoutUnit? { LayoutUnit(points: 60) }
}
