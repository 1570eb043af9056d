import ChatSurface

/// Keeps account of streamed text: what was put in, and what came out.
///
/// It watches from outside: it takes the bytes as the load gives them, decides by the events alone
/// which of them count (a stream that has ended, was stopped or was replaced takes no more), and
/// after each frame takes what has been added to the text that the surface shows. Both sides are
/// hashed with SHA-256; for a run that ends by itself the hashes are equal exactly when nothing was
/// lost, repeated or reordered.
public struct TextLedger: Sendable {
  /// One stream of one message.
  private struct Account {
    var id: MessageID
    /// Bytes that were shown before the stream began.
    var base: Int
    var input: [UInt8] = []
    var output: [UInt8] = []
    var releasedScalars = 0
    /// Whether tokens are taken in.
    var isOpen = true
    /// Whether the surface may still release something.
    var isSettled = false
    /// Whether the message was taken away or its text replaced: the rest is not due any more.
    var isWithdrawn = false
    var isDamaged = false

    /// What was put in, invalid UTF-8 repaired.
    var repaired: [UInt8] { Array(String(decoding: input, as: UTF8.self).utf8) }
  }

  private var accounts: [Account] = []
  private var isTaskRunning = false
  private var sources: [any MessageSource] = []
  /// Lengths of texts that were given in events the surface has not seen yet.
  private var given: [MessageID: Int] = [:]

  /// The hash of what was put in, invalid UTF-8 repaired; lowercase hexadecimal.
  public private(set) var textIn = ""
  /// The hash of what was released, in the order of release within each stream.
  public private(set) var textOut = ""
  /// Messages whose released text is not a beginning of what was put in.
  public private(set) var damaged: [MessageID] = []
  /// Messages of which something that was due is missing.
  public private(set) var incomplete: [MessageID] = []
  /// Tokens that came when their stream took no more.
  public private(set) var discardedTokens = 0
  /// Frames whose released text was shorter than the frame's before.
  public private(set) var shrinkages = 0

  /// Makes an empty account.
  public init() {}

  /// Whether text was shown that was not put in, or not there, or was taken back.
  public var isDamaged: Bool { !damaged.isEmpty || shrinkages > 0 }
  /// Whether all that was released is what was put in, in order, and nothing due is missing.
  public var isExact: Bool { !isDamaged && incomplete.isEmpty }

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
  mutating func note(_ event: SurfaceEvent, before surface: Surface) {
    switch event {
    case .token(let id, let bytes): put(bytes, of: id)
    case .streamBegin(let id): begin(id, before: surface)
    case .streamEnd(let id, _): close { $0 == id }
    case .stop: stop()
    case .send(let id, let text):
      if isTaskRunning { stop() }
      isTaskRunning = true
      given[id] = text.utf8.count
    case .taskEnd: isTaskRunning = false
    case .load(let source):
      withdraw { _ in true }
      sources = [source]
      given.removeAll()
    case .prepend(let source): sources.append(source)
    case .append(let message), .insert(_, let message):
      given[message.id] = message.text.utf8.count
    case .update(let id, let text):
      withdraw { $0 == id }
      given[id] = text.utf8.count
    case .remove(let id): withdraw { $0 == id }
    case .removeAll: withdraw { _ in true }
    case .replaceID(let old, let new):
      for index in accounts.indices where accounts[index].id == old { accounts[index].id = new }
    default: break
    }
  }

  private mutating func put(_ bytes: [UInt8], of id: MessageID) {
    guard let index = accounts.lastIndex(where: { $0.id == id && $0.isOpen }) else {
      discardedTokens += 1
      return
    }
    accounts[index].input.append(contentsOf: bytes)
  }

  private mutating func begin(_ id: MessageID, before surface: Surface) {
    guard !accounts.contains(where: { $0.id == id && $0.isOpen }) else { return }
    accounts.append(Account(id: id, base: shownLength(of: id, before: surface)))
  }

  private func shownLength(of id: MessageID, before surface: Surface) -> Int {
    if let length = given[id] { return length }
    if let shown = surface.shownText(of: id) { return shown.text.count }
    for source in sources {
      if let index = source.index(of: id) { return source.message(at: index).text.utf8.count }
    }
    return 0
  }

  private mutating func stop() {
    isTaskRunning = false
    close { _ in true }
  }

  private mutating func close(where isMeant: (MessageID) -> Bool) {
    for index in accounts.indices where isMeant(accounts[index].id) {
      accounts[index].isOpen = false
    }
  }

  private mutating func withdraw(where isMeant: (MessageID) -> Bool) {
    for index in accounts.indices where isMeant(accounts[index].id) && !accounts[index].isSettled {
      accounts[index].isOpen = false
      accounts[index].isSettled = true
      accounts[index].isWithdrawn = true
    }
  }

  // MARK: Out

  /// Takes what a frame has released.
  mutating func take(from surface: Surface, _ snapshot: FrameSnapshot) {
    given.removeAll(keepingCapacity: true)
    for index in accounts.indices where !accounts[index].isSettled {
      let stream = snapshot.streams.first { $0.id == accounts[index].id }
      if let stream { note(released: stream.releasedScalars, at: index) }
      guard let text = surface.shownText(of: accounts[index].id)?.text else { continue }
      take(text, at: index)
      if stream == nil, !accounts[index].isOpen { settle(text, at: index) }
    }
  }

  private mutating func note(released: Int, at index: Int) {
    if released < accounts[index].releasedScalars { shrinkages += 1 }
    accounts[index].releasedScalars = released
  }

  private mutating func take(_ text: [UInt8], at index: Int) {
    let known = accounts[index].base + accounts[index].output.count
    guard text.count >= known else {
      accounts[index].isDamaged = true
      return
    }
    accounts[index].output.append(contentsOf: text[known...])
  }

  /// Looks once more at the whole text: what was shown earlier may not have changed since.
  private mutating func settle(_ text: [UInt8], at index: Int) {
    accounts[index].isSettled = true
    if !text.dropFirst(accounts[index].base).elementsEqual(accounts[index].output) {
      accounts[index].isDamaged = true
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
