import ChatSurface
import Foundation
import FrameMetrics
import FramePacing
import Lengths
import LoadGeneration
import Running
import Scenarios
import Synchronization
import Testing
import Timebase

/// Work that the model does not charge for costs nothing in a run with modelled cost, so nobody would
/// see it there: every phase of every cell is held against its processor time.
///
/// Both are sums over a whole cell of the same work, and the bounds are wide. What is out of them when it
/// is taken once, cold, is taken again, as the least of some repetitions, and with it some that lie in the
/// middle: warm and cold have each their own scale. It still looks at times, so it is no part of the other
/// tests: `scripts/test charged` runs it, with STILLPOINT_TIMED set.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["STILLPOINT_TIMED"] != nil))
struct ChargedWorkTests {
  /// What the ratio of modelled to processor time may be, after one common scale.
  private static let bounds = 0.2...5.0
  /// A phase of less of its cell is not judged.
  private static let leastShare = 0.05

  /// How often a cell is taken again.
  private static let repetitions = 3
  /// How many of the middle are taken again, for the scale: of as many the cheapest ones.
  private static let typicalCount = (of: 60, taken: 15)

  private struct Ratio: Sendable {
    var plan: CellPlan
    var phase: Phase
    var logarithm: Double
    /// Nanoseconds of its whole cell.
    var cost: Double
  }

  /// The cells that nobody has taken yet.
  private final class Queue: Sendable {
    private let plans: Mutex<[CellPlan]>

    init(_ plans: [CellPlan]) { self.plans = Mutex(plans) }

    func next() -> CellPlan? { plans.withLock { $0.popLast() } }
  }

