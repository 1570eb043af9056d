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

  /// Takes a whole list that begins with what is not shown: that is the list's from here on.
  ///
  /// - Returns: The rest of the list; nil when it begins otherwise, or is to be refused.
  /// - Complexity: O(messages that are not shown).
  mutating func keep(beginningOf source: any MessageSource) -> (any MessageSource)? {
    let count = count
    guard count > 0, count < source.count, source.firstDuplicate == nil,
      source.firstHeightOutOfRange == nil
    else { return nil }
    var place = 0
    for list in lists {
      for index in 0..<list.count {
        guard source.id(at: place) == list.id(at: index) else { return nil }
        place += 1
      }
    }
    lists = [MessageSlice(source: source, range: 0..<count)]
    return MessageSlice(source: source, range: count..<source.count)
  }

  /// Nothing is there that is not shown.
  mutating func removeAll() { lists.removeAll() }

  /// The next page; nil when everything is shown.
  mutating func next() -> (any MessageSource)? { take(downTo: lists.last.map { $0.count - 1 }) }

  /// The next pages of one list: all of it, or down to the one with a message that is in it.
  ///
  /// - Returns: Nil when everything is shown.
  mutating func next(downTo id: MessageID) -> (any MessageSource)? {
    take(downTo: lists.last?.index(of: id))
  }

  /// All of the next list; nil when everything is shown.
  mutating func nextList() -> (any MessageSource)? { take(downTo: nil) }

  /// Takes whole pages from the end of the last list, down to the one with an index; nil for all of it.
  private mutating func take(downTo index: Int?) -> (any MessageSource)? {
    guard let list = lists.popLast() else { return nil }
    guard let length, let index else { return list }
    let pages = (list.count - index + length - 1) / length
    guard list.count > pages * length else { return list }
    let first = list.count - pages * length
    lists.append(MessageSlice(source: list, range: 0..<first))
    return MessageSlice(source: list, range: first..<list.count)
  }
}
