import Lengths

/// Messages above the first one that is shown: they come page by page, the newest page first.
///
/// Complexity: O(lists) each, of which a load and each page of the app's bring one.
package struct OlderPages {
  /// How many messages are shown at first, and come at a time; nil where all are shown.
  private let length: Int?
  /// What is not shown, oldest first.
  private var lists: [any MessageSource] = []

  /// Makes pages of nothing.
  package init(length: Int?) { self.length = length }

  /// How many messages are not shown.
  package var count: Int { lists.reduce(0) { $0 + $1.count } }

  /// Whether everything is shown.
  package var isEmpty: Bool { lists.isEmpty }

  /// Every message that is not shown, in order.
  ///
  /// - Complexity: O(messages).
  package var messages: [Message] {
    lists.flatMap { list in (0..<list.count).map { list.message(at: $0) } }
  }

  /// Whether a message is there that is not shown.
  package func contains(_ id: MessageID) -> Bool { lists.contains { $0.index(of: id) != nil } }

  /// A conversation is loaded.
  ///
  /// - Returns: What is shown of it.
  mutating func load(_ source: any MessageSource) -> any MessageSource {
    lists.removeAll()
    guard let length, source.count > length else { return source }
    let first = source.count - length
    lists.append(MessageSlice(source: source, range: 0..<first))
    return MessageSlice(source: source, range: first..<source.count)
  }

  /// The app gives older messages while some are not shown: these are not shown either.
  mutating func prepend(_ source: any MessageSource) { lists.insert(source, at: 0) }

  /// Nothing is there that is not shown.
  mutating func removeAll() { lists.removeAll() }

  /// The next page; nil when everything is shown.
  mutating func next() -> (any MessageSource)? {
    guard let last = lists.popLast() else { return nil }
    guard let length, last.count > length else { return last }
    let first = last.count - length
    lists.append(MessageSlice(source: last, range: 0..<first))
    return MessageSlice(source: last, range: first..<last.count)
  }
}
