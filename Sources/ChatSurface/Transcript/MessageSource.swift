import Lengths

/// A list of messages that may be made on demand.
///
/// A history of a million messages is described by a source, not held in memory: the surface asks
/// for a message when it is about to be measured.
public protocol MessageSource: Sendable {
  /// How many messages there are.
  var count: Int { get }

  /// The name of the message at `index`; the same at every call.
  func id(at index: Int) -> MessageID

  /// Where the message named `id` is; nil when it is none of this source's.
  func index(of id: MessageID) -> Int?

  /// Makes the message at `index`; the same at every call.
  func message(at index: Int) -> Message

  /// How many Unicode scalars the message's text has, for estimating its height; cheap.
  func characterCount(at index: Int) -> Int

  /// Who speaks in the message at `index`. Cheap.
  func role(at index: Int) -> Message.Role

  /// The height the host gives the message; nil when the engine measures. Cheap.
  func suppliedHeight(at index: Int) -> LayoutUnit?

  /// A name that two messages have; nil when all names differ.
  var firstDuplicate: MessageID? { get }

  /// The first message whose supplied height is negative or above 1,000,000 pt, and that height;
  /// nil when all are in range.
  var firstHeightOutOfRange: (id: MessageID, height: LayoutUnit)? { get }
}

extension MessageSource {
  /// No height is supplied by default.
  public func suppliedHeight(at index: Int) -> LayoutUnit? { nil }

  /// Made from the message; sources that know it without making the message say so themselves.
  public func role(at index: Int) -> Message.Role { message(at: index).role }

  /// A source whose names are numbered has no duplicates.
  public var firstDuplicate: MessageID? { nil }

  /// A source that supplies no heights has none out of range.
  public var firstHeightOutOfRange: (id: MessageID, height: LayoutUnit)? { nil }
}

/// Messages that are all there.
public struct ListedMessages: MessageSource {
  /// The messages, in order.
  public let messages: [Message]
  private let positions: [MessageID: UInt32]
  /// The first name that came a second time; nil when all names differ.
  public let firstDuplicate: MessageID?
  /// The first message with a supplied height out of range, and that height; nil without one.
  public let firstHeightOutOfRange: (id: MessageID, height: LayoutUnit)?

  /// The messages that stay at the top while what follows them is scrolled, in order.
  package let sticky: [MessageID]

  /// Lists `messages`. Of two with one name `index(of:)` finds the first.
  ///
  /// Every name is looked at here, and no text: what a `load` costs later depends on what is seen. A long
  /// list is best made before the frame that loads it, on any thread.
  ///
  /// - Complexity: O(messages).
  public init(_ messages: [Message]) {
    self.messages = messages
    var positions = [MessageID: UInt32](minimumCapacity: messages.count)
    var duplicate: MessageID?
    for (index, message) in messages.enumerated() {
      guard let first = positions.updateValue(UInt32(index), forKey: message.id) else { continue }
      positions[message.id] = first
      duplicate = duplicate ?? message.id
    }
    self.positions = positions
    sticky = messages.lazy.filter(\.isSticky).map(\.id)
    firstDuplicate = duplicate
    firstHeightOutOfRange =
      messages.lazy.compactMap { message in
        message.heightOutOfRange.map { (message.id, $0) }
      }.first
  }

  public var count: Int { messages.count }
  public func id(at index: Int) -> MessageID { messages[index].id }
  public func index(of id: MessageID) -> Int? { positions[id].map { Int($0) } }
  public func message(at index: Int) -> Message { messages[index] }
  public func role(at index: Int) -> Message.Role { messages[index].role }
  public func characterCount(at index: Int) -> Int {
    let text = messages[index].text
    return text.utf8.withContiguousStorageIfAvailable { Answer.scalarCount(of: $0) }
      ?? text.unicodeScalars.count
  }
  public func suppliedHeight(at index: Int) -> LayoutUnit? { messages[index].suppliedHeight }
}
