// Lists and pages: which of their messages are there under another name.
extension ScriptAccount {
  package mutating func load(_ list: (any SentList)?) {
    withdrawAll()
    (tasks, awaited, placeholder) = ([], [], nil)
    conversation = list.map { SentConversation($0) } ?? SentConversation()
  }

  /// Messages of a page that are there are left out; the copies of sent ones give them their names.
  package mutating func takePage(_ list: any SentList, isOlder: Bool) {
    var fresh: [Range<Int>] = []
    for index in 0..<list.count {
      let id = list.name(at: index)
      if conversation[id] != nil {
        if awaited.contains(id) {
          adopt(list.sent(at: index))
        } else if placeholder == id, list.sent(at: index).role == .assistant,
          takePlaceholder(as: id)
        {
          adopt(list.sent(at: index))
        }
      } else if !awaited.isEmpty, let old = awaitedName(of: list.sent(at: index)) {
        rename(old, to: id)
        adopt(list.sent(at: index))
      } else if let last = fresh.last, last.upperBound == index {
        fresh[fresh.count - 1] = last.lowerBound..<index + 1
      } else {
        fresh.append(index..<index + 1)
      }
    }
    var place = isOlder ? 0 : conversation.ids.count
    for range in fresh {
      conversation.insert(list, range, at: place)
      place += range.count
    }
  }

  /// What is not in the list goes, what is has the list's text. A list that has nothing in common with the
  /// conversation is another one.
  package mutating func replaceAll(with list: any SentList) {
    var known =
      awaited + streams.indices.compactMap { streams[$0].isSettled ? nil : streams[$0].id }
    known += tasks.flatMap { [$0.question].compactMap { $0 } + $0.answers.sorted() }
    if known.contains(where: { list.place(of: $0) == nil }) {
      guard let names = sameMessages(in: list) else { return load(list) }
      for (old, new) in names { rename(old, to: new) }
    }
    for id in known + [placeholder].compactMap({ $0 }) where list.place(of: id) == nil {
      forget(id)
    }
    let kept = conversation.entries.filter { live($0.key) != nil && list.place(of: $0.key) != nil }
    conversation = SentConversation(list, keeping: kept)
    awaited = []
    for id in kept.keys.sorted() {
      if let place = list.place(of: id) { takeListed(list.sent(at: place)) }
    }
  }

  /// Between which messages of both lists something stands.
  private struct Gap: Hashable {
    var after: String?
    var before: String?
  }

  /// The gap of each message that is in one list alone; nil of one that is in both, under the name given.
  private func gaps(_ shared: [String?]) -> [Gap?] {
    var gaps: [Gap?] = shared.map { $0 == nil ? Gap() : nil }
    var last: String?
    for index in shared.indices {
      gaps[index]?.after = last
      last = shared[index] ?? last
    }
    last = nil
    for index in shared.indices.reversed() {
      gaps[index]?.before = last
      last = shared[index] ?? last
    }
    return gaps
  }

  /// Messages that a list has under another name, and that name; nil where it is another conversation.
  private func sameMessages(in list: any SentList) -> [(old: String, new: String)]? {
    let old = conversation.ids
    let new = (0..<list.count).map { list.name(at: $0) }
    var names: [String: String] = [:]
    for id in old where list.place(of: id) != nil { names[id] = id }
    let sharesNames = !names.isEmpty
    var pairs: [(old: String, new: String)] = []
    var taken = Set(new.filter { conversation[$0] != nil })
    func match(_ id: String, _ index: Int) {
      pairs.append((id, new[index]))
      names[id] = new[index]
      taken.insert(new[index])
    }
    for index in new.indices where !awaited.isEmpty {
      if let id = awaitedName(of: list.sent(at: index)), names[id] == nil { match(id, index) }
    }
    var left = Dictionary(
      grouping: zip(old, gaps(old.map { names[$0] })).filter { $0.1 != nil },
      by: \.1
    ).mapValues { $0.map(\.0) }
    for (index, gap) in gaps(new.map { taken.contains($0) ? $0 : nil }).enumerated()
    where gap != nil {
      let message = list.sent(at: index)
      guard let place = left[gap]?.firstIndex(where: { saysTheSame($0, message) }),
        let id = left[gap]?.remove(at: place)
      else { continue }
      match(id, index)
    }
    let said = pairs.count
    // Without text both neighbours have to be the same.
    for (place, id) in old.enumerated().dropFirst().dropLast() where names[id] == nil {
      guard let entry = conversation[id], text(of: entry).isEmpty,
        let after = names[old[place - 1]],
        let index = list.place(of: after).map({ $0 + 1 }), index + 1 < new.count,
        names[old[place + 1]] == new[index + 1], !taken.contains(new[index])
      else { continue }
      let message = list.sent(at: index)
      if message.text.isEmpty, message.role == entry.role { match(id, index) }
    }
    if sharesNames { return pairs }
    let texts = old.count { conversation[$0].map { !text(of: $0).isEmpty } ?? false }
    let others = new.indices.count { !list.sent(at: $0).text.isEmpty }
    return !pairs.isEmpty && 2 * said >= min(texts, others) ? pairs : nil
  }
}
