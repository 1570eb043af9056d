import ChatSurface
import Lengths

/// A plain list of what should be in a conversation, whatever happens to it. Where no list can tell, it
/// says nothing.
struct PlainConversation {
  struct Entry {
    var id: MessageID
    var role: Message.Role
    /// What it says; nil where that is not told here.
    var text: String?
    /// The height its host gave it; nil where it has none, or its parts or actions may have others.
    var height: LayoutUnit?
    /// Whether an answer has begun to stream as it.
    var isStreamed = false
    /// Whether it came as one that streams: what comes of it is taken.
    var isExpected = false
  }

  private(set) var entries: [Entry] = []
  /// Questions that were sent since the conversation was opened and are there still.
  private(set) var sent: Set<MessageID> = []
  /// Messages that wait for the app's copy, oldest first: it has their role and text.
  private var awaited: [MessageID] = []
  /// What the event before took away, in the same instant.
  private var removed: (entry: Entry, wasSent: Bool)?
  /// Whether what is expected in an answer's place may be renamed by it: the list of names is then not
  /// told.
  let addsPlaceholder: Bool

  init(_ profile: Profile) { addsPlaceholder = profile.addsPlaceholder }

  /// Messages of which no list can tell whether they are those that were there.
  private var isUncertain: Set<MessageID> = []

  var ids: [MessageID] { entries.map(\.id) }

  private func index(of id: MessageID) -> Int? { entries.firstIndex { $0.id == id } }
  private func has(_ id: MessageID) -> Bool { index(of: id) != nil }

  // MARK: Refusals

  /// Whether an event is refused now; nil where no list can tell.
  func refuses(_ event: SurfaceEvent) -> Bool? {
    if addsPlaceholder { return nil }
    switch event {
    case .load(let source): return repeats(source) || hasBadHeight(source)
    // An app's own copy of a message takes its place where the first one was optimistic.
    case .append(let message): return has(message.id) ? nil : message.hasBadHeight
    case .appendPage(let source), .prepend(let source):
      return repeats(source) || hasBadHeight(source)
    case .insert(let index, let message):
      if !(0...entries.count).contains(index) { return true }
      return has(message.id) ? nil : message.hasBadHeight
    case .remove(let id), .update(let id, _, _): return !has(id)
    case .removeAll: return false
    case .move(let id, let index): return !has(id) || !(0..<entries.count).contains(index)
    case .replaceID(let old, let new): return !has(old) || has(new)
    case .replaceAll(let source): return repeats(source) || hasBadHeight(source)
    case .setHeight(let id, let height): return !has(id) || height?.isBad == true
    case .send(let id, let text):
      if has(id) { return true }
      // Something may be attached.
      return text.isEmpty || text == " " ? nil : false
    case .streamBegin(let id):
      guard let index = index(of: id) else { return false }
      return entries[index].role == .user ? true : (entries[index].isStreamed ? nil : false)
    default: return nil
    }
  }

  private func repeats(_ source: any MessageSource) -> Bool {
    Set(source.all.map(\.id)).count != source.count
  }

  private func hasBadHeight(_ source: any MessageSource) -> Bool {
    source.all.contains { $0.hasBadHeight }
  }

  // MARK: Events

  /// Another instant comes.
  mutating func beginFrame() { removed = nil }

  /// Takes an event that was not refused.
  mutating func take(_ event: SurfaceEvent) {
    let removed = removed
    self.removed = nil
    switch event {
    case .append(let message), .insert(_, let message):
      takeName(of: message)
      if let removed, removed.entry.role == message.role { comeBack(removed, as: message, event) }
    default: break
    }
    takeKnown(event)
  }

  /// The copy of a message that waits gives it its name.
  private mutating func takeName(of message: Message) {
    guard !has(message.id), message.state != .optimistic else { return }
    let place = awaited.firstIndex { id in
      entries.contains { $0.id == id && $0.role == message.role && $0.text == message.text }
    }
    guard let place else { return }
    let old = awaited.remove(at: place)
    change(old) { $0.id = message.id }
    if sent.remove(old) != nil { sent.insert(message.id) }
  }

  /// What was taken away in this instant may be the same message: it is there again, and no list can tell
  /// its height.
  private mutating func comeBack(
    _ removed: (entry: Entry, wasSent: Bool),
    as message: Message,
    _ event: SurfaceEvent
  ) {
    guard removed.entry.text.map({ $0 == message.text }) ?? true, !has(message.id) else { return }
    if removed.wasSent { sent.insert(message.id) }
    isUncertain.insert(message.id)
  }

