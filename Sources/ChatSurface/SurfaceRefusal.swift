import Lengths

/// An edit that was refused; the conversation is as it was before.
public enum SurfaceRefusal: Error, Hashable, Sendable {
  /// A message of this name is there already.
  case duplicate(MessageID)
  /// No message has this name.
  case unknown(MessageID)
  /// The index lies outside 0 ... count.
  case indexOutOfRange(Int, count: Int)
  /// The height is negative or above 1,000,000 pt.
  case heightOutOfRange(MessageID, LayoutUnit)
  /// The message would be longer than 4 MiB; it becomes `failed`.
  case tooLong(MessageID, bytes: Int)
  /// The message would be taller than 1,000,000 pt; it becomes `failed`.
  case tooTall(MessageID, LayoutUnit)
}

extension SurfaceRefusal: CustomStringConvertible {
  /// What was refused and why.
  public var description: String {
    switch self {
    case .duplicate(let id): "message \(id) is there already; names must be unique"
    case .unknown(let id): "no message is named \(id)"
    case .indexOutOfRange(let index, let count):
      "index \(index) is not in 0 ... \(count), the places a message can be put"
    case .heightOutOfRange(let id, let height):
      "message \(id) cannot be \(height) tall; heights are 0 to 1000000 pt"
    case .tooLong(let id, let bytes):
      "message \(id) would have \(bytes) bytes of text; the limit is 4194304"
    case .tooTall(let id, let height):
      "message \(id) would be \(height) tall; the limit is 1000000 pt"
    }
  }
}
