// Messages that come and go, one by one, and the tasks that they begin.
extension ScriptAccount {
  func isSendable(_ text: String) -> Bool {
    text.utf8.count <= Self.limits.text && tasks.count < Self.limits.tasks
      && (attached > 0 || !text.unicodeScalars.allSatisfy(\.properties.isWhitespace))
  }

  package mutating func send(_ id: String, _ text: String) {
    guard conversation[id] == nil, isSendable(text) else { return }
    if !tasks.isEmpty { stop() }
    let message = SentMessage(id: id, role: .user, text: text, state: .optimistic)
    insert(message, at: conversation.ids.count)
    attached = 0
    beginTask(of: id)
  }

  /// What follows a question is cut, and another answer to it is waited for.
  package mutating func regenerate(_ id: String, _ text: String?) {
    guard let place = conversation.place(of: id), tasks.count < Self.limits.tasks,
      let question = conversation.ids[...place].last(where: { conversation[$0]?.role == .user }),
      text.map(isSendable) ?? true
    else { return }
    if !tasks.isEmpty { stop() }
    let next = (conversation.place(of: question) ?? place) + 1
    for id in conversation.ids[next...].reversed() { remove(id) }
    if let text { setText(of: question, to: text) }
    beginTask(of: question)
  }

  private mutating func beginTask(of question: String) {
    tasks.append(Task(question: question))
    let name = "\(question).answer"
    guard addsPlaceholder, conversation[name] == nil else { return }
    insert(
      SentMessage(id: name, role: .placeholder, text: "", state: nil),
      at: conversation.ids.count
    )
    placeholder = name
  }

  /// The answers of the tasks that run end; without a task all that stream do.
  package mutating func stop() {
    takePlaceholderAway()
    let answers = tasks.reduce(into: Set<String>()) { $0.formUnion($1.answers) }
    for stream in streams.indices where streams[stream].isOpen {
      if tasks.isEmpty || answers.contains(streams[stream].id) { close(stream) }
    }
  }

  package mutating func endTask(_ id: String?) {
    let index = id.map { id in tasks.firstIndex { $0.question == id } } ?? tasks.indices.first
    guard let index else { return }
    tasks.remove(at: index)
    if tasks.isEmpty { takePlaceholderAway() }
  }

  private mutating func takePlaceholderAway() { if let id = placeholder { remove(id) } }

  mutating func noteAnswer(_ id: String) {
    if !tasks.isEmpty { tasks[tasks.count - 1].answers.insert(id) }
  }

  /// An answer takes the place of what stands for it.
  mutating func takePlaceholder(as id: String) -> Bool {
    guard let old = placeholder, id == old || conversation[id] == nil else { return false }
    if id != old { rename(old, to: id) }
    placeholder = nil
    setText(of: id, to: "")
    conversation[id]?.role = .assistant
    return true
  }

  // MARK: Messages

  mutating func add(_ message: SentMessage, at place: Int?) {
    guard (0...conversation.ids.count).contains(place ?? 0) else { return }
    if let old = awaitedName(of: message) { rename(old, to: message.id) }
    if let entry = conversation[message.id] {
      guard awaited.contains(message.id) || entry.state == .optimistic else { return }
      adopt(message)
      if let place, let old = conversation.place(of: message.id) {
        move(message.id, to: place > old ? place - 1 : place)
      }
    } else if place == nil, message.role == .assistant, takePlaceholder(as: message.id) {
      adopt(message)
    } else {
      guard message.text.utf8.count <= Self.limits.text else { return }
      insert(message, at: place ?? conversation.ids.count)
    }
    if place == nil, message.role == .assistant { noteAnswer(message.id) }
  }

  private mutating func insert(_ message: SentMessage, at place: Int) {
    conversation.insert(message.id, SentConversation.Entry(message), at: place)
    if message.state == .optimistic { awaited.append(message.id) }
  }

  package mutating func move(_ id: String, to target: Int) {
    guard (0..<conversation.ids.count).contains(target), let entry = conversation.remove(id) else {
      return
    }
    conversation.insert(id, entry, at: target)
  }

  mutating func remove(_ id: String) {
    forget(id)
    conversation.remove(id)
  }

  package mutating func rename(_ old: String, to new: String) {
    guard conversation[new] == nil, let place = conversation.place(of: old),
      var entry = conversation.remove(old)
    else { return }
    if entry.state == .optimistic { entry.state = .ended }
    conversation.insert(new, entry, at: place)
    if let stream = entry.stream { streams[stream].id = new }
    for task in tasks.indices {
      if tasks[task].question == old { tasks[task].question = new }
      if tasks[task].answers.remove(old) != nil { tasks[task].answers.insert(new) }
    }
    awaited.removeAll { $0 == old }
    if placeholder == old { placeholder = new }
  }

  /// Nothing is due of a message that goes.
  mutating func forget(_ id: String) {
    if let stream = live(id) { withdraw(stream) }
    awaited.removeAll { $0 == id }
    if placeholder == id { placeholder = nil }
    for task in tasks.indices {
      if tasks[task].question == id { tasks[task].question = nil }
      tasks[task].answers.remove(id)
    }
  }

  /// The app gives its own copy of a message that is there.
  mutating func adopt(_ message: SentMessage) {
    awaited.removeAll { $0 == message.id }
    guard message.text.utf8.count <= Self.limits.text else { return }
    if live(message.id) != nil { return takeListed(message) }
    setText(of: message.id, to: message.text)
    conversation[message.id]?.state = message.state ?? .ended
  }

  /// A list has a message that streams: one that is older than what has arrived takes nothing back.
  mutating func takeListed(_ message: SentMessage) {
    guard let stream = live(message.id), message.text.utf8.count <= Self.limits.text else { return }
    let arrived = streams[stream].text.bytes
    if streams[stream].isOpen, message.text.utf8.count < arrived.count,
      arrived.starts(with: message.text.utf8)
    {
      return
    }
    setText(of: message.id, to: message.text)
    if let state = message.state { become(state, message.id) }
  }

  /// The sent message that this one is the copy of.
  func awaitedName(of message: SentMessage) -> String? {
    guard message.state != .optimistic, !awaited.isEmpty, conversation[message.id] == nil else {
      return nil
    }
    return awaited.first { id in
      conversation[id].map { $0.role == message.role && text(of: $0) == Array(message.text.utf8) }
        ?? false
    }
  }

  /// Whether a message says what one of another name does; while one streams its text need only begin
  /// the other's.
  func saysTheSame(_ id: String, _ message: SentMessage) -> Bool {
    guard let entry = conversation[id], entry.role == message.role, !message.text.isEmpty else {
      return false
    }
    let (old, new) = (text(of: entry), Array(message.text.utf8))
    guard live(id) != nil, !old.isEmpty else { return old == new }
    return old.starts(with: new) || new.starts(with: old)
  }

  /// Whether a message that goes is the one that comes to its place under another name.
  func isSame(_ id: String, _ message: SentMessage, at place: Int?) -> Bool {
    conversation.place(of: id) == place ?? conversation.ids.count - 1
      && conversation[message.id] == nil && saysTheSame(id, message)
  }
}
