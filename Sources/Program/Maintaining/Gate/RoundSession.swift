import ChildProcesses
import Foundation
import FramePacing
import Gating
import Profiling
import Records
import StillpointCommand
import Timebase

/// Holds one build against another: all checks of a round.
struct RoundSession {
  /// What a round does.
  struct Plan {
    var scenarios: [String]
    var checks: Set<GateCheck>
    /// Decides the order of the builds within the pairs, and resampling.
    var seed: UInt64
    /// What is planted in the head, to see whether it is noticed; nil in earnest.
    var planted: PlantArgument?
    var plantedInstructions: PlantArgument?
    var plantedCounts: PlantArgument?
  }

  let base: ProbeRun.Build
  let head: ProbeRun.Build
  let thresholds: GateThresholds
  let workspace: GateWorkspace
  let probes: ProbeRun
  let instructions: InstructionRun
  let console: Console

  /// Makes the checks.
  ///
  /// - Returns: The results by scenario, in the order of the checks.
  /// - Throws: `ProbeRun.Failure` where a build does not answer, and what running programs throws.
  func run(_ plan: Plan) throws -> [CheckResult] {
    var results: [CheckResult] = []
    console.stage(0, of: 4, "counts")
    let counted = try counts(plan)
    results += counted.results
    // What cannot be compared is not measured.
    let good = counted.comparable
    // What was judged before a build failed stays.
    do {
      if plan.checks.contains(.instructions), !good.isEmpty {
        console.stage(1, of: 4, "instructions")
        results += try instructionResults(plan, good)
      }
      if plan.checks.contains(.cpu) || plan.checks.contains(.controls), !good.isEmpty {
        console.stage(2, of: 4, "processor time")
        // Both builds inherit these.
        results += try SchedulingPriority.raised {
          try AddressLayout.fixed { try processorTimes(plan, good) }
        }
      }
      if plan.checks.contains(.budgets), !good.isEmpty {
        console.stage(3, of: 4, "budgets")
        results += try budgets(good.map(\.name))
      }
    } catch let failure as ProbeRun.Failure {
      results += try failures(after: failure, in: good.map(\.name)) { name in
        good.first { $0.name == name }?.cell ?? good[0].cell
      }
    }
    console.closeLine()
    return results
  }

  /// Which scenarios a build fails in that has failed in some of them: it is asked for each alone.
  ///
  /// - Returns: A result for each of these; for all where it fails in none by itself.
  func failures(
    after failure: ProbeRun.Failure,
    in scenarios: [String],
    cell: (String) -> CellIdentity
  ) throws -> [CheckResult] {
    if failure.isTooOld { return scenarios.map { failure.result(for: cell($0)) } }
    var results: [CheckResult] = []
    // The copy that failed is gone.
    let build = failure.build.role == head.role ? head : base
    for scenario in scenarios {
      do {
        _ = try probes.samples(of: build, .counts, [scenario])
      } catch let own as ProbeRun.Failure {
        results.append(own.result(for: cell(scenario)))
      }
    }
    return results.isEmpty ? scenarios.map { failure.result(for: cell($0)) } : results
  }

  /// A scenario that both builds run alike.
  struct Comparable {
    var name: String
    var base: GateSample
    var head: GateSample

    var cell: CellIdentity { head.cell }

    /// The operation that rose most in a phase, with how much.
    func operation(in phase: Phase) -> String? {
      guard let old = base.counts?.exact, let new = head.counts?.exact else { return nil }
      let prefix = "\(CellCounts.operationsPrefix)\(phase.name)."
      let rises = new.entries.filter { $0.name.hasPrefix(prefix) }.map { entry in
        (
          name: String(entry.name.dropFirst(prefix.count)),
          rise: (new.count(of: entry.name) ?? 0) - (old.count(of: entry.name) ?? 0)
        )
      }
      guard let most = rises.max(by: { ($0.rise, $1.name) < ($1.rise, $0.name) }), most.rise > 0
      else { return nil }
      return "\(most.name) +\(most.rise)"
    }
  }

