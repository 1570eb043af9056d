import ArgumentParser
import Foundation
import FramePacing
import Gating
import Profiling
import Records
import StillpointCommand
import Synchronization

/// Tries the gate on this machine: this build against itself, as it is and with work planted in the
/// costliest phase of a scenario, and says how often which check was right.
///
/// A round of the build as it is takes all scenarios, as a gate does. One with something planted takes
/// one scenario; the rounds take the scenarios in turn.
struct GateCalibration {
  /// What a row of the table is about.
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case itself
    /// As many busy loops as there are processors run beside the rounds.
    case busy
    case instructions
    case allocation
    case block
    case tenPercent = "10"
    case fivePercent = "5"
    case threePercent = "3"
    case onePercent = "1"

    /// The share of a phase's processor time that is planted; nil where none is.
    var share: Double? { Double(rawValue).map { $0 / 100 } }
  }

  let session: CommitSession
  let rounds: Int
  let kinds: [Kind]
  let seed: UInt64

  /// Makes the rounds and prints the table, a row as soon as it is known.
  func run() throws {
    let program = try CommitSession.ownProgram()
    for line in Self.header { session.console.say("\(lines: line)") }
    for hertz in session.refresh {
      let one = try session.session(base: program, hertz: hertz)
      for kind in Kind.allCases where kinds.contains(kind) {
        if kind == .instructions, let absence = InstructionRun.absence {
          session.console.note("instructions are not available: \(sentence: absence)")
          continue
        }
        try calibrate(kind, one)
      }
    }
  }

  private func calibrate(_ kind: Kind, _ session: RoundSession) throws {
    switch kind {
    case .itself: try tally("itself", nil) { try round(of: session, $0) }
    case .busy:
      let count = ProcessInfo.processInfo.activeProcessorCount
      let loops = BusyLoops(count: count)
      defer { loops.end() }
      try tally("itself, beside \(count) busy loops", nil) { try round(of: session, $0) }
    case .allocation, .block:
      let isBlock = kind == .block
      let name = isBlock ? "1 parsed block a frame" : "1 allocation a frame"
      try tally(name, session) { target in
        var plan = RoundSession.Plan(
          scenarios: [target.scenario],
          checks: [isBlock ? .exact : .allocations],
          seed: target.seed
        )
        plan.plantedCounts = PlantArgument(
          phase: target.phase,
          kind: isBlock ? "parses" : "allocations",
          amount: 1
        )
        return try session.run(plan)
      }
    case .instructions: try instructions(session)
    case .tenPercent, .fivePercent, .threePercent, .onePercent:
      try tally("processor time, \(kind.rawValue) %", session) { target in
        var plan = RoundSession.Plan(
          scenarios: [target.scenario],
          checks: [.cpu],
          seed: target.seed
        )
        plan.planted = PlantArgument(phase: target.phase, kind: "share", amount: kind.share ?? 0)
        return try session.run(plan)
      }
    }
  }

  /// A round of the build as it is.
  private func round(of session: RoundSession, _ target: Target) throws -> [CheckResult] {
    try session.run(
      RoundSession.Plan(
        scenarios: self.session.scenarios,
        checks: [.exact, .allocations, .instructions, .cpu, .controls],
        seed: target.seed
      )
    )
  }

  /// Shares of a phase's instructions. Counts hardly differ from run to run, so rounds differ in the phase,
  /// too; once each was tried in each scenario they begin anew, with counts that are kept.
  private func instructions(_ session: RoundSession) throws {
    for share in Kind.allCases.compactMap(\.share) {
      let percent = Int((share * 100).rounded())
      try tally("instructions, \(percent) %", session, inAllPhases: true) { target in
        let steps = try self.steps(share, target, session)
        var plan = RoundSession.Plan(
          scenarios: [target.scenario],
          checks: [.instructions],
          seed: target.seed
        )
        plan.plantedInstructions = PlantArgument(
          phase: target.phase,
          kind: "steps",
          amount: Double(steps)
        )
        return try session.run(plan)
      }
    }
  }

  /// Steps of the planted loop in each frame that are a share of the phase's instructions.
  private func steps(_ share: Double, _ target: Target, _ session: RoundSession) throws -> Int {
    guard let sample = target.sample else { return 0 }
    let trial = 100
    let frames = max(1, sample.frames)
    let counts = try session.instructions.profiles(
      of: [0, trial].map { steps in
        InstructionRun.Request(
          build: session.head,
          scenario: target.scenario,
          load: sample.load,
          tools: sample.tools,
          plant: PlantArgument(phase: target.phase, kind: "steps", amount: Double(steps))
        )
      }
    )
    .map { $0.phases[target.phase.rawValue] }
    let plain = counts[0]
    let perStep = Double(counts[1] - plain) / Double(trial * frames)
    let wanted = Double(plain) * share / Double(frames)
    return max(1, Int((wanted / max(perStep, 1e-9)).rounded()))
  }

  // MARK: Rounds

  /// What a round is made in.
  private struct Target {
    var scenario: String
    /// What a probe said of the scenario; nil where nothing is planted.
    var sample: GateSample?
    var seed: UInt64
    /// How often the scenario was a target before, where that is to be in another phase each time.
    var turn = 0

    /// The costliest phase of the scenario at first; in later turns the others that take a tenth of its
    /// time or more.
    var phase: Phase {
      guard let times = sample?.processorTime, times.count == Phase.allCases.count else {
        return .measure
      }
      let least = 0.1 * times.reduce(0, +)
      let costly = Phase.allCases.sorted { times[$0.rawValue] > times[$1.rawValue] }
        .filter { times[$0.rawValue] >= least }
      return costly.isEmpty ? .measure : costly[turn % costly.count]
    }
  }

  /// Makes rounds of one kind, and prints what came of them.
  ///
  /// - Parameters:
  ///   - planted: Where something is planted, the builds; nil for the build as it is.
  ///   - inAllPhases: Whether it is planted in all phases in turn, not in the costliest alone.
  private func tally(
    _ name: String,
    _ planted: RoundSession?,
    inAllPhases: Bool = false,
    round: (Target) throws -> [CheckResult]
  ) throws {
    let count = rounds
    var tally = Tally(name: name, hasPhase: planted != nil)
    let samples =
      try planted.map { try $0.probes.samples(of: $0.base, .cpu, session.scenarios) } ?? []
    let first = Date()
    defer { session.console.whole = nil }
    for number in 0..<count {
      session.console.whole = Console.Whole(done: number, count: count, what: name, start: first)
      let place = number % session.scenarios.count
      let target = Target(
        scenario: session.scenarios[place],
        sample: samples.isEmpty ? nil : samples[place],
        seed: seed &+ UInt64(number),
        turn: inAllPhases ? number / session.scenarios.count : 0
      )
      let start = Date()
      let results = try round(target)
      // Of a program against itself each of these is an error.
      for result in results where planted == nil {
        guard ![.pass, .notAvailable].contains(result.verdict) else { continue }
        let ratio = result.ratio.map { String(format: ", %.4f", $0) } ?? ""
        let interval =
          result.interval.map { String(format: " [%.4f, %.4f]", $0.lowerBound, $0.upperBound) }
          ?? ""
        let words =
          "\(result.check.rawValue) of \(result.cell), \(result.figure)\(ratio)\(interval)"
        session.console.note(
          "\(name), round \(number + 1): \(result.verdict.rawValue): \(sentence: words)"
        )
      }
      tally.take(
        results,
        in: planted == nil ? nil : target.phase,
        seconds: Date().timeIntervalSince(start)
      )
    }
    session.console.say("\(lines: tally.text)")
  }

  /// The head of the table, as Markdown.
  static let header = [
    "| what | rounds | regression | phase named | inconclusive | invalid | s a round |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
  ]
}

