import FrameMetrics
import FramePacing
import Testing
import Timebase

/// A small chat with a design that does everything right, in which one thing at a time is planted.
///
/// 20 messages of 200 pt fill 4,000 pt, of which the viewport shows 800. An answer streams in below
/// them: 20 pt in every fifth frame. In frame 30 the reader drags up by 600 pt, in frame 40 his finger
/// leaves; he reads until frame 140, types a letter in frame 150 and sends it in frame 160.
private struct PlantedChat {
  /// What a design does otherwise than it should. Frames are 20 ms.
  struct Design: CustomTestStringConvertible, Sendable {
    var name: String
    /// The figures that it raises; the first is the one that it is about.
    var raises: [String]
    var change: @Sendable (inout State) -> Void

    init(_ name: String, _ raises: [String], _ change: @escaping @Sendable (inout State) -> Void) {
      (self.name, self.raises, self.change) = (name, raises, change)
    }

    var testDescription: String { name }
  }

  /// What is on screen in a frame, before the design is asked.
  struct State {
    var frame = 0
    /// Messages by their heights; the last is the answer.
    var heights = Array(repeating: 200.0, count: 20) + [20.0]
    /// The first message's top on screen.
    var top = 0.0
    var follows = true
    var kind = "paragraph"
    var typed = 0
    var sent = false
    /// Whether the screen is drawn in this frame although nothing changed.
    var isTicking = false
    /// By how many frames the picture is shown later than due.
    var late = 0
    /// By how much the engine's work is multiplied.
    var cost = 1.0
    /// Frames until the opening stands.
    var openingFrames = 0
    /// What was put into the answer's text and not shown yet.
    var hand = ReaderScreen.Hand(isMoving: false, distance: 0, isExact: true)

    var content: Double { heights.reduce(0, +) }
    var fromEnd: Double { top + content - 800 }
    mutating func goToEnd() { top = 800 - content }
  }

  static let frames = 300

  /// The figures of a run with a design; nil for the one that does everything right.
  static func figures(_ design: Design?) -> [String: Double] {
    var state = State()
    var (reader, flicker) = (ReaderJudge(threshold: 1.0 / 64), FlickerJudge(fallThreshold: 0.5))
    var inputs = InputJudge()
    var samples = ScreenSamples()
    var frames: [FrameTimeline.Frame] = []
    var last: [ScreenLine] = []
    let period = 20.0
    state.goToEnd()
    for frame in 0..<Self.frames {
      state.frame = frame
      let due = Instant(milliseconds: Double(frame) * period)
      var events: [ScreenEvent] = []
      state.hand = .init(isMoving: false, distance: 0, isExact: true)
      switch frame {
      case 30..<40:
        events.append(ScreenEvent("touch", at: due))
        state.follows = false
        state.hand = .init(isMoving: true, distance: -60, isExact: true)
        state.top += 60
      case 40:
        var lift = ScreenEvent("touch", at: due)
        lift.isLift = true
        events.append(lift)
      case 150:
        var key = ScreenEvent("composer", at: due)
        key.changesText = true
        events.append(key)
        state.typed += 1
      case 160:
        events.append(ScreenEvent("send", at: due))
        (state.sent, state.follows) = (true, true)
      default: break
      }
      let isStreaming = frame < 200
      if isStreaming, frame > 0, frame.isMultiple(of: 5) { state.heights[20] += 20 }
      (state.isTicking, state.late, state.cost) = (false, 0, 1)
      if state.follows { state.goToEnd() }
      design?.change(&state)
      let screen = screen(state, at: due, isStreaming: isStreaming)
      _ = reader.take(screen, after: events)
      flicker.take(screen, after: events, isHandMoving: state.hand.isMoving)
      let shown = due + Nanoseconds(milliseconds: period * Double(1 + state.late))
      let place = Int(state.top * 64)
      inputs.take(
        [place, state.typed, state.sent ? 1 : 0, 0],
        after: events,
        presented: shown
      )
      let isChanged = screen.lines != last || !events.isEmpty
      last = screen.lines
      guard isChanged || state.isTicking else { continue }
      samples.frames += 1
      if !isChanged {
        samples.wastedFrames += 1
        if !isStreaming { samples.idleFrames += 1 }
      }
      let work = Nanoseconds(milliseconds: state.cost)
      frames.append(
        FrameTimeline.Frame(
          wanted: due,
          promised: due + Nanoseconds(milliseconds: period),
          fate: .presented(shown),
          work: FrameTimeline.Work(start: due, end: due + work, engine: work)
        )
      )
    }
    reader.finish(at: Instant(milliseconds: Double(Self.frames) * period))
    inputs.finish()
    samples.reader = reader.figures
    samples.flicker = flicker.figures
    samples.inputs = inputs.samples
    let end = Instant(milliseconds: 4_650)
    var input = MetricInput(
      timeline: FrameTimeline(grid: .fixed(RefreshRate(hertz: 50)), hostShare: 0, frames: frames),
      episodes: [
        Episode(.opening, from: .zero, to: Instant(milliseconds: 100)),
        Episode(.stream, from: Instant(milliseconds: 100), to: end),
      ]
    )
    input.screen = samples
    let settled = Instant(milliseconds: Double(state.openingFrames + 1) * period)
    input.openings = [Opening(due: .zero, settled: settled)]
    let values = Metric.values(of: input)
    return Dictionary(
      watched.compactMap { id in
        let value = values.last { $0.metric == id && $0.statistic != .sum }?.value
        return value.map { (id, $0) }
      },
      uniquingKeysWith: { $1 }
    )
  }