  @Test func everyPhaseIsChargedForItsWorkInEveryScenarioAndProfile() async throws {
    let queue = Queue(try Self.plans())
    let workers = ProcessInfo.processInfo.activeProcessorCount
    let ratios = try await withThrowingTaskGroup(of: [Ratio].self) { group in
      for _ in 0..<workers {
        group.addTask {
          // A measurer belongs to one thread; nothing here waits for another task.
          let options = try Self.options()
          let tools = try TextTools.make(.pango)
          var ratios: [Ratio] = []
          while let plan = queue.next() {
            var cell = ProcessorTimes(plan, options: options, tools: tools)
            cell.warmUp()
            let times = cell.result()
            ratios += Self.ratios(times, of: plan)
          }
          return ratios
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    try #require(ratios.count > 100, "few phases are worth judging: \(ratios.count)")
    let sorted = ratios.sorted { $0.logarithm < $1.logarithm }
    let misses = Self.misses(sorted, scale: sorted[sorted.count / 2].logarithm)
    guard !misses.isEmpty else { return }
    let options = try Self.options()
    let tools = try TextTools.make(.pango)
    func again(_ ratio: Ratio) -> [Ratio] {
      var cell = ProcessorTimes(ratio.plan, options: options, tools: tools)
      let times = cell.measure(repetitions: Self.repetitions)
      return Self.ratios(times, of: ratio.plan).filter { $0.phase == ratio.phase }
    }
    let first = (sorted.count - Self.typicalCount.of) / 2
    let middle = sorted[first..<first + Self.typicalCount.of].sorted { $0.cost < $1.cost }
    let typical = middle.prefix(Self.typicalCount.taken).flatMap(again)
    try #require(!typical.isEmpty, "none of the middle can be judged again")
    let warm = typical.map(\.logarithm).sorted()[typical.count / 2]
    let left = Self.misses(misses.flatMap(again), scale: warm).map { miss in
      let relative = (exp(miss.logarithm - warm) * 1000).rounded() / 1000
      return "\(miss.plan.scenario), \(miss.plan.profile.name), \(miss.phase.name): \(relative)"
    }
    #expect(left.isEmpty, "\(left.sorted().joined(separator: "\n"))")
  }

  private static func misses(_ ratios: [Ratio], scale: Double) -> [Ratio] {
    ratios.filter { !bounds.contains(exp($0.logarithm - scale)) }
  }

  private static func options() throws -> RunOptions {
    RunOptions(
      cost: .modelled,
      measurer: .pango,
      costs: try DeclaredCosts.builtIn().table(for: .pango)
    )
  }

  /// Every cell of the suite at 60 Hz.
  private static func plans() throws -> [CellPlan] {
    let catalog = try ScenarioCatalog.find()
    var plans: [CellPlan] = []
    for name in catalog.names {
      let scenario = try catalog.scenario(named: name)
      // Half an hour of screen time, in one profile alone.
      guard scenario.profileNames?.count != 1 else { continue }
      let device = (scenario.device ?? .iPhone15Pro).at(hertz: 60)
      let events = scenario.timeline(on: device)
      plans += scenario.suitable(among: Profile.all).map { profile in
        CellPlan(
          scenario: name,
          events: events,
          profile: profile,
          device: device,
          seed: scenario.seed,
          budgets: scenario.budgetsInForce
        )
      }
    }
    for (name, events) in rare() {
      plans += Profile.all.map { profile in
        CellPlan(
          scenario: name,
          events: events.sorted { $0.instant < $1.instant },
          profile: profile,
          device: Device.iPhone15Pro.at(hertz: 60),
          seed: 1
        )
      }
    }
    return plans
  }

  /// Work that no scenario has much of: answers of many parts, texts that are replaced by longer ones,
  /// messages that are replaced as a whole, bubbles that are measured at many widths.
  private static func rare() -> [(name: String, events: [TimedLoadEvent])] {
    func at(_ milliseconds: Double, _ event: SurfaceEvent) -> TimedLoadEvent {
      TimedLoadEvent(event, at: Instant(milliseconds: milliseconds))
    }
    let words = "some words of an answer that goes on for a while "
    let answer: MessageID = "answer"
    var parts = [at(0, .streamBegin(answer))]
    for part in 0..<1_500 {
      let time = Double(part) * 4
      if part % 2 == 0 {
        parts.append(at(time, .partBegin(answer, .text)))
        parts.append(at(time, .token(answer, Array("part \(part): \(words)".utf8))))
      } else {
        parts.append(at(time, .partBegin(answer, .card)))
        parts.append(at(time, .card(answer, part: part, LayoutUnit(points: 40))))
      }
    }
    var updates = [at(0, .append(Message(id: answer, role: .assistant, text: "")))]
    var text = ""
    for step in 0..<400 {
      text += "\(step) \(words)"
      updates.append(at(Double(step) * 16, .update(answer, text: text)))
    }
    let lists = (0..<200).map { round in
      let messages = (0..<200).map { index in
        Message(
          id: MessageID(rawValue: "m\(index + round * 100)"),
          role: .user,
          text: "\(index): \(words)"
        )
      }
      return at(Double(round) * 32, .replaceAll(ListedMessages(messages)))
    }
    var widths = [at(0, .load(SyntheticHistory(seed: 3, count: 400, lengths: .oasst)))]
    for turn in 0..<100 {
      let width = LayoutUnit(points: turn % 2 == 0 ? 320 : 393)
      let size = SurfaceEvent.resize(width: width, height: LayoutUnit(points: 852))
      widths.append(at(Double(turn + 1) * 48, size))
    }
    return [
      ("1,500 parts", parts), ("a text replaced at each token", updates),
      ("lists in place of others", lists), ("widths", widths),
    ]
  }

  private static func ratios(_ times: ProcessorTimes.Result, of plan: CellPlan) -> [Ratio] {
    let whole = times.plain.reduce(0, +)
    return Phase.allCases.compactMap { phase in
      let time = times.plain[phase.rawValue]
      let modelled = times.modelled[phase.rawValue]
      // Within twice the cost of empty frames there is nothing to charge for.
      guard time >= leastShare * whole, time >= 2 * times.floor[phase.rawValue] else { return nil }
      // What is not charged at all counts as a nanosecond.
      let logarithm = log(max(modelled, 1) / time)
      return Ratio(plan: plan, phase: phase, logarithm: logarithm, cost: whole)
    }
  }
}