/// How often rounds of one kind came out as they should: a row of the table.
private struct Tally {
  let name: String
  /// Whether a phase is to be named.
  let hasPhase: Bool
  private var rounds = 0
  private var caught = 0
  private var named = 0
  private var unclear = 0
  private var invalid = 0
  private var seconds = 0.0

  init(name: String, hasPhase: Bool) {
    self.name = name
    self.hasPhase = hasPhase
  }

  /// Takes a round in.
  ///
  /// - Parameter phase: Where something was planted; nil for nowhere.
  mutating func take(_ results: [CheckResult], in phase: Phase?, seconds: Double) {
    rounds += 1
    self.seconds += seconds
    let verdicts = results.map(\.verdict)
    if verdicts.contains(.regression) {
      caught += 1
      let isNamed = results.contains { result in
        result.verdict == .regression && phase.map { result.culprit?.hasPrefix($0.name) } == true
      }
      if isNamed { named += 1 }
    } else if verdicts.contains(.invalid) {
      invalid += 1
    } else if verdicts.contains(.inconclusive) {
      unclear += 1
    }
  }

  /// The row, as Markdown.
  var text: String {
    let mean = (seconds / Double(max(1, rounds)) * 10).rounded() / 10
    return "| \(name) | \(rounds) | \(caught) | \(hasPhase ? "\(named)" : "") | \(unclear) "
      + "| \(invalid) | \(mean) |"
  }
}

/// Threads that keep processors busy. They do not have the priority that rounds are measured with.
private final class BusyLoops: Sendable {
  private let isEnded = Mutex(false)

  init(count: Int) {
    for _ in 0..<count {
      Thread.detachNewThread { [self] in
        while !isEnded.withLock({ $0 }) { PlantedLoop.perform(steps: 1_000_000) }
      }
    }
  }

  func end() { isEnded.withLock { $0 = true } }
}
