import ChatSurface
import LoadGeneration
import Records
import Running
import Testing
import Timebase

/// Answers whose connection breaks and comes back: `ITERATIONS` scripts from `SEED` on, in every profile. What
/// is shown is what the account of the script says, and that is what the script's author sent.
@Suite struct ReconnectRunTests {
  @Test(arguments: Profile.all.map(\.name))
  func whatIsShownIsWhatWasSent(profile: String) throws {
    let profile = try #require(Profile.all.first { $0.name == profile })
    for iteration in 0..<PropertySettings.iterations(40) {
      var script = ReconnectScript(
        SeededGenerator(seed: PropertySettings.seed, index: UInt64(iteration))
      )
      let events = script.events()
      let outcome = TestBench.run(events, profile: profile).outcome
      let text = outcome.text
      let context = "\(profile.name), SEED=\(PropertySettings.seed) iteration \(iteration)"
      let sent = text.sentText(of: script.id).map { String(decoding: $0, as: UTF8.self) }
      guard text.isExact, text.textIn == text.textOut, sent == script.expected,
        outcome.refusals.isEmpty
      else {
        let list = events.map { "\($0.instant.milliseconds): \($0.event)".prefix(200) }
        Issue.record(
          """
          \(context): exact \(text.isExact), damaged \(text.damaged), incomplete \(text.incomplete), \
          shrunk \(text.shrinkages), refused \(outcome.refusals), account \(sent.debugDescription), sent \
          \(script.expected.debugDescription), shown \
          \(String(decoding: text.output, as: UTF8.self).debugDescription)
          \(list.joined(separator: "\n"))
          """
        )
        return
      }
    }
  }
}

/// One answer over connections that break: what its author sends, and knows to have arrived without a hole.
private struct ReconnectScript {
  private static let words = [
    "the ", "tide ", "rises\n", "über ", "日本", "👩‍👧 ", "e\u{301} ", "**bold** ", "- item\n",
    "`code` ",
  ]

  private(set) var id: MessageID = "a"
  private var random: SeededGenerator
  private let scalars: [Unicode.Scalar]
  private var isSent: [Bool]
  private var isOpen = true
  private var names = 0
  private var now = Instant.zero
  private var list: [TimedLoadEvent] = []

  init(_ random: SeededGenerator) {
    var random = random
    scalars = (0..<5 + random.nextIndex(below: 60)).flatMap { _ in
      Array(Self.words[random.nextIndex(below: Self.words.count)].unicodeScalars)
    }
    isSent = Array(repeating: false, count: scalars.count)
    self.random = random
  }

  /// How many scalars have arrived without a hole.
  private var arrived: Int { isSent.firstIndex(of: false) ?? scalars.count }
  /// What the message has to say in the end.
  var expected: String { text(arrived) }

  mutating func events() -> [TimedLoadEvent] {
    put(.append(Message(id: "q", role: .user, text: "?")))
    put(.streamBegin(id))
    for _ in 0..<20 + random.nextIndex(below: 60) {
      now = now + .milliseconds([0, 0, 5, 16, 40, 300][random.nextIndex(below: 6)])
      step()
    }
    if !isOpen { begin() }
    put(.streamEnd(id, .complete))
    return list
  }

  private mutating func put(_ event: SurfaceEvent) {
    list.append(TimedLoadEvent(event, at: now))
  }

  private func text(_ count: Int) -> String {
    String(String.UnicodeScalarView(scalars[..<count]))
  }

  private mutating func step() {
    switch random.nextIndex(below: 24) {
    case 0..<7: plainToken()
    case 7..<14: placedToken()
    case 14: if isOpen { update() }
    case 15, 16: if isOpen { replaceAll() }
    case 17: rename()
    case 18: if isOpen { end() } else { begin() }
    case 19: if !isOpen { begin() }
    case 20: put(.token("gone", Array("late".utf8)))
    case 21: put(.append(Message(id: name(), role: .user, text: "more")))
    case 22:
      let page = [
        Message(id: name(), role: .user, text: "older"),
        Message(id: id, role: .assistant, text: "old"),
      ]
      put(.prepend(ListedMessages(page)))
    default: put(.memoryPressure)
    }
  }

  private mutating func name() -> MessageID {
    names += 1
    return MessageID(rawValue: "n\(names)")
  }

  private mutating func bytes(_ start: Int) -> [UInt8] {
    let end = min(scalars.count, start + 1 + random.nextIndex(below: 9))
    if isOpen { for place in start..<end { isSent[place] = true } }
    return Array(String(String.UnicodeScalarView(scalars[start..<end])).utf8)
  }

  /// Goes on where the text ends. Where nothing waits it may be cut, also inside a scalar: what waits would
  /// come between the halves.
  private mutating func plainToken() {
    guard arrived < scalars.count else { return }
    let isCut = !isSent[arrived...].contains(true)
    let bytes = bytes(arrived)
    let cut = isCut ? random.nextIndex(below: bytes.count + 1) : bytes.count
    put(.token(id, Array(bytes[..<cut])))
    put(.token(id, Array(bytes[cut...])))
  }

  private mutating func placedToken() {
    let start = max(0, arrived - 12 + random.nextIndex(below: 30))
    guard start < scalars.count else { return }
    put(.tokenAt(id, bytes(start), scalar: start))
  }

  /// The whole text as the server has it, no less than has arrived.
  private mutating func update() {
    let end = min(scalars.count, arrived + random.nextIndex(below: 8))
    for place in 0..<end { isSent[place] = true }
    put(.update(id, text: text(end), state: random.nextIndex(below: 2) == 0 ? .streaming : nil))
  }

  /// A list, which may be older than what has arrived, and may have the answer under another name.
  private mutating func replaceAll() {
    let end = min(scalars.count, random.nextIndex(below: arrived + 8))
    if random.nextIndex(below: 2) == 0, end > 0, arrived > 0 { id = name() }
    for place in 0..<end { isSent[place] = true }
    put(
      .replaceAll(
        ListedMessages([
          Message(id: "q", role: .user, text: "?"),
          Message(
            id: id,
            role: .assistant,
            text: text(end),
            state: random.nextIndex(below: 2) == 0 ? .streaming : nil
          ),
        ])
      )
    )
  }

  private mutating func rename() {
    let new = name()
    put(.replaceID(id, with: new))
    put(.token(id, Array("late".utf8)))
    id = new
  }

  /// The connection breaks: what waits beyond a hole is gone.
  private mutating func end() {
    put(.streamEnd(id, .failed))
    for place in arrived..<scalars.count { isSent[place] = false }
    isOpen = false
  }

  private mutating func begin() {
    put(.streamBegin(id))
    isOpen = true
  }
}
