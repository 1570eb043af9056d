import ChatSurface
import Records

/// Keeps account of streamed text: what was put in, and what came out.
///
/// It watches from outside: it takes the bytes as the load gives them, decides by the events alone
/// which of them count (a stream that has ended, was stopped or was replaced takes no more), and
/// after each frame takes what has been added to the text that the surface shows. Both sides are
/// hashed with SHA-256; for a run that ends by itself the hashes are equal exactly when nothing was
/// lost, repeated or reordered.
package struct TextLedger: Sendable {
  var accounts: [StreamAccount] = []
  /// A send that is answered, and the answers that began since.
  struct Task {
    var question: MessageID
    var answers: Set<MessageID> = []
  }
  var runningTasks: [Task] = []
  /// Sent messages of which the app has not given its own copy, oldest first.
  var awaited: [(id: MessageID, text: String)] = []
  /// Messages that came as ones that stream, of which nothing has come since.
  var expected: Set<MessageID> = []
  var sources: [any MessageSource] = []
  /// Lengths of texts that were given in events the surface has not seen yet.
  private var given: [MessageID: Int] = [:]
  /// The user's messages, those of sources aside.
  private var users: Set<MessageID> = []
  /// How many things are attached in the composer.
  private var attachments = 0
  /// Messages that are in no conversation any more although a source has them.
  private var gone: Set<MessageID> = []
  /// Whether an event that the surface has not seen yet takes away all that it shows.
  private var isShownSuperseded = false
  /// What stands for the answer that the last send waits for; what it says is no answer's.
  private var placeholder: MessageID?

  /// The hash of what was put in, invalid UTF-8 repaired; lowercase hexadecimal.
  package private(set) var textIn = ""
  /// The hash of what was released, in the order of release within each stream.
  package private(set) var textOut = ""
  /// Messages whose released text is not a beginning of what was put in.
  package private(set) var damaged: [MessageID] = []
  /// Messages of which something that was due is missing.
  package private(set) var incomplete: [MessageID] = []
  /// Tokens that came when their stream took no more.
  package private(set) var discardedTokens = 0
  /// Bytes that came again with their place and had arrived already.
  package var replayedUTF8: Int { accounts.reduce(0) { $0 + $1.replayedUTF8 } }
  /// Frames whose released text was shorter than the frame's before.
  package private(set) var shrinkages = 0

  /// Makes an empty account.
  package init() {}

  /// Whether text was shown that was not put in, or not there, or was taken back.
  package var isDamaged: Bool { !damaged.isEmpty || shrinkages > 0 }
  /// Whether all that was released is what was put in, in order, and nothing due is missing.
  package var isExact: Bool { !isDamaged && incomplete.isEmpty }

  /// All that was put in, stream by stream.
  package var input: [UInt8] { accounts.flatMap(\.repaired) }
  /// All that was released, stream by stream.
  package var output: [UInt8] { accounts.flatMap(\.output) }

  /// How many words were released: runs of bytes between ASCII white space.
  package var releasedWords: Int {
    accounts.reduce(0) { sum, account in
      var isInside = false
      return account.output.reduce(sum) { count, byte in
        let wasInside = isInside
        isInside = byte != 0x20 && !(0x09...0x0D).contains(byte)
        return isInside && !wasInside ? count + 1 : count
      }
    }
  }

  // MARK: In

  /// Takes note of an event before the surface gets it.
  mutating func note(_ event: SurfaceEvent, before surface: any RunEngine) {
    switch event {
    case .token(let id, let bytes):
      expect(id, before: surface)
      put(bytes, of: id)
    case .tokenAt(let id, let bytes, let scalar):
      expect(id, before: surface)
      put(bytes, of: id, at: scalar)
    case .streamBegin(let id): begin(id, before: surface)
    case .streamEnd(let id, _):
      expect(id, before: surface)
      close { $0 == id }
    case .stop: stop()
    case .send(let id, let text): send(id, text, before: surface)
    case .regenerate(let id, let text): regenerate(id, text, before: surface)
    case .taskEnd: endTask(nil)
    case .taskEndOf(let id): endTask(id)
    case .load(let source):
      guard !isRefused(source) else { return }
      withdraw { _ in true }
      runningTasks.removeAll()
      beginAnew(with: [source])
    case .prepend(let source), .appendPage(let source):
      guard !isRefused(source) else { return }
      takeCopies(from: source, before: surface)
      // Of messages that are there already the page's texts do not count.
      sources.insert(source, at: 0)
      if !gone.isEmpty { for index in 0..<source.count { gone.remove(source.id(at: index)) } }
    case .append(let message), .insert(_, let message):
      takeCopy(message, before: surface)
      give(message.id, message.text.utf8.count)
      if message.role == .user { users.insert(message.id) }
      if case .append = event, message.role == .assistant, let newest = runningTasks.indices.last {
        runningTasks[newest].answers.insert(message.id)
      }
      if message.state == .streaming { expected.insert(message.id) }
    case .update(let id, let text, let state):
      guard text.utf8.count <= Surface.longestText else { return }
      replaceText(of: id, with: text)
      give(id, text.utf8.count)
      become(state, id)
    case .replaceAll(let source):
      guard !isRefused(source) else { return }
      replaceAll(with: source)
    case .remove(let id):
      withdraw { $0 == id }
      take(away: id)
    case .removeAll:
      withdraw { _ in true }
      runningTasks.removeAll()
      beginAnew(with: [])
    case .composer(_, _, let count?): attachments = max(0, count)
    case .replaceID(let old, let new): rename(old, to: new, before: surface)
    default: break
    }
  }

  /// The oldest task has ended, or that of a message.
  private mutating func endTask(_ id: MessageID?) {
    let index =
      id.map { id in runningTasks.firstIndex { $0.question == id } } ?? runningTasks.indices.first
    guard let index else { return }
    runningTasks.remove(at: index)
    if runningTasks.isEmpty { placeholder = nil }
  }

  private mutating func send(_ id: MessageID, _ text: String, before surface: any RunEngine) {
    guard length(of: id, before: surface) == nil, isSendable(text) else { return }
    users.insert(id)
    attachments = 0
    if !runningTasks.isEmpty { stop() }
    runningTasks.append(Task(question: id))
    awaited.append((id, text))
    give(id, text.utf8.count)
    placeholder = surface.profile.addsPlaceholder ? MessageID(rawValue: "\(id).answer") : nil
  }

  /// What follows the question is cut; what was given in this frame stands after it.
  private mutating func regenerate(_ id: MessageID, _ text: String?, before surface: any RunEngine)
  {
    guard (text?.utf8.count ?? 0) <= Surface.longestText, text.map(isSendable) ?? true,
      let question = surface.question(of: id)
    else { return }
    let cut = surface.messagesCut(byRegenerating: id)
    let fresh = given.keys.filter { $0 != question && surface.y(of: $0) == nil }
    if !runningTasks.isEmpty { stop() }
    for id in cut + fresh {
      withdraw { $0 == id }
      take(away: id)
    }
    if let text {
      replaceText(of: question, with: text)
      give(question, text.utf8.count)
    }
    runningTasks.append(Task(question: question))
    placeholder = surface.profile.addsPlaceholder ? MessageID(rawValue: "\(question).answer") : nil
  }

  /// The conversation is another one: what the surface still shows is no part of it.
  mutating func beginAnew(with sources: [any MessageSource]) {
    self.sources = sources
    given.removeAll()
    gone.removeAll()
    users.removeAll()
    expected.removeAll()
    awaited.removeAll()
    placeholder = nil
    isShownSuperseded = true
  }

  /// Whether the surface refuses a list as a whole.
  private func isRefused(_ source: any MessageSource) -> Bool {
    source.firstDuplicate != nil || source.firstHeightOutOfRange != nil
  }

  private mutating func give(_ id: MessageID, _ length: Int) {
    given[id] = length
    gone.remove(id)
  }

  private mutating func take(away id: MessageID) {
    users.remove(id)
    expected.remove(id)
    awaited.removeAll { $0.id == id }
    given[id] = nil
    gone.insert(id)
    if placeholder == id { placeholder = nil }
  }

  /// What was put in is not due any more; the new text is, and what the stream brings after it.
  mutating func replaceText(of id: MessageID, with text: String) {
    guard let index = accounts.lastIndex(where: { $0.id == id && !$0.isSettled }) else { return }
    let old = accounts[index]
    withdraw { $0 == id }
    var account = StreamAccount(id: id, base: 0, isOpen: old.isOpen)
    account.replace(with: Array(text.utf8), after: old)
    accounts.append(account)
  }

  mutating func rename(_ old: MessageID, to new: MessageID, before surface: any RunEngine) {
    guard let length = length(of: old, before: surface) else { return }
    for index in accounts.indices where accounts[index].id == old { accounts[index].id = new }
    for index in runningTasks.indices {
      if runningTasks[index].question == old { runningTasks[index].question = new }
      if runningTasks[index].answers.remove(old) != nil { runningTasks[index].answers.insert(new) }
    }
    awaited.removeAll { $0.id == old }
    if expected.remove(old) != nil { expected.insert(new) }
    if users.remove(old) != nil { users.insert(new) }
    take(away: old)
    give(new, length)
  }

  private mutating func put(_ bytes: [UInt8], of id: MessageID, at scalar: Int? = nil) {
    guard let index = accounts.lastIndex(where: { $0.id == id && $0.isOpen }) else {
      discardedTokens += 1
      return
    }
    if let scalar { accounts[index].put(bytes, at: scalar) } else { accounts[index].put(bytes) }
  }

  private static func scalarCount(of bytes: [UInt8]) -> Int {
    bytes.reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) }
  }

  /// A message that came as one that streams does so from the first that comes of it on.
  private mutating func expect(_ id: MessageID, before surface: any RunEngine) {
    guard !accounts.contains(where: { $0.id == id && !$0.isSettled }) else { return }
    guard expected.contains(id) || isListedAsStreaming(id) else { return }
    let tasks = runningTasks
    begin(id, before: surface)
    runningTasks = tasks
  }

  /// Whether a list has a message as one that streams, of which nothing has come.
  private func isListedAsStreaming(_ id: MessageID) -> Bool {
    guard given[id] == nil, !gone.contains(id), !accounts.contains(where: { $0.id == id }) else {
      return false
    }
    return sources.contains { source in
      source.index(of: id).map { source.message(at: $0).state == .streaming } ?? false
    }
  }

  private mutating func begin(_ id: MessageID, before surface: any RunEngine) {
    expected.remove(id)
    // An answer goes on while its beginning is still being shown.
    if let index = accounts.lastIndex(where: { $0.id == id && !$0.isSettled }) {
      accounts[index].isOpen = true
      return
    }
    guard !isOfUser(id, before: surface) else { return }
    if let newest = runningTasks.indices.last { runningTasks[newest].answers.insert(id) }
    let base = placeholder == id ? 0 : length(of: id, before: surface) ?? 0
    placeholder = nil
    give(id, base)
    let shown = surface.shownText(of: id)?.text ?? []
    // A text that was given in this frame is not shown yet: places in it are bytes then, as in ASCII.
    let scalars = shown.count == base ? Self.scalarCount(of: shown) : base
    accounts.append(StreamAccount(id: id, base: base, baseScalars: scalars))
  }

  /// The length of a message's text; nil when the conversation has no message of this name.
  func length(of id: MessageID, before surface: any RunEngine) -> Int? {
    if let length = given[id] { return length }
    if gone.contains(id) { return nil }
    if !isShownSuperseded, let shown = surface.shownText(of: id) { return shown.text.count }
    for source in sources.reversed() {
      if let index = source.index(of: id) { return source.message(at: index).text.utf8.count }
    }
    return nil
  }

  private func isSendable(_ text: String) -> Bool {
    attachments > 0 || !text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }

  /// Whether a message is the user's, as which nothing streams.
  private func isOfUser(_ id: MessageID, before surface: any RunEngine) -> Bool {
    guard length(of: id, before: surface) != nil else { return false }
    if users.contains(id) { return true }
    return sources.reversed().lazy.compactMap { source in
      source.index(of: id).map { source.role(at: $0) == .user }
    }.first ?? false
  }

  /// The answers of the tasks that run end; without a task all that stream do.
  private mutating func stop() {
    placeholder = nil
    let answers = runningTasks.reduce(into: Set<MessageID>()) { $0.formUnion($1.answers) }
    let isAll = runningTasks.isEmpty
    close { isAll || answers.contains($0) }
  }

  mutating func close(where isMeant: (MessageID) -> Bool) {
    for index in accounts.indices where isMeant(accounts[index].id) {
      accounts[index].isOpen = false
    }
  }

  mutating func withdraw(where isMeant: (MessageID) -> Bool) {
    for index in accounts.indices where isMeant(accounts[index].id) && !accounts[index].isSettled {
      accounts[index].isOpen = false
      accounts[index].isSettled = true
      accounts[index].isWithdrawn = true
    }
  }

  // MARK: Out

  /// Takes what a frame has released.
  mutating func take(from surface: any RunEngine, _ snapshot: FrameSnapshot) {
    given.removeAll(keepingCapacity: true)
    isShownSuperseded = false
    for index in accounts.indices where !accounts[index].isSettled {
      let stream = snapshot.streams.first { $0.id == accounts[index].id }
      if let stream, accounts[index].release(stream.releasedScalars) { shrinkages += 1 }
      guard let text = surface.shownText(of: accounts[index].id)?.text else { continue }
      accounts[index].take(text)
      if stream == nil, !accounts[index].isOpen { accounts[index].settle(text) }
    }
  }

  /// The window is closed: what was not shown yet is not due any more.
  mutating func close() { withdraw { _ in true } }

  /// A token came for a window that is closed.
  mutating func discardToken() { discardedTokens += 1 }

  /// Adds another window's account to this one.
  mutating func add(_ other: TextLedger) {
    accounts += other.accounts
    discardedTokens += other.discardedTokens
    shrinkages += other.shrinkages
  }

  /// Closes the account at the end of a run.
  ///
  /// - Parameter isWhole: Whether the run ended by itself, so that everything was due.
  mutating func finish(isWhole: Bool) {
    let input = RunningDigest()
    let output = RunningDigest()
    for account in accounts {
      let repaired = account.repaired
      let isBeginning = repaired.starts(with: account.output)
      output.update(account.output)
      input.update(account.isWithdrawn && isBeginning ? account.output : repaired)
      if account.isDamaged || !isBeginning {
        damaged.append(account.id)
      } else if account.output.count < repaired.count, !account.isWithdrawn, isWhole {
        incomplete.append(account.id)
      }
    }
    textIn = input.finish()
    textOut = output.finish()
  }
}