  private mutating func takeKnown(_ event: SurfaceEvent) {
    switch event {
    case .load(let source): open(source.all)
    case .removeAll: open([])
    case .append(let message):
      if !adopt(message) {
        insert([message], at: entries.count)
        if message.state == .optimistic { awaited.append(message.id) }
      }
    case .appendPage(let source): insert(newOnes(of: source), at: entries.count)
    case .prepend(let source): insert(newOnes(of: source), at: 0)
    case .insert(let place, let message):
      guard let index = index(of: message.id) else {
        insert([message], at: place)
        if message.state == .optimistic { awaited.append(message.id) }
        return
      }
      _ = adopt(message)
      let entry = entries.remove(at: index)
      insert([entry], at: place > index ? place - 1 : place)
    case .remove(let id):
      if let index = index(of: id) { removed = (entries[index], sent.contains(id)) }
      remove { $0 == id }
    case .replaceAll(let source): replace(with: source.all)
    case .move(let id, let place):
      guard let index = index(of: id) else { return }
      let entry = entries.remove(at: index)
      insert([entry], at: place)
    case .replaceID(let old, let new):
      change(old) { $0.id = new }
      awaited.removeAll { $0 == old }
      if sent.remove(old) != nil { sent.insert(new) }
    case .update(let id, let text, _): change(id) { $0.text = $0.isStreamed ? nil : text }
    case .setHeight(let id, let height): change(id) { $0.height = height }
    case .card(let id, _, _), .partHeight(let id, _, _, _), .auxiliary(.actions(let id), _):
      change(id) { $0.height = nil }
    default: takeStreaming(event)
    }
  }

  private mutating func takeStreaming(_ event: SurfaceEvent) {
    switch event {
    case .send(let id, let text):
      entries.append(Entry(id: id, role: .user, text: text))
      sent.insert(id)
      awaited.append(id)
    case .regenerate(let id, let text):
      guard let named = index(of: id),
        let question = entries[...named].lastIndex(where: { $0.role == .user })
      else { return }
      let cut = Set(entries[(question + 1)...].map(\.id))
      remove { cut.contains($0) }
      sent.insert(entries[question].id)
      if let text { entries[question].text = text }
    case .token(let id, _), .tokenAt(let id, _, _), .partBegin(let id, _), .streamEnd(let id, _):
      change(id) { entry in
        guard entry.isExpected else { return }
        (entry.isExpected, entry.isStreamed, entry.text) = (false, true, nil)
      }
    case .streamBegin(let id):
      awaited.removeAll { $0 == id }
      if !has(id) { entries.append(Entry(id: id, role: .assistant)) }
      change(id) {
        $0.isStreamed = true
        $0.text = nil
      }
    default: break
    }
  }

  /// What of a page is not there; a copy of what waits gives that its name.
  private mutating func newOnes(of source: any MessageSource) -> [Message] {
    source.all.filter { message in
      takeName(of: message)
      // What stands where an answer is expected has the question's name.
      if addsPlaceholder, message.id.rawValue.hasSuffix(".answer") { return false }
      return !adopt(message)
    }
  }

  /// The app's own copy of a message that is there: no list can tell what it says then.
  private mutating func adopt(_ message: Message) -> Bool {
    guard let index = index(of: message.id) else { return false }
    awaited.removeAll { $0 == message.id }
    entries[index].text = nil
    entries[index].height = nil
    return true
  }

  private mutating func open(_ messages: [Message]) {
    entries = messages.map { Entry($0) }
    sent = []
    awaited = []
  }

  private mutating func insert(_ messages: [Message], at index: Int) {
    let new = messages.map { message in
      var entry = Entry(message)
      if isUncertain.contains(message.id) { (entry.text, entry.height) = (nil, nil) }
      return entry
    }
    insert(new, at: index)
    isUncertain.removeAll()
  }

  /// Where the list is not told, a place may lie outside of it.
  private mutating func insert(_ new: [Entry], at index: Int) {
    entries.insert(contentsOf: new, at: max(0, min(index, entries.count)))
  }

  private mutating func remove(_ isGone: (MessageID) -> Bool) {
    entries.removeAll { isGone($0.id) }
    sent = sent.filter { !isGone($0) }
    awaited.removeAll(where: isGone)
  }

  private mutating func replace(with messages: [Message]) {
    // A message that is new by its name may be one that is there: no list can tell its height, nor whether
    // it holds a blank.
    let mayBeOpen = !messages.contains { has($0.id) }
    let wereSent = !sent.isEmpty
    let old = entries
    entries = messages.map { message in
      var entry = Entry(message)
      guard let before = old.first(where: { $0.id == message.id }) else {
        entry.height = nil
        return entry
      }
      entry.isStreamed = before.isStreamed
      if before.isStreamed { entry.text = nil }
      entry.height = message.suppliedHeight ?? before.height
      // Its parts or actions may have others.
      if before.height == nil { entry.height = nil }
      return entry
    }
    let ids = Set(ids)
    awaited = []
    sent = sent.filter { ids.contains($0) }
    if wereSent, !mayBeOpen || !messages.isEmpty { sent.insert("a message of another name") }
  }

  private mutating func change(_ id: MessageID, _ body: (inout Entry) -> Void) {
    if let index = index(of: id) { body(&entries[index]) }
  }
}

extension PlainConversation.Entry {
  fileprivate init(_ message: Message) {
    self.init(
      id: message.id,
      role: message.role,
      text: message.text,
      height: message.suppliedHeight
    )
    isExpected = message.state == .streaming && message.role != .user
  }
}

extension MessageSource {
  var all: [Message] { (0..<count).map { message(at: $0) } }
}

extension Message {
  fileprivate var hasBadHeight: Bool { suppliedHeight?.isBad == true }
}

extension LayoutUnit {
  fileprivate var isBad: Bool { !(.zero...LayoutUnit(points: 1_000_000)).contains(self) }
}
