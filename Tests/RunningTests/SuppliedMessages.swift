import ChatSurface
import Lengths

/// Messages whose heights the host supplies.
struct SuppliedMessages: MessageSource {
  var first: Int
  var count: Int
  /// The least height, in points.
  var height = 40
  /// Which message is a layout unit taller than its number says; nil for none.
  var taller: Int?

  func id(at index: Int) -> MessageID { MessageID(rawValue: "m\(first + index)") }
  func index(of id: MessageID) -> Int? {
    guard let number = Int(id.rawValue.dropFirst()) else { return nil }
    return (first..<first + count).contains(number) ? number - first : nil
  }
  func message(at index: Int) -> Message {
    Message(
      id: id(at: index),
      role: role(at: index),
      text: "Hello",
      suppliedHeight: suppliedHeight(at: index)
    )
  }
  func characterCount(at index: Int) -> Int { 5 }
  func role(at index: Int) -> Message.Role {
    (first + index).isMultiple(of: 2) ? .user : .assistant
  }
  func suppliedHeight(at index: Int) -> LayoutUnit? {
    LayoutUnit(points: height + index % 7) + LayoutUnit(rawValue: index == taller ? 1 : 0)
  }
}
