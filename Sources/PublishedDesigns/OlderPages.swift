import ChatSurface

/// Messages above the first one that is shown: they come page by page, the newest page first.
///
/// Complexity: O(lists) each, of which a load and each page of the app's bring one.
package struct OlderPages: HistoryPaging {
  /// How many messages are shown at first, and come at a time.
  private let length: Int
  /// What is not shown, oldest first.
  private var lists: [any MessageSource] = []

  /// Makes pages of nothing.
  package init(length: Int) { self.length = length }

  package var count: Int { lists.reduce(0) { $0 + $1.count } }

  package var isEmpty: Bool { lists.isEmpty }

  package var messages: [Message] {
    lists.flatMap { list in (0..<list.count).map { list.message(at: $0) } }
  }

  package func contains(_ id: MessageID) -> Bool { lists.contains { $0.index(of: id) != nil } }

  package mutating func load(_ source: any MessageSource) -> any MessageSource {
    lists.removeAll()
    guard source.count > length else { return source }
    let first = source.count - length
    lists.append(MessageSlice(source: source, range: 0..<first))
    return MessageSlice(source: source, range: first..<source.count)
  }

  package mutating func prepend(_ source: any MessageSource) { lists.insert(source, at: 0) }

  /// Takes a whole list that begins with what is not shown: that is the list's from here on.
  ///
  /// - Returns: The rest of the list; nil when it begins otherwise, or is to be refused.
  /// - Complexity: O(messages that are not shown).
  private mutating func keep(beginningOf source: any MessageSource) -> (any MessageSource)? {
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

  package mutating func removeAll() { lists.removeAll() }

  package mutating func next() -> (any MessageSource)? {
    take(downTo: lists.last.map { $0.count - 1 })
  }

  package mutating func bring(
    for event: SurfaceEvent
  ) -> (pages: [any MessageSource], event: SurfaceEvent) {
    var pages: [any MessageSource] = []
    if let id = event.messageID {
      while contains(id), let page = take(downTo: lists.last?.index(of: id)) { pages.append(page) }
    }
    switch event {
    case .insert(let index, let message):
      if index < count { pages += all() }
      return (pages, .insert(index: index - count, message))
    case .move(let id, let index):
      if index < count { pages += all() }
      return (pages, .move(id, index: index - count))
    case .replaceAll(let source):
      // The list goes on with what is not shown yet: that stays so.
      if let shown = keep(beginningOf: source) { return (pages, .replaceAll(shown)) }
      return (pages + all(), event)
    default: return (pages, event)
    }
  }

  /// Everything, list by list.
  private mutating func all() -> [any MessageSource] {
    defer { lists.removeAll() }
    return lists.reversed()
  }

  /// Takes whole pages from the end of the last list, down to the one with an index; nil for all of it.
  private mutating func take(downTo index: Int?) -> (any MessageSource)? {
    guard let list = lists.popLast() else { return nil }
    guard let index else { return list }
    let pages = (list.count - index + length - 1) / length
    guard list.count > pages * length else { return list }
    let first = list.count - pages * length
    lists.append(MessageSlice(source: list, range: 0..<first))
    return MessageSlice(source: list, range: first..<list.count)
  }
}

extension SurfaceEvent {
  /// The message that it is about, which has to be there; nil where it is about none.
  fileprivate var messageID: MessageID? {
    switch self {
    case .append(let message), .insert(_, let message): message.id
    case .remove(let id), .move(let id, _), .update(let id, _, _), .replaceID(let id, _),
      .setHeight(let id, _), .imageSize(let id, _, _, _), .card(let id, _, _),
      .partHeight(let id, _, _, _), .partLimit(let id, _, _), .partScroll(let id, _, _),
      .accessibilityFocus(let id?), .scroll(.below(let id, _), _, _),
      .auxiliary(.actions(let id), _), .auxiliary(.below(let id), _), .send(let id, _),
      .regenerate(let id, _),
      .streamBegin(let id), .scroll(.message(let id, _), _, _), .select(let id, _):
      id
    case .restore(let anchor, _): anchor.id
    default: nil
    }
  }
}
