import FrameMetrics
import Records
import Statistics

/// Drives a page under one load after the other.
///
/// On the virtual clock work takes no time: no frame is late there, and only text, the reader and limits can
/// break. On the machine's clock frames can, too.
package struct PageProber {
  let run: PageRun
  let scenario: PageScenario
  let number: PageNumber
  let refreshHertz: Int
  /// How many quiet runs a load has on the machine's clock; what most of them missed is missed.
  let runs: Int
  /// Is told of each run on the machine's clock how much of the time its main thread waited for a core.
  package var hears: (_ words: String) -> Void = { _ in }
  /// The browser that drew the last load.
  package private(set) var browser: String?
  /// Whether a load was driven to its end.
  private var hasDriven = false

  /// Prepares a page.
  ///
  /// - Precondition: The scenario has the number.
  package init(
    _ run: PageRun,
    _ scenario: PageScenario,
    raising number: PageNumber,
    refreshHertz: Int,
    runs: Int
  ) {
    (self.run, self.scenario, self.number) = (run, scenario, number)
    (self.refreshHertz, self.runs) = (refreshHertz, runs)
  }

  /// Drives the page under `load`.
  ///
  /// What stops the page, or leaves nothing to be judged, is a limit of the page; at the first load it says that
  /// the page cannot be driven at all.
  ///
  /// - Throws: ``DriveFailure``; ``Busy`` where the machine is too busy for the real clock.
  /// - Complexity: A browser for each run.
  package mutating func probe(_ load: Double) throws -> CapacityProbe {
    let scenario = self.scenario.raising(number, to: load)
    do {
      let recordings: [PageRecording]
      if !run.engine.isExact {
        recordings = try (0..<Engine.controlRuns).map { _ in try record(scenario) }
      } else {
        recordings = try run.clock.isReal ? quietRuns(scenario) : [record(scenario)]
      }
      browser = recordings.last?.browser
      let cell =
        !run.engine.isExact
        ? CellRecord(ofControls: recordings, app: run.app)
        : recordings.count > 1
          ? CellRecord(ofRuns: recordings, app: run.app)
          : CellRecord(of: recordings[0], app: run.app)
      if cell.verdict.kind.isOpen { throw Self.unjudged(cell.verdict.budgets, cell) }
      hasDriven = true
      return probe(load, cell, recordings)
    } catch DriveFailure.limit(let reason) where hasDriven {
      return broken(load, reason)
    } catch DriveFailure.late(let reason) where hasDriven {
      return broken(load, reason)
    } catch DriveFailure.browser(NoFrame.words) where hasDriven {
      return broken(load, "the browser \(NoFrame.words), although the page goes on")
    }
  }

  /// Why a load is neither kept nor missed.
  private static func unjudged(_ names: [String], _ cell: CellRecord) -> DriveFailure {
    let check = cell.budgets.first { names.contains($0.name) }
    return .limit(check?.note ?? names.joined(separator: ", "))
  }

  private func broken(_ load: Double, _ reason: String) -> CapacityProbe {
    var probe = CapacityProbe(load: load)
    probe.page = CapacityProbe.Page()
    probe.misses = [CapacityProbe.Miss(judge: .limit, budget: reason)]
    return probe
  }

  private func record(_ scenario: PageScenario) throws -> PageRecording {
    var picture: [UInt8]?
    return try run.record(scenario, refreshHertz: refreshHertz, picture: &picture)
  }

  // MARK: The real clock

  /// The machine was too busy to say anything about the page.
  package struct Busy: Error, CustomStringConvertible {
    /// How long the page's main thread waited, and what to do.
    package let description: String
  }

  /// Drives until so many runs are quiet; gives up after twice as many.
  private func quietRuns(_ scenario: PageScenario) throws -> [PageRecording] {
    var quiet: [PageRecording] = []
    var longest = 0.0
    for _ in 0..<(2 * runs) where quiet.count < runs {
      let recording = try record(scenario)
      guard let use = recording.use else {
        throw DriveFailure.refused(
          "the system does not say how long a thread waits for a core",
          advice: "Drive on the real clock on Linux, or leave out --clock real."
        )
      }
      hears("waited \(CoreUse.percent(use.waitingShare)) for a core")
      longest = max(longest, use.waitingShare)
      if use.isQuiet { quiet.append(recording) }
    }
    guard quiet.count == runs else {
      throw Busy(
        description: "the machine was busy: the page's main thread waited for a core up to "
          + "\(CoreUse.percent(longest)) of the time, and only \(quiet.count) of \(runs) runs were quiet"
      )
    }
    return quiet
  }

  // MARK: What came of it

  private func probe(
    _ load: Double,
    _ cell: CellRecord,
    _ recordings: [PageRecording]
  ) -> CapacityProbe {
    var probe = CapacityProbe(load: load)
    var page = CapacityProbe.Page()
    page.changedNodes = Self.median(recordings.compactMap(\.changedNodes))
    probe.misses = cell.budgets.filter { $0.state == .missed }.map { check in
      CapacityProbe.Miss(
        judge: CapacityProbe.Judge(of: check),
        budget: check.name,
        value: check.value,
        limit: check.limit
      )
    }
    if run.clock.isReal, run.engine.isExact {
      probe.hitchRatio = cell.value(.hitchRatio, .value)
      let limit = Budget.hitchRatio.standardLimit(hostShare: 0)
      if let ratio = probe.hitchRatio, ratio > limit {
        let budget = Budget.hitchRatio.rawValue
        probe.misses.insert(
          CapacityProbe.Miss(judge: .frames, budget: budget, value: ratio, limit: limit),
          at: 0
        )
      }
      // A browser slows a thread by keeping its core busy: that would be counted.
      if !run.clock.isSlowed {
        probe.meanCost = Self.median(recordings.compactMap(\.processorTimeOfAPeriod))
      }
      page.script =
        recordings.compactMap { $0.end.scripts }
        .reduce(into: [:]) { all, one in all.merge(one) { max($0, $1) } }
        .max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
    probe.page = page
    return probe
  }

  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : Bootstrap.median(values)
  }
}

extension PageRecording {
  /// How many nodes a frame adds and takes out while the answer comes, on average; nil without such frames.
  var changedNodes: Double? {
    let streaming = frames.filter { $0.sent > 0 && $0.t <= (end.ended ?? .infinity) }
    guard !streaming.isEmpty else { return nil }
    return Double(streaming.reduce(0) { $0 + $1.added + $1.removed + $1.finished })
      / Double(streaming.count)
  }

  /// The processor time of the page's process for each refresh period, in ms; nil on a virtual clock.
  fileprivate var processorTimeOfAPeriod: Double? {
    use.map { $0.busy / max(1, $0.wall / period) }
  }
}
