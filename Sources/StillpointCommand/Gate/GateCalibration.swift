import Foundation
import FramePacing
import Gating
import Profiling
import Simulation

/// Tries the gate on this machine: this build against itself, as it is and with work planted in the
/// costliest phase of each scenario, and says how often which check was right.
struct GateCalibration {
  /// The shares of a phase that are planted.
  static let shares = [0.01, 0.03, 0.05, 0.10]

  /// How often something came out as it should.
  struct Tally {
    var name: String
    var rounds = 0
    var caught = 0
    var named = 0
    var unclear = 0
    var invalid = 0
    var seconds = 0.0

    init(_ name: String) { self.name = name }
  }

  let session: CommitSession
  let rounds: Int
  let seed: UInt64

  /// Makes the rounds and prints the table, a row as soon as it is known.
  func run() throws {
    let program = try CommitSession.ownProgram()
    for line in Self.header { session.console.say(line) }
    for hertz in session.refresh {
      let one = try session.session(base: program, hertz: hertz)
      for scenario in session.scenarios { try calibrate(one, scenario) }
    }
  }

  private func calibrate(_ session: RoundSession, _ scenario: String) throws {
    let sample = try session.probes.samples(of: session.base, .cpu, [scenario])[0]
    let phase = Self.costliest(sample.processorTime ?? [])
    try tally("\(scenario): A/A", session) { seed in
      RoundSession.Plan(
        scenarios: [scenario],
        checks: [.exact, .allocations, .instructions, .cpu, .controls],
        seed: seed
      )
    }
    if InstructionRun.absence == nil { try instructions(session, scenario, phase, sample) }
    try counts(session, scenario, phase)
    for share in Self.shares.reversed() {
      let percent = Int((share * 100).rounded())
      try tally("\(scenario): CPU, \(percent) % in \(phase.name)", session, phase) { seed in
        var plan = RoundSession.Plan(scenarios: [scenario], checks: [.cpu], seed: seed)
        plan.planted = PlantArgument(phase: phase, kind: "share", amount: share)
        return plan
      }
    }
  }

  /// One allocation and one parsed block a frame.
  private func counts(_ session: RoundSession, _ scenario: String, _ phase: Phase) throws {
    for (name, kind) in [("allocation", "allocations"), ("parsed block", "parses")] {
      try tally("\(scenario): 1 \(name) a frame in \(phase.name)", session, phase) { seed in
        var plan = RoundSession.Plan(
          scenarios: [scenario],
          checks: kind == "parses" ? [.exact] : [.allocations],
          seed: seed
        )
        plan.plantedCounts = PlantArgument(phase: phase, kind: kind, amount: 1)
        return plan
      }
    }
  }

  /// Instructions repeat, so each share is tried once; the counts are kept by digest anyway.
  private func instructions(
    _ session: RoundSession,
    _ scenario: String,
    _ phase: Phase,
    _ sample: GateSample
  ) throws {
    func count(_ steps: Int) throws -> Int {
      try session.instructions.profile(
        of: session.head,
        scenario: scenario,
        load: sample.load,
        tools: sample.tools,
        plant: PlantArgument(phase: phase, kind: "steps", amount: Double(steps))
      )
      .phases[phase.rawValue]
    }
    let trial = 100
    let plain = try count(0)
    let perStep = Double(try count(trial) - plain) / Double(trial * max(1, sample.frames))
    for share in Self.shares {
      let wanted = Double(plain) * share / Double(max(1, sample.frames))
      let steps = max(1, Int((wanted / max(perStep, 1e-9)).rounded()))
      let percent = Int((share * 100).rounded())
      try tally(
        "\(scenario): instructions, \(percent) % in \(phase.name)",
        session,
        phase,
        rounds: 1
      ) { seed in
        var plan = RoundSession.Plan(scenarios: [scenario], checks: [.instructions], seed: seed)
        plan.plantedInstructions = PlantArgument(
          phase: phase,
          kind: "steps",
          amount: Double(steps)
        )
        return plan
      }
    }
  }

  /// Makes rounds of one kind, and prints what came of them.
  private func tally(
    _ name: String,
    _ session: RoundSession,
    _ phase: Phase? = nil,
    rounds count: Int? = nil,
    plan: (UInt64) -> RoundSession.Plan
  ) throws {
    var tally = Tally(name)
    for number in 0..<(count ?? rounds) {
      self.session.console.progress(number, of: count ?? rounds, name)
      let start = Date()
      let results = try session.run(plan(seed &+ UInt64(number)))
      tally.seconds += Date().timeIntervalSince(start)
      tally.rounds += 1
      let verdicts = results.map(\.verdict)
      if verdicts.contains(.regression) { tally.caught += 1 }
      if let phase, results.contains(where: { Self.names($0, phase) }) { tally.named += 1 }
      if !verdicts.contains(.regression) {
        if verdicts.contains(.invalid) {
          tally.invalid += 1
        } else if verdicts.contains(.inconclusive) {
          tally.unclear += 1
        }
      }
    }
    self.session.console.say(Self.row(tally))
  }

  private static func names(_ result: CheckResult, _ phase: Phase) -> Bool {
    result.verdict == .regression && result.culprit?.hasPrefix(phase.name) == true
  }

  private static func costliest(_ times: [Double]) -> Phase {
    guard times.count == Phase.allCases.count else { return .measure }
    return Phase.allCases.max { times[$0.rawValue] < times[$1.rawValue] } ?? .measure
  }

  /// The head of the table, as Markdown.
  static let header = [
    "| what | rounds | regression | phase named | inconclusive | invalid | s a round |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
  ]

  /// A row of the table.
  private static func row(_ tally: Tally) -> String {
    let seconds = (tally.seconds / Double(max(1, tally.rounds)) * 10).rounded() / 10
    let named = tally.name.hasSuffix("A/A") ? "" : "\(tally.named)"
    return "| \(tally.name) | \(tally.rounds) | \(tally.caught) | \(named) | \(tally.unclear) "
      + "| \(tally.invalid) | \(seconds) |"
  }
}
