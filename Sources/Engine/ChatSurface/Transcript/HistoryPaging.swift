/// Messages above the first one that is shown, which come page by page.
package protocol HistoryPaging: Sendable {
  /// How many messages are not shown.
  var count: Int { get }
  /// Whether everything is shown.
  var isEmpty: Bool { get }
  /// Every message that is not shown, in order.
  ///
  /// - Complexity: O(messages).
  var messages: [Message] { get }
  /// Whether a message is there that is not shown.
  func contains(_ id: MessageID) -> Bool

  /// A conversation is loaded.
  ///
  /// - Returns: What is shown of it.
  mutating func load(_ source: any MessageSource) -> any MessageSource
  /// The app gives older messages: while some are not shown these are not shown either.
  mutating func prepend(_ source: any MessageSource)
  /// The next page; nil when everything is shown.
  mutating func next() -> (any MessageSource)?
  /// Brings what an event is about, which counts messages and names them whether shown or not.
  ///
  /// - Returns: The pages to show first, the newest first; and the event, with places counted among what is
  ///   shown then.
  mutating func bring(for event: SurfaceEvent) -> (pages: [any MessageSource], event: SurfaceEvent)
  /// Nothing is there that is not shown.
  mutating func removeAll()
}
