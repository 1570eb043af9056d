import ChatSurface
import Lengths
import Timebase

// Which operation comes next, and those that edit the list of messages.
extension RandomSession {
  mutating func operation(at instant: Instant) {
    let index = model.isEmpty ? nil : random.nextIndex(below: model.count)
    switch random.nextIndex(below: 100) {
    case 0..<6: append(at: instant)
    case 6..<10: prepend(at: instant)
    case 10..<14: insert(at: instant)
    case 14..<18: if let index, model.count > 3 { remove(index, at: instant) }
    case 18..<21: if let index { move(index, at: instant) }
    case 21..<25: if let index { update(index, at: instant) }
    case 25..<28: if let index { setHeight(index, at: instant) }
    case 28..<31: if !suppliesHeights { changeGeometry(at: instant) }
    case 31..<33: changeSurroundings(index, at: instant)
    case 33..<50: moveViewport(index, at: instant)
    case 50: refused(index, at: instant)
    case 51..<54: send(at: instant)
    case 54..<58: begin(at: instant)
    case 58..<75: token(at: instant)
    case 75..<78: part(at: instant)
    case 78..<80: stop(at: instant)
    case 80..<84: end(at: instant)
    case 84..<90: changeInsets(at: instant)
    case 90: put(.background, at: instant)
    case 91..<93: put(.foreground, at: instant)
    case 93: put(.reducedMotion(random.nextIndex(below: 2) == 0), at: instant)
    case 94: rename(at: instant)
    case 95: put(.memoryPressure, at: instant)
    case 96: put(.typing(random.nextIndex(below: 2) == 0), at: instant)
    case 97:
      if !tasks.isEmpty { tasks.removeFirst() }
      if tasks.isEmpty { removePlaceholder() }
      put(.taskEnd, at: instant)
    case 98 where random.nextIndex(below: 4) == 0: load(at: instant)
    case 98 where random.nextIndex(below: 3) == 0: if let index { regenerate(index, at: instant) }
    case 99 where random.nextIndex(below: 2) == 0: replaceAll(at: instant)
    default: break
    }
  }

  mutating func newID() -> MessageID {
    nextID += 1
    return MessageID(rawValue: "n\(nextID)")
  }

  mutating func text() -> String {
    let words = [
      "alpha", "beta  ", "**bold** ", "\n\n", "日本語", "👩‍👩‍👧 ", "- item\n", "gamma ", "🇫🇷🇩🇪", "e\u{301}a ",
      "```\ncode\n```\n", "a longer stretch of words that wraps on most phones ", "\n", "# head\n",
    ]
    return (0..<random.nextIndex(below: 12)).map { _ in
      words[random.nextIndex(below: words.count)]
    }.joined()
  }

  mutating func message() -> Message {
    let role: Message.Role = random.nextIndex(below: 2) == 0 ? .user : .assistant
    let height = suppliesHeights ? randomHeight() : nil
    return Message(id: newID(), role: role, text: text(), suppliedHeight: height)
  }

  mutating func randomHeight() -> LayoutUnit {
    LayoutUnit(rawValue: [0, 1, 700, 3_333, 6_400, 90_000][random.nextIndex(below: 6)])
  }

  func entry(_ message: Message) -> Entry {
    Entry(
      id: message.id,
      role: message.role,
      bytes: Array(message.text.utf8),
      suppliedHeight: message.suppliedHeight
    )
  }

  mutating func append(at instant: Instant) {
    let message = message()
    if takeCopy(message) == nil,
      message.role != .assistant || !adoptPlaceholder(as: entry(message))
    {
      model.append(entry(message))
    }
    put(.append(message), at: instant)
  }

  mutating func prepend(at instant: Instant) {
    let page = (0..<1 + random.nextIndex(below: 12)).map { _ in message() }
    let new = page.filter { takeCopy($0) == nil }
    model.insert(contentsOf: new.map { entry($0) }, at: 0)
    put(.prepend(ListedMessages(page)), at: instant)
  }

  mutating func load(at instant: Instant) {
    let page = (0..<random.nextIndex(below: 30)).map { _ in message() }
    (tasks, placeholder, sent, awaited) = ([], nil, [], [])
    guard random.nextIndex(below: 4) > 0 else {
      model = []
      put(.removeAll, at: instant)
      return
    }
    model = page.map { entry($0) }
    put(.load(ListedMessages(page)), at: instant)
  }

  /// A list that has some of the messages in another order, and new ones between them.
  mutating func replaceAll(at instant: Instant) {
    var new = model.filter {
      $0.isStreamed || ($0.role != .placeholder && random.nextIndex(below: 4) > 0)
    }
    for _ in 0..<random.nextIndex(below: 4) where !new.isEmpty {
      let moved = new.remove(at: random.nextIndex(below: new.count))
      new.insert(moved, at: random.nextIndex(below: new.count + 1))
    }
    for _ in 0..<random.nextIndex(below: 4) {
      new.insert(entry(message()), at: random.nextIndex(below: new.count + 1))
    }
    guard new.allSatisfy({ !$0.isStreamed }) else { return }
    // A list that has a message under another name goes on with it: those lists have tests of their own.
    let (names, known) = (Set(new.map(\.id)), Set(model.map(\.id)))
    let left = model.filter { !names.contains($0.id) }
    for entry in new where !known.contains(entry.id) {
      if left.contains(where: { $0.role == entry.role && $0.bytes == entry.bytes }) { return }
    }
    awaited = []
    // A list without a message of the one there is opens anew.
    let old = Set(model.map(\.id))
    if new.allSatisfy({ !old.contains($0.id) }) { (tasks, placeholder, sent) = ([], nil, []) }
    model = new
    let messages = new.map { entry in
      Message(
        id: entry.id,
        role: entry.role,
        text: String(decoding: entry.bytes, as: UTF8.self),
        suppliedHeight: entry.suppliedHeight
      )
    }
    put(.replaceAll(ListedMessages(messages)), at: instant)
  }

  mutating func insert(at instant: Instant) {
    let message = message()
    let index = random.nextIndex(below: model.count + 1)
    if let place = takeCopy(message) {
      model.insert(model.remove(at: place), at: index > place ? index - 1 : index)
    } else {
      model.insert(entry(message), at: index)
    }
    put(.insert(index: index, message), at: instant)
  }

  mutating func remove(_ index: Int, at instant: Instant) {
    put(.remove(model.remove(at: index).id), at: instant)
  }

  mutating func move(_ index: Int, at instant: Instant) {
    let entry = model.remove(at: index)
    let target = random.nextIndex(below: model.count + 1)
    model.insert(entry, at: target)
    put(.move(entry.id, index: target), at: instant)
  }

  mutating func update(_ index: Int, at instant: Instant) {
    let old = String(decoding: model[index].bytes, as: UTF8.self)
    let new = random.nextIndex(below: 3) == 0 ? text() : old + text()
    model[index].bytes = Array(new.utf8)
    if !model[index].parts.isEmpty { model[index].hasKnownParts = false }
    put(.update(model[index].id, text: new), at: instant)
  }

  mutating func setHeight(_ index: Int, at instant: Instant) {
    let height = randomHeight()
    model[index].suppliedHeight = height
    put(.setHeight(model[index].id, height), at: instant)
  }
}
