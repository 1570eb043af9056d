import ChatSurface
import Revealing
import Scenarios
import Timebase
import TokenStreaming

/// Runs a script through chunkers, scheduler and pool by events, and looks for broken laws.
struct StreamTrial {
  /// A set of rules to run under.
  struct Design: Sendable {
    var name: String
    var chunks: ChunkRule
    var reveal: RevealRule

    static let all = [
      Design(name: "reference", chunks: .unicodeWords, reveal: Profile.reference.reveal),
      Design(name: "vercel-v0", chunks: .spaces, reveal: Profile.builtIn("vercel-v0").reveal),
      Design(name: "swiftui-tips", chunks: .spaces, reveal: Profile.builtIn("swiftui-tips").reveal),
      Design(name: "swiftui-tips by characters", chunks: .characters(1), reveal: .characters),
      Design(
        name: "parameter-article",
        chunks: .spaces,
        reveal: Profile.builtIn("parameter-article").reveal
      ),
      Design(
        name: "messaging-ui and conversation-kit",
        chunks: .wholeDelta,
        reveal: Profile.builtIn("messaging-ui").reveal
      ),
    ]
  }

  /// What is known of a message.
  struct Message {
    var chunker: WordChunker
    /// The text whose chunks are complete.
    var text: [UInt8] = []
    /// What was put in since the stream last began, and the repaired text before that.
    var sent: [UInt8] = []
    var repaired: [UInt8] = []
    /// The chunks, the scalars at which they begin, and how many of them are released.
    var chunks: [Chunk] = []
    var starts: Set<Int> = [0]
    var scalars = 0
    var released = 0
    var isOpen = true
    var isVisible = true
    /// Scalars that were there when the conversation was opened again.
    var shownScalars = 0

    mutating func append(_ chunk: Chunk) {
      chunks.append(chunk)
      scalars += chunk.scalarCount
      starts.insert(scalars)
    }
  }

  /// A stretch that fades.
  struct Sample {
    var message: UInt32
    var start: Int
    var end: Int
    var opacity: Double
  }

  let design: Design
  var timeline: RevealTimeline
  var messages: [UInt32: Message] = [:]
  var releases: [Release] = []
  var checkedReleases = 0
  var steps: [PlainScheduler.Step] = []
  var plain = PlainScheduler()
  var sink = ChunkSink()
  /// Whether something cut fades short, or took what waits out of the queue.
  var isDisturbed = false
  var wasHidden = false
  var failure: String?

  init(_ design: Design) {
    self.design = design
    timeline = RevealTimeline(rule: design.reveal)
  }

  /// Runs `script` under `design`.
  ///
  /// - Returns: The first law that was broken; nil when all hold.
  static func violation(_ script: StreamScript, _ design: Design) -> String? {
    var trial = StreamTrial(design)
    for event in script.events where trial.failure == nil { trial.take(event) }
    if trial.failure == nil { trial.finish() }
    return trial.failure
  }

  mutating func fail(_ what: String) {
    if failure == nil { failure = "\(timeline.now): \(what)" }
  }

  private mutating func take(_ event: StreamScript.Event) {
    let instant = event.instant
    wait(before: instant)
    if messages[event.message] == nil {
      messages[event.message] = Message(chunker: WordChunker(rule: design.chunks))
    }
    switch event.action {
    case .token(let bytes):
      guard messages[event.message]?.isOpen == true else { return }
      messages[event.message]?.sent += bytes
      messages[event.message]?.chunker.append(bytes, at: instant, into: &sink)
      complete(event.message)
    case .end: end(event.message, at: instant, isStop: false)
    case .stop: end(event.message, at: instant, isStop: true)
    case .reopen: messages[event.message]?.isOpen = true
    case .reopenConversation: reopenConversation(event.message)
    case .animate(let isOn):
      isDisturbed = true
      timeline.setAnimated(isOn, at: instant, into: &releases)
    case .show(let isVisible):
      if !isVisible { wasHidden = true }
      messages[event.message]?.isVisible = isVisible
      timeline.setVisible(isVisible, part: event.message)
    case .look: advance(to: instant)
    }
    check()
  }

