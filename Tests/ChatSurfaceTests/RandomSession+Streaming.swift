import ChatSurface
import Timebase

// Sends, what answers them, and what is asked again.
extension RandomSession {
  mutating func send(at instant: Instant) {
    if !tasks.isEmpty { closeStopped() }
    removePlaceholder()
    tasks.append([])
    // White space alone is refused.
    let text = text() + "?"
    let id = newID()
    model.append(Entry(id: id, role: .user, bytes: Array(text.utf8)))
    sent.append(id)
    awaited.append(id)
    if addsPlaceholder {
      let name = MessageID(rawValue: "\(id).answer")
      model.append(Entry(id: name, role: .placeholder, bytes: []))
      placeholder = name
    }
    put(.send(id, text: text), at: instant)
  }

  /// What an answer is expected in is the answer's from then on, where it stands.
  mutating func adoptPlaceholder(as answer: Entry) -> Bool {
    guard let index = model.firstIndex(where: { $0.id == placeholder }) else { return false }
    model[index] = answer
    placeholder = nil
    return true
  }

  mutating func removePlaceholder() {
    model.removeAll { $0.id == placeholder }
    placeholder = nil
  }

  /// What follows a question is cut; the answer to come may have the placeholder's place.
  mutating func regenerate(_ index: Int, at instant: Instant) {
    let named = model[index].id
    guard let question = model[...index].lastIndex(where: { $0.role == .user }) else {
      put(.regenerate(named), at: instant, refusedFor: .noQuestion(named))
      return
    }
    let id = model[question].id
    sent.removeAll { $0 == id }
    sent.append(id)
    if !tasks.isEmpty {
      closeStopped()
      removePlaceholder()
    }
    tasks.append([])
    // A placeholder that was moved above the question is no longer there.
    let place = model.firstIndex { $0.id == id } ?? question
    model.removeSubrange((place + 1)...)
    var text: String?
    if random.nextIndex(below: 2) == 0 {
      // White space alone is refused.
      let new = self.text() + "!"
      model[place].bytes = Array(new.utf8)
      text = new
    }
    if !model.contains(where: { $0.id == placeholder }) { placeholder = nil }
    if addsPlaceholder {
      let name = MessageID(rawValue: "\(id).answer")
      if !model.contains(where: { $0.id == name }) {
        model.append(Entry(id: name, role: .placeholder, bytes: []))
        placeholder = name
      }
    }
    put(.regenerate(named, text: text), at: instant)
  }

  /// The answers of the running tasks take no more; without a task none does.
  mutating func closeStopped() {
    let answers = tasks.joined()
    for index in model.indices where model[index].isOpen {
      if tasks.isEmpty || answers.contains(model[index].id) { model[index].close() }
    }
  }

  /// An answer that begins is the newest task's.
  private mutating func noteAnswer(_ id: MessageID) {
    if !tasks.isEmpty { tasks[tasks.count - 1].append(id) }
  }

  mutating func begin(at instant: Instant) {
    let existing = model.indices.filter { model[$0].isStreamed && !model[$0].isOpen }
    if let index = existing.last, random.nextIndex(below: 3) == 0 {
      model[index].isOpen = true
      noteAnswer(model[index].id)
      put(.streamBegin(model[index].id), at: instant)
      return
    }
    let id = MessageID(rawValue: "stream-\(newID())")
    let answer = Entry(id: id, role: .assistant, bytes: [], isOpen: true)
    noteAnswer(id)
    if !adoptPlaceholder(as: answer) { model.append(answer) }
    put(.streamBegin(id), at: instant)
  }

  mutating func token(at instant: Instant) {
    let open = model.indices.filter { model[$0].isStreamed }
    guard !open.isEmpty else { return }
    let index = open[random.nextIndex(below: open.count)]
    let bytes = Array(text().utf8)
    // Text after a card is a part of its own.
    if model[index].isOpen, model[index].parts.last == .card {
      if bytes.isEmpty { return }
      model[index].parts.append(.text)
    }
    // A token may end inside a scalar; the rest comes with the next one.
    let cut = bytes.isEmpty ? 0 : random.nextIndex(below: bytes.count + 1)
    for part in [bytes[..<cut], bytes[cut...]] {
      put(.token(model[index].id, Array(part)), at: instant)
      if model[index].isOpen { model[index].bytes += part }
    }
  }

  mutating func stop(at instant: Instant) {
    closeStopped()
    removePlaceholder()
    put(.stop, at: instant)
  }

  mutating func end(at instant: Instant) {
    guard let index = model.indices.last(where: { model[$0].isOpen }) else { return }
    let reason = StreamEndReason.allCases[random.nextIndex(below: 3)]
    model[index].close()
    put(.streamEnd(model[index].id, reason), at: instant)
  }

  mutating func rename(at instant: Instant) {
    guard let index = model.indices.last(where: { !model[$0].isStreamed }) else { return }
    let id = newID()
    put(.replaceID(model[index].id, with: id), at: instant)
    rename(index, to: id)
  }

  /// A message has another name; no copy of it is to come.
  private mutating func rename(_ index: Int, to id: MessageID) {
    let old = model[index].id
    awaited.removeAll { $0 == old }
    if placeholder == old { placeholder = id }
    if let place = sent.firstIndex(of: old) { sent[place] = id }
    model[index].id = id
  }

  /// A message that has the role and the text of one that was sent is the app's copy of it, the oldest's
  /// first: that one has its name from then on.
  ///
  /// - Returns: Where it stands; nil for a message that is new.
  mutating func takeCopy(_ message: Message) -> Int? {
    for id in awaited {
      guard let index = model.firstIndex(where: { $0.id == id }),
        model[index].role == message.role, model[index].bytes == Array(message.text.utf8)
      else { continue }
      rename(index, to: message.id)
      if let height = message.suppliedHeight { model[index].suppliedHeight = height }
      return index
    }
    return nil
  }
}
