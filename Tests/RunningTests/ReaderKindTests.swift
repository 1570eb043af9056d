import ChatSurface
import FrameMetrics
import Lengths
import LoadGeneration
import Records
import Running
import Testing
import Timebase

/// Variants of what readers suffered from, drawn at random: distances of 10 to 200 pt, 10 to 500 tokens a
/// second, and every end of a motion.
@Suite struct ReaderKindTests {
  /// How the reader's motion ends.
  private enum End: CaseIterable { case lift, flick, fling }

  private struct Case {
    var events: [TimedLoadEvent] = []
    var chance: SeededGenerator
    /// When the answer begins and ends.
    var (start, end) = (300.0, 4_300.0)

    init(_ seed: UInt64, messages: Int = 30) {
      chance = SeededGenerator(seed: seed)
      events.append(
        TimedLoadEvent(
          .load(SyntheticHistory(seed: seed, count: messages, lengths: .oasst)),
          at: .zero
        )
      )
    }

    mutating func number(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + chance.nextFraction() * (range.upperBound - range.lowerBound)
    }

    mutating func add(_ event: SurfaceEvent, at milliseconds: Double) {
      events.append(TimedLoadEvent(event, at: Instant(milliseconds: milliseconds)))
    }

    /// An answer at some speed.
    mutating func stream(_ id: MessageID = "a", perSecond speed: Double) {
      add(.streamBegin(id), at: start)
      var time = start + 50
      while time < end {
        add(.token(id, Array("words ".utf8)), at: time)
        time += 1_000 / speed
      }
      add(.streamEnd(id, .complete), at: end)
    }

    /// A finger moves content by so much, towards older messages where that is positive, and leaves.
    mutating func drag(by distance: Double, at time: Double, _ end: End = .lift) -> Double {
      add(.touch(.began, y: 400), at: time)
      for step in 1...10 {
        add(.touch(.moved, y: 400 + distance * Double(step) / 10), at: time + 16 * Double(step))
      }
      // A finger that lies still before it leaves does not throw the content.
      let lift = time + 160 + (end == .flick ? 8 : 150)
      add(.touch(.ended, y: 400 + distance), at: lift)
      if end == .fling {
        add(.fling(velocity: distance < 0 ? 3_000 : -3_000), at: lift + 20)
      }
      return lift
    }

    mutating func run(_ profile: Profile = .reference, hertz: Int) -> Outcome {
      events.sortByInstant()
      let device = Device.iPhone15Pro.at(hertz: hertz)
      let result = TestBench.run(events, profile: profile, device: device)
      let figures = TestBench.metrics(of: result.outcome, at: device.rate)
      var budgets = Budgets.standard
      budgets.judgesFlicker = profile == .reference
      let checks = BudgetJudge(repetitions: [figures], hostShare: 0.5).checks(budgets)
      return Outcome(
        frames: result.snapshots,
        figures: figures,
        missed: checks.filter { $0.state == .missed }.map { "\($0.name) \($0.value ?? -1)" }
      )
    }
  }

  private struct Outcome {
    var frames: [FrameSnapshot]
    var figures: [MetricValue]
    var missed: [String]

    var last: FrameSnapshot { frames.last ?? FrameSnapshot() }

    func frames(from start: Double, to end: Double = .infinity) -> [FrameSnapshot] {
      frames.filter {
        $0.instant.milliseconds >= start && $0.instant.milliseconds <= end
      }
    }

    func value(_ metric: Metric) -> Double? { figures.value(of: metric)?.value }
  }

  /// Calls `body` with so many variants, each at 60 or 120 Hz.
  private func forEachVariant(_ body: (inout Case, Int, String) throws -> Void) rethrows {
    for round in 0..<PropertySettings.iterations(12) {
      let seed = PropertySettings.seed &+ UInt64(round)
      var variant = Case(seed)
      let hertz = round.isMultiple(of: 2) ? 60 : 120
      try body(&variant, hertz, "SEED=\(seed) at \(hertz) Hz")
    }
  }

  @Test func whoScrollsUpIsLeftWhereHeIs() {
    forEachVariant { variant, hertz, label in
      let distance = variant.number(10...200)
      variant.stream(perSecond: variant.number(10...500))
      let ends = End.allCases
      let lift = variant.drag(by: distance, at: 1_500, ends[variant.chance.nextIndex(below: 3)])
      let run = variant.run(hertz: hertz)
      #expect(run.last.follow == .free, "\(label): \(distance) pt")
      #expect(run.missed == [], "\(label): \(distance) pt")
      #expect(run.value(.readerMovedTimes) == 0, "\(label): \(distance) pt")
      _ = lift
    }
  }

