/// What came of a scenario on a page: what each frame showed, and what hands did.
package struct PageRecording: Hashable, Sendable {
  /// Something that hands did, before the frame of this number was drawn.
  package struct Mark: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// The wheel begins to turn: up, or down.
      case wheelBegan(isUp: Bool)
      /// The wheel was turned in this frame by so many pixels, negative for up.
      case wheel(Double)
      /// The wheel is still.
      case wheelEnded
      case send
      case stop
      /// The card's head was at this place, from the screen's top.
      case fold(y: Double)
      case resize
      case type
    }
    package var frame: Int
    package var kind: Kind

    package init(frame: Int, kind: Kind) { (self.frame, self.kind) = (frame, kind) }
  }

  package var scenario: PageScenario
  package var refreshHertz: Int
  package var clock = PageClock.virtual
  package var engine = Engine.chromium
  /// The frames from the request on.
  package var frames: [PageFrame]
  package var marks: [Mark]
  /// Which of the frames that the probe has looked at is the first of them.
  package internal(set) var firstSample = 0
  package var end: PageEnd
  /// The streams that were sent, in order.
  package var stream: NumberedStream
  /// Layouts and style recalculations from the request to the end; nil where they are not counted.
  package var layouts: Int?
  package var styles: Int?
  /// When the page stood still after it was opened, in ms from its address being opened; nil where that
  /// was not looked for.
  package var opening: Double?
  /// Where a card's head was after it was folded; nil where there was none.
  package var foldedY: Double?
  /// What was typed, and what the input held then.
  package var typed: (asked: String, held: String)? {
    get { typedTexts.map { ($0[0], $0[1]) } }
    set { typedTexts = newValue.map { [$0.asked, $0.held] } }
  }
  private var typedTexts: [String]?
  /// What lay over the scroller's middle; empty for nothing.
  package var cover = ""
  /// The selectors of messages.
  package var messages = ""
  /// Where the page showed the answer when no message did: the key `message` of APP.yaml; nil where it did not.
  package var hint: String?
  /// Errors that the page printed and nobody allowed.
  package var complaints: [String]
  /// What could not be proved: a wheel that moved nothing, a send without a request.
  package var doubts: [String]
  /// What a look of the probe took in real time, in ms.
  package var probeMilliseconds: Double
  package var browser: String
  /// What is to be known of how it was started; nil for nothing.
  package var condition: String?
  /// Refresh periods in which the probe saw no frame, where a browser draws by itself.
  package var unsampled = 0
  /// Refresh periods in which the page was to draw and did not; on the real clock.
  package var missed: Set<Int> = []
  /// What the page's process took of the machine's cores; nil on a virtual clock.
  package var use: CoreUse?
  /// What became of frames, as Chrome traces it; nil where nobody asked.
  package var trace: [UInt8]?
  /// Whether text is as late as it is after it came, and not after it was due.
  package var isCountedFromArrival = false
  /// What the app's own server sent, as JSON; nil where it did not stream.
  package var wire: String?

  package init(
    scenario: PageScenario,
    refreshHertz: Int,
    frames: [PageFrame],
    marks: [Mark],
    end: PageEnd,
    stream: NumberedStream
  ) {
    self.scenario = scenario
    self.refreshHertz = refreshHertz
    (self.frames, self.marks) = (frames, marks)
    (self.end, self.stream) = (end, stream)
    (complaints, doubts, probeMilliseconds, browser) = ([], [], 0, "")
  }

  /// The refresh period in ms.
  package var period: Double { 1000 / Double(refreshHertz) }
  /// When the request was made, by the page's clock.
  package var start: Double { end.requests.first ?? frames.first?.t ?? 0 }
}

extension PageRecording {
  /// A turn of the wheel, from its first notch until it stands still.
  package struct Turn: Hashable, Sendable {
    package struct Notch: Hashable, Sendable {
      var frame: Int
      /// In CSS pixels, negative for up.
      var delta: Double
    }
    package var isUp: Bool
    /// The frames in which it turned, and the one after.
    package var frames: Range<Int>
    package var deltas: [Notch]
  }

