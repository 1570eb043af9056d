import ChatSurface
import Lengths
import LoadGeneration
import Records
import Timebase

/// The events of one load of one dimension. A value: the same seed and load give the same events.
struct CapacityLoad {
  /// The events, in order of time.
  private(set) var events: [TimedLoadEvent] = []
  private let seed: UInt64
  private let device: Device

  /// From when on what is raised happens, and for how long.
  private static let start = Instant(milliseconds: 1_000)
  private static let span = Nanoseconds(seconds: 5)
  /// What rests.
  private static let tokensPerSecond = 42
  private static let messages = 200
  private static let cards = 8

  /// Makes the events.
  ///
  /// - Complexity: O(events), and the length of their texts.
  init(_ dimension: CapacityDimension, at load: Double, seed: UInt64, on device: Device) {
    (self.seed, self.device) = (seed, device)
    let count = Int(load)
    switch dimension {
    case .tokens:
      open()
      reply(count)
    case .streams: stream(count)
    case .history:
      // The turn and the page count as well.
      let page = 50
      let history = SyntheticHistory(seed: seed, count: count - page - 2)
      events.append(TimedLoadEvent(.load(history), at: .zero))
      reply(Self.tokensPerSecond)
      let older = history.olderPage(1, of: page)
      events.append(TimedLoadEvent(.prepend(older), at: Instant(milliseconds: 3_000)))
    case .message: growMessage(of: count)
    case .pages: read(pages: count, of: 50)
    case .pageSize: read(pages: 2, of: count)
    case .fling: fling(load)
    case .windows: openWindows(count)
    case .resizes: resize(count)
    case .folds: fold(count)
    }
    events.sortByInstant()
  }

  private var history: SyntheticHistory { SyntheticHistory(seed: seed, count: Self.messages) }

  private mutating func open(with tail: [Message] = [], in window: String? = nil) {
    events.append(
      TimedLoadEvent(.load(CapacityHistory(base: history, tail: tail)), at: .zero, window: window)
    )
  }

  /// Tokens of one text, so many a second and evenly.
  private func tokens(_ perSecond: Int, seed: UInt64) -> [StreamToken] {
    let preset = LoadPreset.even(tokensPerSecond: Double(perSecond))
    let count = perSecond * Int(Self.span.seconds)
    return OpenLoopGenerator.tokens(preset, seed: seed, limit: .tokens(count))
  }

  /// A question is sent and its answer streams in.
  private mutating func reply(
    _ perSecond: Int,
    at start: Instant = CapacityLoad.start,
    in window: String? = nil,
    seed: UInt64? = nil
  ) {
    let answer = ReplayScript.timeline(tokens(perSecond, seed: seed ?? self.seed), from: start)
    events += answer.map { event in
      var event = event
      event.window = window
      return event
    }
  }

  /// Answers that stream side by side, their beginnings spread over half a second and their tokens over
  /// the gap between two.
  private mutating func stream(_ count: Int) {
    let answers = (0..<count).map { index in
      Message(id: MessageID(rawValue: "answer-\(index)"), role: .assistant, text: "")
    }
    open(with: answers)
    let spread = Nanoseconds(milliseconds: 500 + 1_000 / Double(Self.tokensPerSecond))
    for (index, answer) in answers.enumerated() {
      let share = Double(index) / Double(count)
      events += ReplayScript.timeline(
        tokens(Self.tokensPerSecond, seed: seed &+ UInt64(index)),
        from: Self.start + Nanoseconds(seconds: spread.seconds * share),
        assistant: answer.id,
        sending: nil
      )
    }
  }

  /// The last message has a text of so many bytes, and goes on.
  private mutating func growMessage(of count: Int) {
    let text = TextSynthesis.markdown(scalars: count, seed: seed)
    var end = min(count, text.count)
    while end > 0, end < text.count, text[end] & 0xC0 == 0x80 { end -= 1 }
    let long = Message(
      id: "long",
      role: .assistant,
      text: String(decoding: text[..<end], as: UTF8.self)
    )
    open(with: [long])
    events += ReplayScript.timeline(
      tokens(Self.tokensPerSecond, seed: seed &+ 1),
      from: Instant(milliseconds: 2_000),
      assistant: long.id,
      sending: nil
    )
  }

  /// The reader stands above the end; so many pages a second arrive above him.
  private mutating func read(pages perSecond: Int, of messages: Int) {
    open()
    let place = history.id(at: Self.messages - 30)
    events.append(
      TimedLoadEvent(
        .scroll(to: .message(place, .top), isAnimated: false),
        at: Instant(milliseconds: 300)
      )
    )
    let count = perSecond * Int(Self.span.seconds)
    for index in 0..<count {
      events.append(
        TimedLoadEvent(
          .prepend(history.olderPage(index + 1, of: messages)),
          at: Self.start + Self.span * index / count
        )
      )
    }
  }

  private mutating func fling(_ speed: Double) {
    events.append(TimedLoadEvent(.load(SyntheticHistory(seed: seed, count: 10_000)), at: .zero))
    for index in 0..<4 {
      events.append(
        TimedLoadEvent(.fling(velocity: -speed), at: Self.start + Nanoseconds(seconds: 1) * index)
      )
    }
  }

  private mutating func openWindows(_ count: Int) {
    for index in 0..<count {
      let window = index == 0 ? nil : "window-\(index + 1)"
      if window != nil {
        events.append(TimedLoadEvent(.window(.open), at: .zero, window: window))
      }
      open(in: window)
      reply(
        Self.tokensPerSecond,
        at: Instant(milliseconds: 2_000),
        in: window,
        seed: seed &+ UInt64(index)
      )
    }
  }

  /// Each width is another one, by 7/64 pt, over 64 pt.
  private mutating func resize(_ perSecond: Int) {
    open()
    reply(Self.tokensPerSecond)
    let count = perSecond * Int(Self.span.seconds)
    for index in 0..<count {
      let less = LayoutUnit(rawValue: Int64((index + 1) * 7 % 4_096))
      events.append(
        TimedLoadEvent(
          .resize(width: device.width - less, height: device.height),
          at: Self.start + Self.span * index / count
        )
      )
    }
  }

  /// An answer begins with cards, which are folded in turn while it streams.
  private mutating func fold(_ perSecond: Int) {
    open()
    let (id, begin) = (MessageID(rawValue: "cards"), Instant(milliseconds: 400))
    events.append(TimedLoadEvent(.streamBegin(id), at: begin))
    events.append(TimedLoadEvent(.token(id, Array("Cards. ".utf8)), at: begin))
    for card in 1...Self.cards {
      events.append(TimedLoadEvent(.partBegin(id, .card), at: begin))
      events.append(TimedLoadEvent(.card(id, part: card, Self.height(isFolded: false)), at: begin))
    }
    events.append(TimedLoadEvent(.partBegin(id, .text), at: begin))
    let answer = ReplayScript.timeline(
      tokens(Self.tokensPerSecond, seed: seed),
      from: Self.start,
      assistant: id,
      sending: nil
    )
    events += answer.dropFirst()
    let count = perSecond * Int(Self.span.seconds)
    for index in 0..<count {
      let isFolded = (index / Self.cards).isMultiple(of: 2)
      events.append(
        TimedLoadEvent(
          .card(id, part: 1 + index % Self.cards, Self.height(isFolded: isFolded)),
          at: Self.start + Self.span * index / count
        )
      )
    }
  }

  private static func height(isFolded: Bool) -> LayoutUnit {
    LayoutUnit(points: isFolded ? 44 : 160)
  }
}