  @Test func aTouchThatScrollsNothingLeavesTheEndFollowed() {
    forEachVariant { variant, hertz, label in
      let distance = variant.number(0...7.9)
      variant.stream(perSecond: variant.number(10...500))
      _ = variant.drag(by: distance, at: 1_500)
      let run = variant.run(hertz: hertz)
      #expect(run.last.follow == .following, "\(label): \(distance) pt")
      #expect(run.missed == [], "\(label): \(distance) pt")
      // Nothing moves in the frame of the touch.
      let touch = run.frames.firstIndex { $0.scroll == .dragging }
      if let touch, touch > 0 {
        let (before, now) = (run.frames[touch - 1], run.frames[touch])
        for item in now.visible {
          guard let old = before.visible.first(where: { $0.id == item.id }) else { continue }
          #expect(item.y == old.y, "\(label)")
        }
      }
    }
  }

  @Test func whoComesBackToTheEndFollowsIt() {
    forEachVariant { variant, hertz, label in
      let distance = variant.number(60...200)
      variant.stream(perSecond: variant.number(10...500))
      _ = variant.drag(by: distance, at: 1_000)
      let end = variant.chance.nextIndex(below: 2) == 0 ? End.flick : .fling
      _ = variant.drag(by: -distance, at: 2_000, .lift)
      // What came meanwhile is made up for with a throw.
      _ = variant.drag(by: -200, at: 2_500, end)
      variant.add(.fling(velocity: 12_000), at: 2_900)
      let run = variant.run(hertz: hertz)
      #expect(run.last.follow == .following, "\(label)")
      #expect(run.missed == [], "\(label)")
    }
  }

  @Test func whatComesInABounceIsFollowed() {
    forEachVariant { variant, hertz, label in
      let lift = variant.drag(by: -variant.number(40...400), at: 600)
      let height = variant.number(40...400)
      let after = variant.number(0...400)
      variant.add(
        .append(
          Message(
            id: "n",
            role: .user,
            text: "new",
            suppliedHeight: LayoutUnit(points: Int(height))
          )
        ),
        at: lift + after
      )
      let run = variant.run(hertz: hertz)
      #expect(run.last.follow == .following, "\(label): \(height) pt, \(after) ms")
      #expect(run.missed == [], "\(label): \(height) pt, \(after) ms")
    }
  }

  @Test func whoReadsNearTheEndIsMovedByNothingThatComesThere() {
    forEachVariant { variant, hertz, label in
      _ = variant.drag(by: variant.number(10...95), at: 600)
      let events: [SurfaceEvent] = [
        .typing(true), .append(Message(id: "n", role: .user, text: "new")),
        .composer(lines: 4, text: "several lines"), .streamBegin("s"),
      ]
      for (index, event) in events.enumerated() {
        variant.add(event, at: 1_500 + 400 * Double(index))
      }
      variant.add(.token("s", Array(String(repeating: "word ", count: 200).utf8)), at: 3_200)
      variant.add(.typing(false), at: 3_400)
      let run = variant.run(hertz: hertz)
      #expect(run.last.follow == .free, "\(label)")
      #expect(run.missed == [], "\(label)")
      let places = run.frames(from: 1_400).map { $0.visible.map(\.y) }
      let first = places.first?.first
      #expect(places.allSatisfy { $0.first == first }, "\(label)")
    }
  }

  @Test func whatRemainsKeepsItsPlaceWhenAMessageGoes() {
    forEachVariant { variant, hertz, label in removeOneOnScreen(in: &variant, hertz, label) }
  }

  /// A message lies across the top inset and goes, while another one above it is on screen behind the inset.
  @Test(arguments: [(17, 60), (54, 120)])
  func whatIsReadKeepsItsPlaceWhenAMessageAcrossTheTopInsetGoes(seed: UInt64, hertz: Int) {
    var variant = Case(seed)
    removeOneOnScreen(in: &variant, hertz, "SEED=\(seed) at \(hertz) Hz")
  }