  // MARK: Counts

  private func counts(_ plan: Plan) throws -> (results: [CheckResult], comparable: [Comparable]) {
    let answers = try probes.answers(
      to: [
        ProbeRun.Question(build: base, mode: .counts, scenarios: plan.scenarios),
        ProbeRun.Question(
          build: head,
          mode: .counts,
          scenarios: plan.scenarios,
          plant: plan.plantedCounts
        ),
      ]
    )
    let (old, new) = (answers[0], answers[1])
    var results: [CheckResult] = []
    var comparable: [Comparable] = []
    for (index, name) in plan.scenarios.enumerated() {
      let (old, new) = (old[index], new[index])
      let problem =
        new.difference(from: old) ?? new.problem.map { "head: \($0)" }
        ?? old.problem.map { "base: \($0)" }
      if let problem {
        results.append(CheckResult(.exact, new.cell, .invalid, notes: [problem]))
        continue
      }
      comparable.append(Comparable(name: name, base: old, head: new))
      guard let oldCounts = old.counts, let newCounts = new.counts else {
        results.append(CheckResult(.exact, new.cell, .invalid, notes: ["nothing was counted"]))
        continue
      }
      let judged = CountsJudge(new.cell)
        .results(base: oldCounts, head: newCounts, named: base.role)
      // One alone says that nothing was counted.
      results += judged.count == 1 ? judged : judged.filter { plan.checks.contains($0.check) }
    }
    return (results, comparable)
  }

  // MARK: Instructions

  private func instructionResults(
    _ plan: Plan,
    _ cells: [Comparable]
  ) throws -> [CheckResult] {
    if let absence = InstructionRun.absence {
      return [CheckResult(.instructions, cells[0].cell, .notAvailable, notes: [absence])]
    }
    var results: [CheckResult] = []
    var start = 0
    while start < cells.count {
      console.progress(start, of: cells.count, "scenarios whose instructions are counted")
      let some = Array(cells[start..<min(start + Self.cellsOfProcess, cells.count)])
      start += some.count
      do {
        results += try instructionResults(plan, of: some)
      } catch let interruption as ChildInterruption {
        throw interruption
      } catch {
        // Which of them it is each says by itself.
        for cell in some {
          do {
            results += try instructionResults(plan, of: [cell])
          } catch let interruption as ChildInterruption {
            throw interruption
          } catch {
            results.append(CheckResult(.instructions, cell.cell, .invalid, notes: ["\(error)"]))
          }
        }
      }
    }
    return results
  }

  /// How many cells are counted before the next progress is shown; they share the start of a process.
  private static let cellsOfProcess = 6

  private func instructionResults(
    _ plan: Plan,
    of cells: [Comparable]
  ) throws -> [CheckResult] {
    let old = cells.map { cell in
      InstructionRun.Request(
        build: base,
        scenario: cell.name,
        load: cell.base.load,
        tools: cell.base.tools
      )
    }
    let new = cells.map { cell in
      InstructionRun.Request(
        build: head,
        scenario: cell.name,
        load: cell.head.load,
        tools: cell.head.tools,
        plant: plan.plantedInstructions
      )
    }
    let profiles = try instructions.profiles(of: old + new)
    return cells.indices.flatMap { index in
      InstructionJudge(thresholds, cells[index].cell)
        .results(base: profiles[index], head: profiles[cells.count + index]) {
          cells[index].operation(in: $0)
        }
    }
  }

  // MARK: Processor time

