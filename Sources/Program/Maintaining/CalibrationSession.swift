import ChatSurface
import Files
import Foundation
import FramePacing
import LoadGeneration
import Profiling
import Records
import Running
import Scenarios
import StillpointCommand
import Timebase
import WordDictionary

/// Fits the declared costs to what the standard suite costs on this machine, those of the elements of
/// layouts to what edits of layouts alone do, those of a token, of a word looked up and of a byte that is
/// looked at for line breaks or undecided signs to experiments of their own.
struct CalibrationSession {
  /// Those whose costs are fitted; what the others' runs cost is kept.
  let measurers: [MeasurerChoice]
  let console: Console

  /// Times the suite under each measurer, each frame by the least of three, and writes the costs to `place`.
  func run(writingTo place: OutputPlace) throws {
    let old = try DeclaredCosts.builtIn()
    var tables = old.picoseconds
    var ratios = old.modelledOverCPU ?? [:]
    for measurer in measurers {
      let start = try apart(from: old.table(for: measurer), for: measurer)
      let samples = try measure(measurer, costs: start)
      let fitted = CostFit.fit(
        samples.map(\.sample) + totals(of: samples),
        from: start,
        keeping: Set(FramePacing.Operation.allCases.filter { CostOrigin(of: $0) != .frames })
      )
      tables[measurer.rawValue] = byName { fitted[picosecondsOf: $0] }
      ratios[measurer.rawValue] = self.ratios(of: samples, fitted)
      announce(measurer, ratios[measurer.rawValue] ?? [:])
    }
    let facts = MachineFacts.current()
    let costs = DeclaredCosts(
      schema: 2,
      machine: facts.processor ?? "unknown",
      toolchain: facts.toolchain,
      picoseconds: tables,
      origins: byName(CostOrigin.init(of:)),
      modelledOverCPU: ratios
    )
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(costs)
    try place.write([UInt8](data) + [0x0A])
    console.say("Declared costs of \(costs.machine) written to \(place.path)")
  }

  /// The costs that are found apart from frames of the suite.
  private func apart(
    from old: OperationCosts,
    for measurer: MeasurerChoice
  ) throws -> OperationCosts {
    let layouts = LayoutCosts.measure(from: old)
    let words = DictionaryCosts.measure(from: layouts, boundaries: SystemWordBoundaries())
    let tokens = TokenCosts.measure(from: words, tools: try TextTools.make(.fixed))
    let signs = SignCosts.measure(from: tokens)
    return LineBreakCosts.measure(from: signs, tools: try TextTools.make(measurer))
  }

  private func byName<Value>(_ value: (FramePacing.Operation) -> Value) -> [String: Value] {
    Dictionary(uniqueKeysWithValues: FramePacing.Operation.allCases.map { ($0.name, value($0)) })
  }

  private typealias PhaseSample = (phase: Phase, sample: CostFit.Sample)

  private func measure(_ measurer: MeasurerChoice, costs: OperationCosts) throws -> [PhaseSample] {
    let options = RunOptions(cost: .modelled, measurer: measurer, costs: costs)
    let tools = try TextTools.make(measurer)
    let plans = try suite() + edits() + replacedTexts()
    var samples: [PhaseSample] = []
    for (index, plan) in plans.enumerated() {
      console.progress(
        index,
        of: plans.count,
        "\(measurer.rawValue): \(plan.scenario), \(plan.profile.name)"
      )
      var cell = ProcessorTimes(plan, options: options, tools: tools)
      let times = cell.measure(repetitions: 3)
      for phase in Phase.allCases {
        let sample = CostFit.Sample(
          counts: times.work[phase.rawValue],
          nanoseconds: Int64(times.plain[phase.rawValue])
        )
        samples.append((phase, sample))
      }
    }
    return samples
  }

  /// Every scenario of the catalogue in every profile, but for those made for one profile alone:
  /// half an hour of screen time adds nothing to a fit.
  private func suite() throws -> [CellPlan] {
    let catalog = try ScenarioCatalog.find()
    return try catalog.names.flatMap { name in
      let scenario = try catalog.scenario(name)
      guard scenario.profileNames?.count != 1 else { return [CellPlan]() }
      let device = scenario.device ?? .iPhone15Pro
      return Profile.all.map { profile in
        CellPlan(
          scenario: name,
          events: scenario.timeline(on: device),
          profile: profile,
          device: device,
          seed: scenario.seed,
          budgets: scenario.budgetsInForce
        )
      }
    }
  }

  /// Pages before histories of several lengths, heights supplied: what moving items costs, apart
  /// from all else.
  private func edits() -> [CellPlan] {
    [1_000, 10_000, 100_000].flatMap { count in
      var events = [TimedLoadEvent(.load(BlankHistory(prefix: "item-", count: count)), at: .zero)]
      for page in 1...100 {
        let source = BlankHistory(prefix: "page-\(page)-", count: 50)
        events.append(
          TimedLoadEvent(.prepend(source), at: Instant(milliseconds: Double(100 * page)))
        )
      }
      return Profile.all.map { profile in
        CellPlan(
          scenario: "pages before \(count)",
          events: events,
          profile: profile,
          device: .iPhoneSE,
          seed: 1
        )
      }
    }
  }

  /// A text without marks that is replaced by longer ones: what a byte costs the parser where it makes
  /// few blocks and runs of many; texts of the suite have about as many marks as bytes say.
  private func replacedTexts() -> [CellPlan] {
    let text = String(decoding: TextSynthesis.prose(scalars: 20_000, seed: 1), as: UTF8.self)
    let answer: MessageID = "answer"
    var events = [
      TimedLoadEvent(.append(Message(id: answer, role: .assistant, text: "")), at: .zero)
    ]
    for step in 1...400 {
      events.append(
        TimedLoadEvent(
          .update(answer, text: String(text.prefix(50 * step))),
          at: Instant(milliseconds: Double(16 * step))
        )
      )
    }
    return Profile.all.map { profile in
      CellPlan(
        scenario: "a text that is replaced",
        events: events,
        profile: profile,
        device: .iPhoneSE,
        seed: 1
      )
    }
  }

  /// Each phase over the whole suite: what the fit must meet first of all.
  private func totals(of samples: [PhaseSample]) -> [CostFit.Sample] {
    Phase.allCases.map { phase in
      var total = CostFit.Sample(counts: OperationCounts(), nanoseconds: 0, weight: 1_000)
      for entry in samples where entry.phase == phase {
        total.counts += entry.sample.counts
        total.nanoseconds += entry.sample.nanoseconds
      }
      return total
    }
  }

  /// Modelled over measured time of each phase over the whole suite, to three decimals.
  private func ratios(of samples: [PhaseSample], _ costs: OperationCosts) -> [String: Double] {
    var ratios: [String: Double] = [:]
    for phase in Phase.allCases {
      let own = samples.filter { $0.phase == phase }.map(\.sample)
      let measured = own.reduce(0) { $0 + Double($1.nanoseconds) }
      let modelled = own.reduce(0) { $0 + Double(costs.charge($1.counts)) }
      if measured > 0 { ratios[phase.name] = (modelled / measured * 1_000).rounded() / 1_000 }
    }
    return ratios
  }

  private func announce(_ measurer: MeasurerChoice, _ ratios: [String: Double]) {
    for phase in Phase.allCases {
      let text = ratios[phase.name].map { String($0) } ?? "n/a"
      console.say("\(measurer.rawValue) \(phase.name): modelled/cpu \(text)")
    }
  }
}