  private func removeOneOnScreen(in variant: inout Case, _ hertz: Int, _ label: String) {
    let distance = variant.number(400...2_000)
    _ = variant.drag(by: 200, at: 400)
    variant.add(.fling(velocity: -distance * 2), at: 800)
    var probe = variant
    let still = probe.run(hertz: hertz).last.visible
    guard still.count > 2 else { return }
    let gone = variant.chance.nextIndex(below: still.count)
    variant.add(.remove(still[gone].id), at: 9_000)
    let run = variant.run(hertz: hertz)
    #expect(run.missed == [], "\(label)")
    guard let before = run.frames(from: 0, to: 8_999).last else { return }
    // Where a message lies across the top one of its blocks may be read: then its lower neighbours close up.
    let (inset, middle) = (before.topInset, LayoutUnit(points: 426))
    guard let read = before.visible.first(where: { $0.y >= inset }), read.y < middle,
      read.id != still[gone].id || !before.visible.contains(where: { $0.y < inset })
    else { return }
    let kept = read.id == still[gone].id ? before.visible.first { $0.y > read.y } : read
    if let kept, let now = run.last.visible.first(where: { $0.id == kept.id }) {
      #expect(now.y == kept.y || run.last.isClamped, "\(label)")
    }
  }

  @Test func aStreamedImageIsNothingElseBefore() {
    forEachVariant { variant, hertz, label in
      let label0 = String(repeating: "Sales ", count: 1 + variant.chance.nextIndex(below: 5))
      let text =
        "Here is the chart:\n\n![\(label0)](https://example.org/a(b)/c.png)"
        + ["\n\nIt grew.", "", " and words after it.", "\n![b](c)\n\nEnd."][
          variant.chance.nextIndex(below: 4)
        ]
      variant.add(.streamBegin("a"), at: 300)
      var (bytes, time) = (Array(text.utf8)[...], 400.0)
      let size = 1 + variant.chance.nextIndex(below: 20)
      while !bytes.isEmpty {
        variant.add(.token("a", Array(bytes.prefix(size))), at: time)
        bytes = bytes.dropFirst(size)
        time += 60
      }
      variant.add(.streamEnd("a", .complete), at: time + 500)
      let run = variant.run(hertz: hertz)
      #expect(run.value(.kindFlips) == 0, "\(label), pieces of \(size): \(text)")
      #expect(run.missed == [], "\(label), pieces of \(size): \(text)")
    }
  }

  @Test func whatComesAboveAMotionTurnsNobodyBack() {
    forEachVariant { variant, hertz, label in
      let lift = variant.drag(by: 200, at: 400)
      variant.add(.fling(velocity: -variant.number(500...4_000)), at: lift + 20)
      let time = lift + variant.number(40...900)
      switch variant.chance.nextIndex(below: 3) {
      case 0: variant.add(.prepend(SuppliedMessages(first: 1_000, count: 9, height: 80)), at: time)
      case 1:
        variant.add(
          .setHeight("h-2", LayoutUnit(points: Int(variant.number(40...700)))),
          at: time
        )
      default: variant.add(.remove("h-1"), at: time)
      }
      let run = variant.run(hertz: hertz)
      #expect(run.missed == [], "\(label)")
      #expect(run.last.follow == .free, "\(label)")
    }
  }

  @Test func aBounceMayMeetWhatStandsAtItsEnd() {
    forEachVariant { variant, hertz, label in
      let isAtTop = variant.chance.nextIndex(below: 2) == 0
      if isAtTop { variant.add(.scroll(to: .top, isAnimated: false), at: 200) }
      let way = variant.number(20...300)
      let lift = variant.drag(by: isAtTop ? way : -way, at: 600)
      let time = lift + variant.number(-100...400)
      if isAtTop {
        variant.add(.loader(.top, isVisible: true), at: 650)
        variant.add(.loader(.top, isVisible: false), at: time)
        variant.add(.prepend(SuppliedMessages(first: 1_000, count: 9, height: 80)), at: time)
      } else {
        variant.add(
          .composer(lines: 1 + variant.chance.nextIndex(below: 5), text: "text"),
          at: time
        )
      }
      #expect(variant.run(hertz: hertz).missed == [], "\(label)")
    }
  }

  @Test func aPageMayComeIntoAShortChat() {
    for round in 0..<PropertySettings.iterations(12) {
      let seed = PropertySettings.seed &+ UInt64(round)
      let hertz = round.isMultiple(of: 2) ? 60 : 120
      var variant = Case(seed, messages: 1 + Int(seed % 3))
      for page in 0..<3 {
        let count = 1 + variant.chance.nextIndex(below: 12)
        let source = SuppliedMessages(first: 1_000 * (page + 1), count: count, height: 60)
        variant.add(.prepend(source), at: 500 + 700 * Double(page) + variant.number(0...400))
      }
      #expect(variant.run(hertz: hertz).missed == [], "SEED=\(seed) at \(hertz) Hz")
    }
  }
}