  /// The figures that a design may raise.
  static let watched = [
    "reader_moved_times", "reader_moved_pt", "height_falls", "height_falls_pt", "kind_flips",
    "follow_reversals", "screen_jolts", "void_pt", "idle_frames", "wasted_frames_pct",
    "input_visible_ms", "hitch_time_ms",
    "hitch_count", "hitch_max_ms", "late_frames", "opening_ms", "frame_cost_ms",
  ]

  private static func screen(_ state: State, at instant: Instant, isStreaming: Bool) -> ReaderScreen
  {
    var screen = ReaderScreen(
      instant: instant,
      viewportHeight: 800,
      pointsFromEnd: state.fromEnd,
      contentHeight: state.content,
      isAtRangeEnd: state.fromEnd == 0,
      isFollowing: state.follows
    )
    screen.hand = state.hand
    var y = state.top
    for (index, height) in state.heights.enumerated() {
      let isAnswer = index == 20
      if y + height > 0, y < 800 {
        let name = LineName(message: "m\(index)", part: 0, start: 0)
        let kind = isAnswer ? state.kind : "paragraph"
        screen.lines.append(ScreenLine(name, y: y, height: height, kind: kind))
        screen.items.append(
          .init("m\(index)", y: y, height: height, isStreaming: isAnswer && isStreaming)
        )
      }
      y += height
    }
    screen.lastMessage = "m20"
    return screen
  }
}

private typealias Design = PlantedChat.Design

