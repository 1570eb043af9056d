import CMarkParsing
import ChatSurface
import FramePacing
import Lengths
import Testing
import TextMeasuring
import Timebase

/// The ends of the content space, in the reference, with heights supplied by the host.
@Suite struct SurfaceSpaceEndTests {
  private static let height = LayoutUnit(points: 60)

  private func surface(costs: OperationCosts = .init()) -> Surface {
    Surface(
      profile: .reference,
      device: Device.iPhoneSE.at(hertz: 60),
      measurer: FixedAdvanceMeasurer(),
      parser: CMarkParser(),
      costs: costs,
      messageLimit: 10_000_000
    )
  }

  private struct Frames {
    let surface: Surface
    let rate = RefreshRate(hertz: 60)
    var tick = 0
    var snapshot = FrameSnapshot()

    init(_ surface: Surface) { self.surface = surface }

    mutating func frame(_ events: [SurfaceEvent] = []) {
      let instant = rate.instant(ofTick: tick)
      surface.frame(
        events.map { ScheduledEvent($0, at: instant) },
        at: instant,
        tick: tick,
        into: &snapshot
      )
      tick += 1
    }
  }

  /// 2,000,000 single prepends, and a jump to the first message 20 times on the way.
  @Test func prependingGoesOnBeyondTheSpace() {
    let count = 2_000_000
    var frames = Frames(surface())
    // More than a viewport of them: shorter content rests at the top, whatever comes before it.
    let there = (0..<20).map { message("there-\($0)") }
    frames.frame([.load(ListedMessages(there))])
    var made = 0
    var events: [SurfaceEvent] = []
    while made < count {
      if made > 0, made.isMultiple(of: 100_000) {
        frames.frame([.scroll(to: .top, isAnimated: false)])
        #expect(frames.snapshot.visible.first?.id.rawValue == "p\(made - 1)")
      }
      let before = frames.snapshot.visible.first
      events.removeAll(keepingCapacity: true)
      for _ in 0..<100 {
        events.append(.prepend(ListedMessages([message("p\(made)")])))
        made += 1
      }
      frames.frame(events)
      let after = frames.snapshot.visible.first { $0.id == before?.id }
      guard after?.y == before?.y, frames.snapshot.drift == .zero else {
        Issue.record(
          "\(made) prepends: \(String(describing: before)) is \(String(describing: after))"
        )
        return
      }
    }
    #expect(frames.surface.count == count + there.count)
    #expect(frames.snapshot.rebases >= 2)
    #expect(frames.surface.refusals.isEmpty)
  }

  /// 10,000,000 messages of 60 pt flung through from end to end.
  @Test func aFlingGoesThroughEveryRebaseAtItsSpeed() {
    var costs = OperationCosts()
    for operation in Operation.allCases { costs[operation] = 1 }
    var frames = Frames(surface(costs: costs))
    frames.frame([.load(NumberedMessages(count: 10_000_000, height: Self.height, lines: 1))])
    let rebasesAtOpening = frames.snapshot.rebases
    var costsOfFrames: [Int] = []
    var costsOfRebases: [Int] = []
    var flings = 0
    while frames.surface.pointsFromTop > 0, flings < 400 {
      frames.frame([.fling(velocity: -20_000_000)])
      flings += 1
      var last: (place: LayoutUnit, step: Double)?
      var age = 0
      // Flung anew before it slows down, so that every frame shows what no frame before it did.
      while frames.snapshot.scroll == .decelerating, age < 20 {
        age += 1
        let offset = frames.snapshot.offset
        frames.frame()
        let step = (frames.snapshot.offset - frames.snapshot.rebaseShift - offset).points
        let work = costs.charge(
          Phase.allCases.reduce(into: OperationCounts()) { total, phase in
            total += frames.surface.work[phase]
          }
        )
        costsOfFrames.append(work)
        if frames.snapshot.rebaseShift != .zero { costsOfRebases.append(work) }
        // Each step is the last one slowed down by a sixtieth of a second.
        if let last, last.step < -1_000, frames.snapshot.scroll == .decelerating {
          let ratio = step / last.step
          #expect(abs(ratio - 0.9672) < 0.003, "frame \(frames.tick): \(last.step) then \(step)")
        }
        last = (frames.snapshot.offset, step)
        #expect(frames.snapshot.drift == .zero)
      }
      if frames.snapshot.scroll != .decelerating {
        while frames.surface.isRunning { frames.frame() }
      }
    }
    #expect(frames.surface.pointsFromTop == 0)
    #expect(frames.snapshot.rebases - rebasesAtOpening >= 6)
    #expect(frames.snapshot.rebases >= 11)
    costsOfFrames.sort()
    let median = costsOfFrames[costsOfFrames.count / 2]
    for cost in costsOfRebases { #expect(cost * 2 <= median * 3, "\(cost) of \(median)") }
  }

  private func message(_ id: String) -> Message {
    Message(
      id: MessageID(rawValue: id),
      role: .assistant,
      text: "",
      suppliedHeight: Self.height
    )
  }
}
