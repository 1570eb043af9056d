/// The texts that a script's events ask for, from the script alone: what was sent, and where it belongs.
package struct ScriptAccount: Sendable {
  /// How long a text is at most, and how many tasks and streams there are.
  static let limits = (text: SentText.limits.text, tasks: 1_000, streams: 1_000)

  /// What a stream brings to a message.
  package struct Stream: Sendable {
    package internal(set) var id: String
    var text: SentText
    /// How long the text was before.
    package let base: Int
    /// Whether it takes tokens.
    package internal(set) var isOpen = true
    /// Whether all of it was shown, or the rest is not due.
    package internal(set) var isSettled = false
    /// Whether the message went, or its text did.
    package internal(set) var isWithdrawn = false

    /// What was sent after what was there before, invalid UTF-8 repaired.
    package var input: [UInt8] { Array(text.repaired.dropFirst(base)) }
    /// How many bytes came with a place and had come before.
    package var replayedUTF8: Int { text.repeatedUTF8 }
  }

  /// A send that is answered, and the answers that began since.
  struct Task: Sendable {
    var question: String?
    var answers: Set<String> = []
  }

  package internal(set) var streams: [Stream] = []
  /// Tokens that came when nothing took them.
  package private(set) var discardedTokens = 0
  var conversation = SentConversation()
  var tasks: [Task] = []
  /// Sent messages of which the app has not given its own copy, oldest first.
  var awaited: [String] = []
  var placeholder: String?
  /// How many things are attached in the composer.
  package var attached = 0
  /// A message that goes, unless the next event of its instant brings it back.
  private var leaving: (id: String, instant: Int64)?
  let addsPlaceholder: Bool

  /// - Parameter addsPlaceholder: Whether something stands where an answer is waited for.
  package init(addsPlaceholder: Bool) { self.addsPlaceholder = addsPlaceholder }

  /// Something else happens than that what went comes back.
  package mutating func endInstant() {
    if let id = leaving?.id { remove(id) }
    leaving = nil
  }

  /// A message goes, unless the next event of the instant brings it back under another name.
  package mutating func remove(_ id: String, at instant: Int64) { leaving = (id, instant) }

  /// A message comes at a place, nil at the end.
  package mutating func add(_ message: SentMessage, at place: Int?, in instant: Int64) {
    if let leaving, leaving.instant == instant, isSame(leaving.id, message, at: place) {
      self.leaving = nil
      rename(leaving.id, to: message.id)
      return adopt(message)
    }
    endInstant()
    add(message, at: place)
  }

  /// All of a stream was shown.
  package mutating func settle(_ stream: Int) { streams[stream].isSettled = true }

  /// A token comes for a conversation that is closed.
  package mutating func discardToken() { discardedTokens += 1 }

  /// The rest of all that streams is not due.
  package mutating func withdrawAll() { for stream in streams.indices { withdraw(stream) } }

  /// What is to be shown of a message in the end; nil when none has this name.
  package func text(of id: String) -> [UInt8]? { conversation[id].map(text) }

  // MARK: Streams

  /// The stream of a message that is not settled.
  func live(_ id: String) -> Int? {
    conversation.entries[id]?.stream.flatMap { streams[$0].isSettled ? nil : $0 }
  }

  func text(of entry: SentConversation.Entry) -> [UInt8] {
    entry.stream.map { streams[$0].text.repaired } ?? entry.text
  }

  /// The stream that takes what comes of a message: of one that came as one that streams, a new one.
  @discardableResult
  package mutating func open(_ id: String) -> Int? {
    if let stream = live(id) { return streams[stream].isOpen ? stream : nil }
    guard let entry = conversation[id], entry.state == .streaming, entry.role != .user, hasRoom
    else { return nil }
    return stream(id)
  }

  private var hasRoom: Bool { streams.count { !$0.isSettled } < Self.limits.streams }

  private mutating func stream(_ id: String) -> Int? {
    guard var entry = conversation[id] else { return nil }
    let text = text(of: entry)
    streams.append(Stream(id: id, text: SentText(text), base: text.count))
    (entry.role, entry.state, entry.stream) = (.assistant, .streaming, streams.count - 1)
    conversation[id] = entry
    return entry.stream
  }

  /// A token comes, of which the script may say where in the text it belongs, in Unicode scalars.
  package mutating func put(_ bytes: [UInt8], at place: Int? = nil, of id: String) {
    guard let stream = open(id) else { return discardedTokens += 1 }
    let isTaken =
      place.map { streams[stream].text.put(bytes, at: $0) } ?? streams[stream].text.append(bytes)
    if !isTaken { close(stream) }
  }

  package mutating func begin(_ id: String) {
    if let stream = live(id) {
      guard !streams[stream].isOpen else { return }
      streams[stream].isOpen = true
      conversation[id]?.state = .streaming
    } else {
      guard conversation[id]?.role != .user, hasRoom else { return }
      if !takePlaceholder(as: id), conversation[id] == nil {
        add(SentMessage(id: id, role: .assistant, text: "", state: nil), at: nil)
      }
      _ = stream(id)
    }
    noteAnswer(id)
  }

  package mutating func end(_ id: String) { if let stream = open(id) { close(stream) } }

  mutating func close(_ stream: Int) {
    streams[stream].isOpen = false
    streams[stream].text.leaveHole()
    conversation[streams[stream].id]?.state = .ended
  }

  mutating func withdraw(_ stream: Int) {
    guard !streams[stream].isSettled else { return }
    (streams[stream].isOpen, streams[stream].isSettled) = (false, true)
    streams[stream].isWithdrawn = true
  }

  /// The app says what a message says, and what has become of it.
  package mutating func update(_ id: String, to text: String, _ state: SentMessage.State?) {
    guard conversation[id] != nil, text.utf8.count <= Self.limits.text else { return }
    setText(of: id, to: text)
    if let state { become(state, id) }
  }

  /// What was sent is not due any more; the new text is, and what the stream brings after it.
  mutating func setText(of id: String, to text: String) {
    guard var entry = conversation[id] else { return }
    if let stream = live(id) {
      var new = Stream(id: id, text: streams[stream].text, base: 0, isOpen: streams[stream].isOpen)
      new.text.replace(with: Array(text.utf8))
      withdraw(stream)
      streams.append(new)
      entry.stream = streams.count - 1
    } else {
      (entry.text, entry.stream) = (Array(text.utf8), nil)
    }
    conversation[id] = entry
  }

  mutating func become(_ state: SentMessage.State, _ id: String) {
    let stream = live(id)
    if state == .ended, let stream { close(stream) }
    if state == .streaming, let stream { streams[stream].isOpen = true }
    if state != .optimistic { conversation[id]?.state = state }
  }
}