/// Designs that each do one thing wrong, with the figure that shows it and those that follow from it.
private let planted: [Design] = [
  // Follow rules and pins.
  Design("follows again wherever the finger leaves", ["reader_moved_times", "reader_moved_pt"]) {
    if $0.frame >= 40, $0.frame < 140 { $0.goToEnd() }
  },
  Design("follows again two seconds later", ["reader_moved_times", "reader_moved_pt"]) {
    if $0.frame >= 100, $0.frame < 140 { $0.goToEnd() }
  },
  Design("goes along with each line that comes", ["reader_moved_times", "reader_moved_pt"]) {
    if (45..<140).contains($0.frame), $0.frame.isMultiple(of: 5) { $0.top -= 20 }
  },
  Design("goes along by one pixel", ["reader_moved_times", "reader_moved_pt"]) {
    if $0.frame == 70 { $0.top -= 1.0 / 3 }
  },
  Design("lets go of its pin when an answer is long", ["reader_moved_times", "reader_moved_pt"]) {
    if $0.frame == 90 { $0.top -= 336 }
  },
  Design("eases to the end over ten frames", ["reader_moved_times", "reader_moved_pt"]) {
    if (60..<70).contains($0.frame) { $0.top -= 40 }
  },
  // Estimates, folds and pages.
  Design("jumps by an estimate above", ["reader_moved_times", "reader_moved_pt"]) {
    if $0.frame == 60 { ($0.heights[2], $0.top) = (260, $0.top) }
  },
  Design(
    "puts an estimate right a frame late",
    ["reader_moved_times", "reader_moved_pt", "screen_jolts"]
  ) {
    if $0.frame == 60 { $0.heights[2] = 260 }
    if $0.frame == 61 { $0.top -= 60 }
  },
  Design("does not make up for a fold above", ["reader_moved_times", "reader_moved_pt"]) {
    if $0.frame == 60 { $0.heights[3] -= 150 }
  },
  Design("does not make up for a page above", ["reader_moved_times", "reader_moved_pt"]) {
    if $0.frame == 60 { $0.heights[0] += 2_000 }
  },
  Design("opens anew when the list is given again", ["reader_moved_times", "reader_moved_pt"]) {
    if $0.frame == 80 { $0.top = -100 }
  },
  Design("rounds to whole points each second", ["reader_moved_times", "reader_moved_pt"]) {
    if (45..<140).contains($0.frame), $0.frame.isMultiple(of: 50) { $0.top += 0.5 }
  },
  // Flicker.
  Design("hides a mark that it showed", ["height_falls", "height_falls_pt", "screen_jolts"]) {
    if $0.frame == 20 { $0.heights[20] -= 25 }
    if $0.frame == 21 { $0.heights[20] += 25 }
    if $0.follows { $0.goToEnd() }
  },
  Design("shows dots taller than a line", ["height_falls", "height_falls_pt", "screen_jolts"]) {
    if $0.frame == 1 { $0.heights[20] = 32 }
    if $0.frame == 2 { $0.heights[20] = 20 }
    if $0.follows { $0.goToEnd() }
  },
  Design("loses a line as the stream ends", ["height_falls", "height_falls_pt"]) {
    if $0.frame == 200 { $0.heights[20] -= 20 }
    if $0.follows { $0.goToEnd() }
  },
  Design("takes a dash for a heading", ["kind_flips"]) {
    $0.kind = $0.frame == 18 ? "heading-2" : "paragraph"
  },
  Design("takes a table's head for text", ["kind_flips"]) {
    $0.kind = $0.frame < 20 ? "paragraph" : "table-row"
  },
  Design("bounces at the end", ["follow_reversals", "screen_jolts"]) {
    guard $0.follows, $0.frame > 170, $0.frame < 200 else { return }
    if $0.frame.isMultiple(of: 5) { $0.top -= 12 }
  },
  Design("follows a frame late", ["follow_reversals"]) {
    guard $0.follows, (3..<30).contains($0.frame), $0.frame.isMultiple(of: 5) else { return }
    $0.top += 20
  },
  Design("follows by a spring", ["follow_reversals", "screen_jolts"]) {
    guard $0.follows, (3..<30).contains($0.frame) else { return }
    $0.top += [20, 12, 6, 3, 0][$0.frame % 5]
  },
  // Idle work.
  Design("ticks while nothing changes", ["idle_frames", "wasted_frames_pct"]) {
    $0.isTicking = $0.frame >= 240
  },
  Design("ticks once a second", ["idle_frames", "wasted_frames_pct"]) {
    $0.isTicking = $0.frame >= 240 && $0.frame.isMultiple(of: 50)
  },
  Design("draws twice for each line", ["wasted_frames_pct"]) {
    $0.isTicking = $0.frame < 200 && $0.frame % 5 == 1
  },
  // Input and pacing.
  Design("shows a key twelve frames later", ["input_visible_ms"]) {
    if $0.frame >= 150 { $0.typed = $0.frame < 162 ? 0 : 1 }
  },
  Design("shows what is sent half a second later", ["input_visible_ms"]) {
    if $0.frame >= 160 { $0.sent = $0.frame >= 185 }
  },
  Design(
    "shows one frame late",
    ["late_frames", "hitch_count", "hitch_time_ms", "hitch_max_ms"]
  ) { if $0.frame == 190 { $0.late = 1 } },
  Design(
    "stops for half a second",
    ["hitch_max_ms", "hitch_count", "hitch_time_ms", "late_frames"]
  ) { if $0.frame == 190 { $0.late = 25 } },
  Design("opens with three jumps", ["opening_ms"]) { $0.openingFrames = 12 },
  Design("works ten times as long", ["frame_cost_ms"]) { $0.cost = 10 },
  Design("works longer and longer", ["frame_cost_ms"]) { $0.cost = 1 + Double($0.frame) / 50 },
  // Two faults of a kind, and some that are hard to see.
  Design("takes a scroll back as the finger leaves", ["reader_moved_times", "reader_moved_pt"]) {
    if $0.frame == 40 { $0.top -= 600 }
  },
  Design("goes to the top by itself", ["reader_moved_times", "reader_moved_pt"]) {
    if $0.frame == 100 { $0.top = 0 }
  },
  Design("goes to the end after a key", ["reader_moved_times", "reader_moved_pt"]) {
    if $0.frame == 151 { $0.goToEnd() }
  },
  Design("shakes by two points", ["reader_moved_times", "reader_moved_pt", "screen_jolts"]) {
    if (60..<80).contains($0.frame) { $0.top += $0.frame.isMultiple(of: 2) ? 2 : -2 }
  },
  Design("lets an item above come and go", ["reader_moved_times", "reader_moved_pt"]) {
    if $0.frame == 60 { $0.heights[5] += 44 }
    if $0.frame == 120 { $0.heights[5] -= 44 }
  },
  Design("forgets a height once a second", ["height_falls", "height_falls_pt", "screen_jolts"]) {
    if $0.frame < 30, $0.frame % 10 == 3 { $0.heights[20] -= 10 }
    if $0.frame < 30, $0.frame % 10 == 4 { $0.heights[20] += 10 }
    if $0.follows { $0.goToEnd() }
  },
  Design("flips between text and code", ["kind_flips"]) {
    $0.kind = $0.frame < 28 && $0.frame.isMultiple(of: 4) ? "code" : "paragraph"
  },
  Design("draws in each frame of a stream", ["wasted_frames_pct"]) {
    $0.isTicking = $0.frame < 200
  },
  Design(
    "is late in a stretch",
    ["late_frames", "hitch_count", "hitch_time_ms", "hitch_max_ms"]
  ) { if (170..<200).contains($0.frame) { $0.late = 2 } },
  Design("shakes while nobody reads", ["screen_jolts", "follow_reversals"]) {
    if (6..<9).contains($0.frame) { $0.top += $0.frame.isMultiple(of: 2) ? 30 : 0 }
  },
  Design("opens after a second", ["opening_ms"]) { $0.openingFrames = 50 },
]

@Suite struct PlantedDesignTests {
  @Test func theDesignThatDoesEverythingRightMissesNothing() {
    let figures = PlantedChat.figures(nil)
    for id in PlantedChat.watched where id != "frame_cost_ms" && !id.hasSuffix("_ms") {
      #expect(figures[id] == 0, "\(id)")
    }
    #expect(figures["hitch_time_ms"] == 0)
    #expect(figures["hitch_max_ms"] == 0)
    #expect(figures["input_visible_ms"] == 20)
    #expect(figures["opening_ms"] == 20)
  }

  @Test(arguments: planted)
  fileprivate func aPlantedFaultRaisesItsFigureAndOnlyItsConsequences(_ design: Design) throws {
    let right = PlantedChat.figures(nil)
    let figures = PlantedChat.figures(design)
    for id in PlantedChat.watched {
      let (was, now) = (try #require(right[id]), try #require(figures[id]))
      if design.raises.contains(id) {
        #expect(now > was, "\(id) does not show it")
      } else {
        #expect(now <= was, "\(id) is no consequence")
      }
    }
  }
}