  /// The turns of the wheel, in order.
  package var turns: [Turn] {
    marks.indices.compactMap { index in
      guard case .wheelBegan(let isUp) = marks[index].kind else { return nil }
      let from = marks[index].frame
      let rest = marks[(index + 1)...].prefix { mark in
        if case .wheelBegan = mark.kind { false } else { true }
      }
      let deltas = rest.compactMap { mark -> Turn.Notch? in
        guard case .wheel(let delta) = mark.kind else { return nil }
        return Turn.Notch(frame: mark.frame, delta: delta)
      }
      let end = rest.first { $0.kind == .wheelEnded }?.frame ?? deltas.last?.frame ?? from
      return Turn(isUp: isUp, frames: from..<(max(from, end) + 1), deltas: deltas)
    }
  }

  /// For how long a browser scrolls smoothly at most where a page asks for it, and for a wheel, in ms.
  private static let longestGlide = (page: 700.0, wheel: 300.0)

  /// The frames of a turn, so many milliseconds before it, and those in which its scroll ends.
  func frames(around turn: Turn, before: Double) -> Range<Int> {
    func count(_ milliseconds: Double) -> Int { Int((milliseconds / period).rounded(.up)) }
    let start = turn.frames.lowerBound - count(before)
    return start..<turn.frames.upperBound + count(Self.longestGlide.wheel)
  }

  /// Whether the page scrolls smoothly of its own accord while the wheel turns, and nothing lies over it.
  func isGliding(in turn: Turn) -> Bool {
    let around = frames(around: turn, before: Self.longestGlide.page)
    return cover.isEmpty && frames[around.clamped(to: frames.indices)].contains { $0.smooth > 0 }
  }

  /// Whether a turn moved the page. Up, what its own scripts scroll down meanwhile is left out: they follow text, or take
  /// the wheel back; scripts that scroll up carry the wheel out themselves. Down, they may go to the end before the wheel does.
  func hasMoved(in turn: Turn) -> Bool {
    let (from, to) = (turn.frames.lowerBound, min(turn.frames.upperBound, frames.count))
    guard from > 0, from < to else { return false }
    return isGliding(in: turn)
      || (from..<to).contains { index in
        let (way, put) = (frames[index].top - frames[index - 1].top, frames[index].put)
        return turn.isUp ? max(0, put) - way > 0.5 : way > 0.5 || put < -0.5
      }
  }

  /// Lays what a page showed on the real clock on refresh periods.
  ///
  /// - Parameters:
  ///   - rows: The page's frames, at the browser's own times for them.
  ///   - count: How many periods there are.
  ///   - start: When the first of them began, by the page's clock in ms.
  ///   - period: In ms.
  /// - Returns: What was on screen in each period, and those periods in which a change was late: the page drew
  ///   nothing in them, and something else afterwards.
  /// - Complexity: O(rows + count).
  package static func periods(
    of rows: [PageFrame],
    _ count: Int,
    from start: Double,
    period: Double
  ) -> (frames: [PageFrame], missed: Set<Int>) {
    guard let origin = rows.first?.t else { return ([], []) }
    let first = Int(((origin - start) / period).rounded(.down))
    var frames: [PageFrame] = []
    var missed: Set<Int> = []
    for row in rows {
      let place = max(0, first + Int(((row.t - origin) / period).rounded()))
      guard place < count else { break }
      guard let last = frames.last else {
        frames = Array(repeating: row, count: place + 1)
        continue
      }
      if place < frames.count {
        // Two frames within one period: it shows the second.
        frames[frames.count - 1] = row.with(changesOf: last)
        continue
      }
      if !row.isSame(as: last) { missed.formUnion(frames.count..<place) }
      while frames.count < place {
        frames.append(last.repeated(at: start + Double(frames.count) * period))
      }
      frames.append(row)
    }
    while let last = frames.last, frames.count < count {
      frames.append(last.repeated(at: start + Double(frames.count) * period))
    }
    return (frames, missed)
  }
}