  private func processorTimes(_ plan: Plan, _ cells: [Comparable]) throws -> [CheckResult] {
    defer { workspace.removeCopies() }
    let (base, head) = try lighterBuilds()
    var runs = PairedRuns(
      base: base,
      head: head,
      scenarios: cells.map(\.name),
      planted: plan.planted,
      thresholds: thresholds,
      probes: probes,
      workspace: workspace,
      seed: plan.seed
    )
    let wantsControls = plan.checks.contains(.controls)
    var pairs = PairedRuns.Times(scenarioCount: cells.count)
    func add(
      _ count: Int,
      of indices: [Int],
      to pairs: inout PairedRuns.Times,
      withControls: Bool
    ) throws {
      try runs.add(count, of: indices, to: &pairs, withControls: withControls) { done in
        console.progress(done, of: count, "pairs of processor time")
      }
    }
    try add(thresholds.pairs, of: Array(cells.indices), to: &pairs, withControls: wantsControls)
    var results = judged(pairs, cells, plan)
    // One declared extension, where an interval holds the bound or a control says nothing.
    let isControlUnclear =
      wantsControls && controls(pairs, cells, plan).contains { $0.verdict != .pass }
    let unclear = cells.indices.filter { index in
      (index == 0 && isControlUnclear)
        || results.contains { $0.cell == cells[index].cell && $0.verdict == .inconclusive }
    }
    let more = thresholds.extendedPairs - thresholds.pairs
    if !unclear.isEmpty, more > 0 {
      try add(more, of: unclear, to: &pairs, withControls: wantsControls)
      results = judged(pairs, cells, plan)
    }
    let worse = cells.indices.filter { index in
      results.contains { $0.cell == cells[index].cell && $0.verdict == .regression }
    }
    if !worse.isEmpty {
      var second = PairedRuns.Times(scenarioCount: cells.count)
      let count = worse.map { pairs.head[$0].count }.max() ?? thresholds.pairs
      try add(count, of: worse, to: &second, withControls: false)
      let again = judged(second, cells, plan)
      results = cells.flatMap { cell in
        PairedTimeJudge.confirmed(
          results.filter { $0.cell == cell.cell },
          by: again.filter { $0.cell == cell.cell }
        )
      }
    }
    return (plan.checks.contains(.cpu) ? results : [])
      + (wantsControls ? controls(pairs, cells, plan) : [])
  }

  /// Both builds without debug information, which is most of what would be copied for each pair; both as
  /// they are where it cannot be taken out of one.
  private func lighterBuilds() throws -> (base: ProbeRun.Build, head: ProbeRun.Build) {
    var (lighterBase, lighterHead) = (base, head)
    do {
      lighterBase.program = try instructions.stripped(base.program)
      lighterHead.program = try instructions.stripped(head.program)
    } catch let interruption as ChildInterruption {
      throw interruption
    } catch {
      return (base, head)
    }
    return (lighterBase, lighterHead)
  }

  private func judged(_ pairs: PairedRuns.Times, _ cells: [Comparable], _ plan: Plan)
    -> [CheckResult]
  {
    cells.indices.flatMap { index in
      PairedTimeJudge(thresholds, cells[index].cell, seed: plan.seed)
        .results(pairs.head[index], floor: pairs.floor[index])
    }
  }

  private func controls(_ pairs: PairedRuns.Times, _ cells: [Comparable], _ plan: Plan)
    -> [CheckResult]
  {
    let judge = ControlJudge(thresholds, cells[0].cell)
    return [
      judge.same(pairs.again, seed: plan.seed),
      judge.planted(pairs.planted, in: pairs.plantedPhase, seed: plan.seed),
    ]
  }

  // MARK: Budgets

  private func budgets(_ names: [String]) throws -> [CheckResult] {
    let first = try probes.samples(of: head, .budgets, names)
    var second: [String: GateSample] = [:]
    let late = zip(names, first).filter { !($0.1.missed ?? []).isEmpty }.map(\.0)
    if !late.isEmpty {
      for (name, sample) in zip(late, try probes.samples(of: head, .budgets, late)) {
        second[name] = sample
      }
    }
    return zip(names, first).flatMap { name, sample in
      BudgetsJudge(thresholds, sample.cell).results(first: sample, second: second[name])
    }
  }
}