  private mutating func end(_ message: UInt32, at instant: Instant, isStop: Bool) {
    guard messages[message]?.isOpen == true else { return }
    messages[message]?.chunker.finish(at: instant, into: &sink)
    complete(message)
    messages[message]?.isOpen = false
    let sent = messages[message]?.sent ?? []
    messages[message]?.repaired += Array(String(decoding: sent, as: UTF8.self).utf8)
    messages[message]?.sent = []
    if isStop {
      isDisturbed = true
      timeline.snap(part: message, at: instant, into: &releases)
      if timeline.backlogChunks(of: message) > 0 { fail("chunks wait after a stop") }
      var fades = 0
      timeline.forEachFade(of: message, at: instant) { _, _, _ in fades += 1 }
      if fades > 0 { fail("\(fades) fades after a stop") }
    }
    timeline.end(message: message, at: instant, into: &releases)
    plain.end(message, at: instant)
  }

  private mutating func reopenConversation(_ message: UInt32) {
    guard let state = messages[message] else { return }
    isDisturbed = true
    check()
    timeline.forget(part: message)
    timeline.open(
      part: message,
      message: message,
      shownUTF8: state.text.count,
      shownScalars: state.scalars
    )
    messages[message]?.released = state.chunks.count
    messages[message]?.shownScalars = state.scalars
  }

  /// Hands the complete chunks to the timeline.
  private mutating func complete(_ message: UInt32) {
    let isVisible = messages[message]?.isVisible ?? true
    for chunk in sink.chunks {
      plain.complete(message, at: chunk.completed)
      timeline.complete(
        chunk,
        part: message,
        message: message,
        visible: isVisible,
        into: &releases
      )
      messages[message]?.append(chunk)
    }
    messages[message]?.text += sink.bytes
    sink.removeAll()
  }

  /// Lets everything happen that is due before `instant`: time-outs of holds, steps, fades.
  private mutating func wait(before instant: Instant) {
    let last = Instant(nanoseconds: instant.nanoseconds - 1)
    while true {
      var first: (message: UInt32, deadline: Instant)?
      for (message, state) in messages where state.isOpen || !state.chunker.isEmpty {
        guard let deadline = state.chunker.holdDeadline, deadline <= last else { continue }
        if (deadline, message) < (first?.deadline ?? .distantFuture, first?.message ?? .max) {
          first = (message, deadline)
        }
      }
      guard let first else { break }
      advance(to: Instant(nanoseconds: first.deadline.nanoseconds - 1))
      messages[first.message]?.chunker.timeOut(at: first.deadline, into: &sink)
      complete(first.message)
    }
    if last > timeline.now { advance(to: last) }
  }

  /// Performs what is due by `instant`, each at its own, with a look before and after.
  mutating func advance(to instant: Instant) {
    while failure == nil, let due = timeline.nextDue, due <= instant {
      let before = samples(at: max(timeline.now, Instant(nanoseconds: due.nanoseconds - 1)))
      let snaps = timeline.snaps
      timeline.advance(to: due, into: &releases)
      if timeline.snaps == snaps { compare(before, samples(at: due)) }
      check()
    }
    if instant > timeline.now { timeline.advance(to: instant, into: &releases) }
  }

  /// Ends what is open, lets all of it be revealed, and compares the texts.
  private mutating func finish() {
    let last = max(timeline.now, .zero) + .milliseconds(1)
    wait(before: last)
    for message in messages.keys.sorted() { end(message, at: last, isStop: false) }
    advance(to: last + .milliseconds(400))
    if design.name == "reference", timeline.backlogChunks > 0 {
      fail("\(timeline.backlogChunks) chunks wait 400 ms after the end")
    }
    var rounds = 0
    while failure == nil, let due = timeline.nextDue {
      rounds += 1
      if rounds > 200_000 { fail("nothing comes to an end") }
      advance(to: due)
    }
    check()
    timeline.checkInvariants()
    checkTexts()
    checkSteps()
  }
}
