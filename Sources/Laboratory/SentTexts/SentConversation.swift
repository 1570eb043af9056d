/// The messages that a script has brought, in order.
struct SentConversation: Sendable {
  /// What is known of a message in the place of what its list says.
  struct Entry: Sendable {
    var role: SentMessage.Role
    var text: [UInt8]
    var state: SentMessage.State
    /// The last stream of it, which has its text.
    var stream: Int?

    init(_ message: SentMessage) {
      (role, text) = (message.role, Array(message.text.utf8))
      state = message.state ?? .ended
    }
  }

  private(set) var ids: [String] = []
  private(set) var entries: [String: Entry] = [:]
  private var lists: [any SentList] = []
  /// Messages that lists have and that went.
  private var gone: Set<String> = []

  init() {}

  /// A list takes the place of all messages; what is known of its own stays.
  init(_ list: any SentList, keeping kept: [String: Entry] = [:]) {
    insert(list, 0..<list.count, at: 0)
    entries = kept
  }

  /// A message; nil when none has this name.
  subscript(id: String) -> Entry? {
    get {
      if let entry = entries[id] { return entry }
      for list in lists where !gone.contains(id) {
        if let place = list.place(of: id) { return Entry(list.sent(at: place)) }
      }
      return nil
    }
    set { entries[id] = newValue }
  }

  func place(of id: String) -> Int? { self[id] == nil ? nil : ids.lastIndex(of: id) }

  mutating func insert(_ list: any SentList, _ range: Range<Int>, at place: Int) {
    let new = range.map { list.name(at: $0) }
    ids.insert(contentsOf: new, at: place)
    // What one list has is that list's until it goes.
    for (index, id) in zip(range, new) where !gone.isEmpty && gone.contains(id) {
      entries[id] = Entry(list.sent(at: index))
    }
    lists.append(list)
  }

  mutating func insert(_ id: String, _ entry: Entry, at place: Int) {
    ids.insert(id, at: place)
    entries[id] = entry
  }

  @discardableResult
  mutating func remove(_ id: String) -> Entry? {
    guard let place = place(of: id), let entry = self[id] else { return nil }
    ids.remove(at: place)
    entries[id] = nil
    gone.insert(id)
    return entry
  }
}
