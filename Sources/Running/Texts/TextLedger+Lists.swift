import ChatSurface

// Messages that come under another name, and lists that say more or less than has arrived.
extension TextLedger {
  /// The app gives its own copy of a sent message: under the same name, or with the same text under another.
  mutating func takeCopy(_ message: Message, before surface: any RunEngine) {
    if let index = awaited.firstIndex(where: { $0.id == message.id }) {
      awaited.remove(at: index)
    } else if message.role == .user, length(of: message.id, before: surface) == nil,
      let index = awaited.firstIndex(where: { $0.text == message.text })
    {
      rename(awaited.remove(at: index).id, to: message.id, before: surface)
    }
  }

  mutating func takeCopies(from source: any MessageSource, before surface: any RunEngine) {
    for index in 0..<source.count where !awaited.isEmpty && source.role(at: index) == .user {
      takeCopy(source.message(at: index), before: surface)
    }
  }

  /// What is not in the list is taken away, what is has the list's text. An answer that the list has under
  /// another name goes on under that.
  mutating func replaceAll(with source: any MessageSource) {
    var ids: [MessageID] = []
    for account in accounts where !account.isSettled && !ids.contains(account.id) {
      ids.append(account.id)
    }
    for id in ids {
      guard let index = source.index(of: id) ?? place(of: id, in: source) else {
        withdraw { $0 == id }
        continue
      }
      let message = source.message(at: index)
      for index in accounts.indices where accounts[index].id == id {
        accounts[index].id = message.id
      }
      for index in runningTasks.indices where runningTasks[index].answers.remove(id) != nil {
        runningTasks[index].answers.insert(message.id)
      }
      if !isBehind(message) {
        replaceText(of: message.id, with: message.text)
        if message.saysState { become(message.state, message.id) }
      }
    }
    let tasks = awaited.map(\.id)
    beginAnew(with: [source])
    awaited = tasks.filter { source.index(of: $0) == nil }.map { ($0, "") }
  }

  /// Where a list has an answer under a name that is new: one text begins the other.
  private func place(of id: MessageID, in source: any MessageSource) -> Int? {
    guard let account = accounts.last(where: { $0.id == id && !$0.isSettled }), account.base == 0,
      !account.input.isEmpty
    else { return nil }
    let text = account.repaired
    return (0..<source.count).first { index in
      guard source.role(at: index) == .assistant,
        !accounts.contains(where: { $0.id == source.id(at: index) })
      else { return false }
      let other = Array(source.message(at: index).text.utf8)
      guard !other.isEmpty else { return false }
      return account.isOpen
        ? text.starts(with: other) || other.starts(with: text) : other == text
    }
  }

  /// Whether a list has of an answer that takes more less than what has arrived.
  private func isBehind(_ message: Message) -> Bool {
    guard let account = accounts.last(where: { $0.id == message.id && !$0.isSettled }),
      account.isOpen, account.base == 0
    else { return false }
    let text = Array(message.text.utf8)
    return text.count < account.input.count && account.input.starts(with: text)
  }

  /// The app says what has become of a message.
  mutating func become(_ state: Message.State?, _ id: MessageID) {
    switch state {
    case .complete, .cancelled, .failed:
      expected.remove(id)
      close { $0 == id }
    case .streaming:
      if let index = accounts.lastIndex(where: { $0.id == id && !$0.isSettled }) {
        accounts[index].isOpen = true
      } else {
        expected.insert(id)
      }
    case .optimistic, nil: break
    }
  }
}
