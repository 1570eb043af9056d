import FrameMetrics
import FramePacing
import Timebase

/// What a recording of a page comes to.
package struct PageFigures: Hashable, Sendable {
  /// What became of the words that were sent.
  package struct Words: Hashable, Sendable {
    package var sent = 0
    package var lost = 0
    package var double = 0
    package var disordered = 0
    /// Whether each came once, and in order.
    package var isExact: Bool { lost == 0 && double == 0 && disordered == 0 }
  }

  /// From a token's arrival to the frame in which it is in the page, for each that was, in ms.
  package var lags: [Double] = []
  /// The same to the frame in which it can be read, of those that came before anybody scrolled away.
  package var legibleLags: [Double] = []
  /// Tokens that were sent, those that were in the page in no frame, and those of ``legibleLags``' time that
  /// could not be read in time.
  package var tokens = 0
  package var unseen = 0
  package var unread = 0
  package var words = Words()
  /// The worst moments of text, of following and of the wheel.
  package var moments: [ScreenFault] = []
  /// What the judges of the screen found.
  package var screen = ScreenSamples()
  /// Nodes taken out of the answer while it streamed, and of what was finished, for each token.
  package var rebuiltPerToken = 0.0
  package var finishedPerToken = 0.0
  package var layoutsPerToken: Double?
  package var stylesPerToken: Double?
  /// Elements at the end.
  package var elements = 0
  /// How far the end was away at most while nobody had scrolled; nil without such a frame.
  package var followDistance: Double?
  /// From the reader's return to the end until the page follows again, in ms; infinite for never.
  package var reengage: Double?
  /// How much of its way the page took back at once, for each turn of the wheel up, in CSS pixels.
  package var wheelUndone: [Double] = []
  /// How far lines went beyond the way of a wheel during which the page was changed; nil without such a turn.
  package var wheelBeyond: Double?
  /// How far a card's head moved when it was clicked.
  package var foldJump: Double?
  /// From the click on stop to the end of the request, in ms; infinite for never.
  package var stopLag: Double?
  /// Callbacks a second while nothing was due, frames in which any ran or a node changed, and nodes.
  package var idleWakeups: Double?
  package var idleFrames: Int?
  package var idleChanges: Int?
  /// Frames in which live regions told something, how many words that was, and for how long in ms a screen
  /// reader found nothing of an answer that had text.
  package var announcements = 0
  package var announcedWords = 0
  package var hiddenFromReader = 0.0
  package var opening: Double?
  /// Why nothing can be said; empty for a recording that shows what it should.
  package var doubts: [String] = []
  /// What the turns of the wheel came to.
  package var turns: [Turn] = []
  /// Why this recording could not have missed a budget of its scenario, by the figure's name.
  package var unexercised: [String: String] = [:]

  /// Computes them.
  package init(of recording: PageRecording) {
    doubts = recording.doubts
    tokens = recording.end.sent.count
    screen = PageReading.samples(of: recording)
    opening = recording.opening
    takeWords(recording)
    takeLags(recording)
    takeNodes(recording)
    takeFollowing(recording)
    takeUndone(recording)
    takeBeyond(recording)
    takeStop(recording)
    takeIdle(recording)
    takeTold(recording)
    takeProofs(recording)
    turns = Self.turns(of: recording)
    takeExercise(recording)
    if let head = recording.foldedY, !recording.frames.isEmpty {
      for mark in recording.marks {
        guard case .fold(let y) = mark.kind else { continue }
        foldJump = abs(head - y)
        moments.removeAll { $0.kind == .foldJump }
        moments.append(
          recording.moment(
            .foldJump,
            in: min(mark.frame, recording.frames.count - 1),
            points: head - y
          )
        )
      }
    }
  }

  private mutating func takeWords(_ recording: PageRecording) {
    let last = recording.end.sent.last.flatMap { $0.last }.map { Int($0) }
    words.sent = last.flatMap { recording.stream.tokens[checked: $0]?.last } ?? 0
    let found = NumberedStream.numbers(in: recording.end.text).filter { $0 < NumberedStream.judged }
    var seen: Set<Int> = []
    var highest = 0
    for word in found {
      if !seen.insert(word).inserted {
        words.double += 1
      } else if word < highest {
        words.disordered += 1
      }
      highest = max(highest, word)
    }
    // What is on its way when an answer is stopped need not be shown.
    let due = recording.end.stopped == nil ? words.sent : highest
    let lost = due == 0 ? [] : (1...due).filter { !seen.contains($0) }
    words.lost = lost.count
    guard let first = lost.first,
      let sent = recording.end.sent.first(where: { entry in
        entry.last.flatMap { recording.stream.tokens[checked: Int($0)]?.last }.map { $0 >= first }
          ?? false
      }),
      let frame = recording.frames.firstIndex(where: { $0.t >= sent[0] })
    else { return }
    let word = "word \(NumberedStream.word(first))"
    moments.append(recording.moment(.lostWord, in: frame, cause: word))
  }

  private mutating func takeNodes(_ recording: PageRecording) {
    let streaming = recording.frames.filter { frame in
      frame.sent > 0 && frame.t <= (recording.end.ended ?? recording.end.stopped ?? .infinity) + 200
    }
    let count = Double(max(1, tokens))
    rebuiltPerToken = Double(streaming.reduce(0) { $0 + $1.removed }) / count
    finishedPerToken = Double(streaming.reduce(0) { $0 + $1.finished }) / count
    layoutsPerToken = recording.layouts.map { Double($0) / count }
    stylesPerToken = recording.styles.map { Double($0) / count }
    elements = recording.frames.last?.nodes ?? 0
  }

  private mutating func takeFollowing(_ recording: PageRecording) {
    // A wheel that moves nothing takes nobody away.
    let left = recording.turns.first { recording.hasMoved(in: $0) }?.frames.lowerBound ?? .max
    let untouched = recording.frames[..<min(left, recording.frames.count)]
    let shown = untouched.filter { $0.high > 0 }
    // What has nowhere to scroll is at its end whatever it does.
    if shown.contains(where: { $0.full - $0.view > Self.least }) {
      followDistance = shown.map(\.distance).max()
      if let distance = followDistance,
        let frame = untouched.firstIndex(where: { $0.high > 0 && $0.distance == distance })
      {
        moments.append(recording.moment(.farEnd, in: frame, points: distance))
      }
    }
    guard recording.scenario.judgesReturn,
      let back = recording.marks.last(where: { $0.kind == .wheelBegan(isUp: false) }),
      back.frame < recording.frames.count
    else { return }
    let rest = recording.frames[back.frame...]
    let late = rest.last { $0.distance > ReaderJudge.nearEnd }
    // From the end, or from the rest of the wheel where it never got there.
    let reached = rest.firstIndex { $0.distance <= ReaderJudge.nearEnd } ?? back.frame
    if let away = rest[reached...].firstIndex(where: { $0.distance > ReaderJudge.nearEnd }) {
      moments.append(
        recording.moment(.lostEnd, in: away, points: recording.frames[away].distance)
      )
    }
    if let last = rest.last, last.distance > ReaderJudge.nearEnd {
      reengage = .infinity
    } else {
      reengage = late.map { $0.t - recording.frames[back.frame].t + recording.period } ?? 0
    }
  }

  /// How much of the wheel's way up the page's own scripts took back before it stood still, or by scrolling
  /// smoothly meanwhile.
  private mutating func takeUndone(_ recording: PageRecording) {
    guard !recording.clock.isReal else { return takeLeft(recording) }
    let frames = recording.frames
    for turn in recording.turns where turn.isUp && turn.frames.lowerBound < frames.count {
      var (way, undone) = (0.0, 0.0)
      for index in turn.frames.clamped(to: frames.indices) {
        let before = index > 0 ? frames[index - 1].top : 0
        for notch in turn.deltas where notch.frame == index { way += min(-notch.delta, before) }
        undone += max(0, min(frames[index].put, way - undone))
      }
      // A wheel scrolls smoothly, too: it has its way a while after it stands still.
      let during = frames[recording.frames(around: turn, before: 0).clamped(to: frames.indices)]
      if recording.isGliding(in: turn), let reached = during.map(\.top).min() {
        let from = turn.frames.lowerBound > 0 ? frames[turn.frames.lowerBound - 1].top : 0
        let way = min(from, turn.deltas.reduce(0) { $0 - $1.delta })
        undone = max(undone, way - max(0, from - reached))
      }
      wheelUndone.append(undone)
      let frame = turn.frames.lowerBound
      moments.append(recording.moment(.wheelUndone, in: frame, points: undone))
    }
  }

  /// The same on the real clock, where nobody knows in which frame a page took a notch in: what is missing of the
  /// way of a whole turn when it stands still. It is counted from the end, so that what comes above or grows below
  /// takes nothing back.
  private mutating func takeLeft(_ recording: PageRecording) {
    let frames = recording.frames
    for (turn, next) in zip(recording.turns, recording.turns.dropFirst().map(\.frames) + [nil])
    where turn.isUp && recording.hasMoved(in: turn) {
      let around = recording.frames(around: turn, before: 0).clamped(to: frames.indices)
      let rest = min(around.upperBound, next?.lowerBound ?? frames.count) - 1
      guard turn.frames.lowerBound > 0, rest >= turn.frames.lowerBound else { continue }
      let before = frames[turn.frames.lowerBound - 1]
      let way = min(before.top, turn.deltas.reduce(0) { $0 - $1.delta })
      let undone = min(way, max(0, way - (frames[rest].distance - before.distance)))
      wheelUndone.append(undone)
      moments.append(
        recording.moment(.wheelUndone, in: turn.frames.lowerBound, points: undone)
      )
    }
  }

  private mutating func takeStop(_ recording: PageRecording) {
    guard let mark = recording.marks.first(where: { $0.kind == .stop }),
      mark.frame > 0, mark.frame < recording.frames.count
    else { return }
    let asked = recording.frames[mark.frame - 1].t
    stopLag = recording.end.stopped.map { max(0, $0 - asked) } ?? .infinity
    moments.append(
      recording.moment(
        .slowStop,
        in: mark.frame,
        milliseconds: recording.end.stopped.map { max(0, $0 - asked) },
        cause: recording.end.stopped == nil ? "to the end" : nil
      )
    )
  }

  private mutating func takeTold(_ recording: PageRecording) {
    let frames = recording.frames.filter { $0.t >= recording.end.begin ?? 0 }
    announcements = frames.count { $0.told > 0 }
    announcedWords = frames.reduce(0) { $0 + $1.told }
    hiddenFromReader =
      Double(frames.count(where: \.unheard)) * 1_000 / Double(recording.refreshHertz)
  }

  private mutating func takeIdle(_ recording: PageRecording) {
    guard let idle = recording.scenario.idle, let last = recording.frames.last else { return }
    let frames = recording.frames.filter { $0.t > last.t - idle }
    guard let first = frames.first, frames.count > 1 else { return }
    let seconds = (last.t - first.t) / 1000
    idleWakeups = Double(last.frames - first.frames + last.timers - first.timers) / seconds
    idleChanges = frames.dropFirst().reduce(0) { $0 + $1.added + $1.removed + $1.finished }
    idleFrames = zip(frames, frames.dropFirst()).count { before, now in
      now.frames > before.frames || now.timers > before.timers
        || now.added + now.removed + now.finished > 0
    }
  }

  /// Looks whether what was to happen did.
  private mutating func takeProofs(_ recording: PageRecording) {
    let frames = recording.frames
    if tokens > 0, recording.scenario.sends, !frames.contains(where: { $0.high > 0 }) {
      let place =
        recording.hint.map { "; write `\($0)`, where the page shows them" }
        ?? ", and nowhere else on the page"
      doubts.append("no word of the stream was ever in a message (\(recording.messages))\(place)")
    }
    for turn in recording.turns {
      let (from, isUp) = (turn.frames.lowerBound, turn.isUp)
      let to = min(turn.frames.upperBound, frames.count)
      guard from > 0, from < to else { continue }
      // Who is there already need not move.
      let isThere = isUp ? frames[from - 1].top < 1 : frames[from - 1].distance < 1
      if !isThere, !recording.hasMoved(in: turn) {
        let second = (frames[from].t - recording.start) / 1000
        doubts.append(
          "the wheel at \((second * 10).rounded() / 10) s moved nothing: "
            + (recording.cover.isEmpty
              ? "see the selector scroller" : "\(recording.cover): see prepare and viewport")
        )
      }
    }
    if let typed = recording.typed, typed.held != typed.asked {
      doubts.append("of \"\(typed.asked)\" that was typed the input holds \"\(typed.held)\"")
    }
    if let last = doubts.indices.last {
      doubts[last] = DriveFailure.words(doubts[last], errors: recording.complaints)
    }
  }
}

extension PageRecording {
  /// A moment of a frame; of the answer where it has a time.
  func moment(
    _ kind: ScreenFault.Kind,
    in frame: Int,
    points: Double = 0,
    milliseconds: Double? = nil,
    cause: String? = nil
  ) -> ScreenFault {
    let answer = frames[frame].seen.last { $0.last && !$0.user }
    return ScreenFault(
      kind,
      at: RefreshRate(hertz: refreshHertz).instant(ofTick: frame),
      message: milliseconds == nil ? nil : answer.map { "m\($0.i)" },
      points: points,
      milliseconds: milliseconds,
      cause: cause
    )
  }
}

extension Array {
  subscript(checked index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}

extension NumberedStream {
  /// The numbers of the words in a text, in order.
  package static func numbers(in text: String) -> [Int] {
    var numbers: [Int] = []
    var digits: [UInt8]?
    for byte in text.utf8 {
      if byte == UInt8(ascii: "w") {
        digits = []
      } else if var read = digits, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        read.append(byte)
        digits = read
        if read.count == 5 {
          numbers.append(read.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
          digits = nil
        }
      } else {
        digits = nil
      }
    }
    return numbers
  }
}
