import MarkdownBlocks
import ChatSurface
import FramePacing
import Lengths
import Running
import Testing
import TextMeasuring
import Timebase

/// A history taller than the content space is flung through, at the declared costs.
@Suite struct SpaceEndFlingTests {
  /// Messages of 60 pt that are made when they are asked for.
  private struct EvenMessages: MessageSource {
    let count: Int
    var height: LayoutUnit { LayoutUnit(points: 60) }

    func id(at index: Int) -> MessageID { MessageID(rawValue: "n\(index)") }
    func index(of id: MessageID) -> Int? {
      guard id.rawValue.hasPrefix("n"), let index = Int(id.rawValue.dropFirst()) else { return nil }
      return (0..<count).contains(index) ? index : nil
    }
    func message(at index: Int) -> Message {
      Message(id: id(at: index), role: role(at: index), text: "line", suppliedHeight: height)
    }
    func characterCount(at index: Int) -> Int { 4 }
    func role(at index: Int) -> Message.Role { index.isMultiple(of: 2) ? .user : .assistant }
    func suppliedHeight(at index: Int) -> LayoutUnit? { height }
  }

  private struct Frames {
    let surface: Surface
    let costs: OperationCosts
    let rate = RefreshRate(hertz: 60)
    var tick = 0
    var snapshot = FrameSnapshot()
    private var judge = DriftJudge()
    private(set) var drift = LayoutUnit.zero

    init(costs: OperationCosts) {
      self.costs = costs
      surface = Surface(
        profile: .reference,
        device: Device.iPhoneSE.at(hertz: 60),
        measurer: FixedAdvanceMeasurer(),
        parser: MarkdownParser(),
        costs: costs,
        messageLimit: 10_000_000
      )
    }

    mutating func frame(_ events: [SurfaceEvent] = []) {
      let instant = rate.instant(ofTick: tick)
      let events = events.map { ScheduledEvent($0, at: instant) }
      surface.frame(events, at: instant, tick: tick, into: &snapshot)
      drift = judge.take(snapshot, after: events).drift
      tick += 1
    }

    /// What the last frame is declared to have cost.
    var cost: Int {
      costs.charge(
        Phase.allCases.reduce(into: OperationCounts()) { total, phase in
          total += surface.work[phase]
        }
      )
    }
  }

  /// 10,000,000 messages of 60 pt flung through from end to end.
  @Test func aFlingGoesThroughEveryRebaseAtItsSpeed() throws {
    var frames = Frames(costs: try DeclaredCosts.builtIn().table(for: .fixed))
    frames.frame([.load(EvenMessages(count: 10_000_000))])
    let rebasesAtOpening = frames.snapshot.rebases
    var costsOfFrames: [Int] = []
    var costsOfRebases: [Int] = []
    var flings = 0
    while frames.surface.pointsFromTop > 0, flings < 400 {
      frames.frame([.fling(velocity: -20_000_000)])
      flings += 1
      var last: Double?
      var age = 0
      // Flung anew before it slows down, so that every frame shows what no frame before it did.
      while frames.snapshot.scroll == .decelerating, age < 20 {
        age += 1
        let offset = frames.snapshot.offset
        frames.frame()
        let step = (frames.snapshot.offset - frames.snapshot.rebaseShift - offset).points
        costsOfFrames.append(frames.cost)
        if frames.snapshot.rebaseShift != .zero { costsOfRebases.append(frames.cost) }
        // Each step is the last one slowed down by a sixtieth of a second.
        if let last, last < -1_000, frames.snapshot.scroll == .decelerating {
          let ratio = step / last
          #expect(abs(ratio - 0.9672) < 0.003, "frame \(frames.tick): \(last) then \(step)")
        }
        last = step
        #expect(frames.drift == .zero)
      }
      if frames.snapshot.scroll != .decelerating {
        while frames.surface.isRunning { frames.frame() }
      }
    }
    #expect(frames.surface.pointsFromTop == 0)
    #expect(frames.snapshot.visible.first?.id == "n0")
    #expect(frames.snapshot.rebases - rebasesAtOpening >= 11)
    #expect(costsOfRebases.count >= 11)
    costsOfFrames.sort()
    let median = costsOfFrames[costsOfFrames.count / 2]
    for cost in costsOfRebases { #expect(cost * 2 <= median * 3, "\(cost) of \(median)") }
  }
}
