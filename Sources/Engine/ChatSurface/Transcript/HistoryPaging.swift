/// Messages above the first one that is shown, which come page by page.
package protocol HistoryPaging: Sendable {
  var count: Int { get }
  var isEmpty: Bool { get }
  /// Every message that is not shown, in order.
  ///
  /// - Complexity: O(messages).
  var messages: [Message] { get }
  func contains(_ id: MessageID) -> Bool

  /// A conversation is loaded.
  ///
  /// - Returns: What is shown of it.
  mutating func load(_ source: any MessageSource) -> any MessageSource
  /// The app gives older messages: while some are not shown these are not shown either.
  mutating func prepend(_ source: any MessageSource)
  mutating func next() -> (any MessageSource)?
  /// Brings what an event is about, which counts messages and names them whether shown or not.
  ///
  /// - Returns: The pages to show first, the newest first; and the event, with places counted among what is
  ///   shown then.
  mutating func bring(for event: SurfaceEvent) -> (pages: [any MessageSource], event: SurfaceEvent)
  mutating func removeAll()
}
