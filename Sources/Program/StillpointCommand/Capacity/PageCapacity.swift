import ArgumentParser
import ChildProcesses
import Driving
import Files
import LoadGeneration
import Records
import Reporting

/// Raises a number of a web chat's scenario until the page breaks: one page at a time, opened anew for each
/// load.
struct PageCapacity {
  let app: AppDescription
  let scenario: PageScenario
  let number: PageNumber
  let options: PageCapacityOptions
  let rates: [Int]
  /// The loads that are tried.
  let range: ClosedRange<Double>
  let bisects: Bool
  /// The longest that a search may take.
  let timeLimit: Duration
  let console: Console

  /// How long a search may take where nobody says: on the real clock a load has several runs.
  static func standardTimeLimit(isReal: Bool) -> Int { isReal ? 1_800 : 300 }

  /// Prepares it.
  ///
  /// - Throws: `ValidationError` for a number that the scenario does not have.
  init(
    _ app: AppDescription,
    raising key: String,
    _ options: PageCapacityOptions,
    rates: [Int],
    upTo highest: Double?,
    bisects: Bool,
    timeLimit: Duration,
    console: Console
  ) throws {
    scenario = try options.chosen()
    if let missing = scenario.missing(in: app) {
      throw ValidationError(
        "\(scenario.name) cannot be driven: \(app.path) does not give \(missing)."
      )
    }
    let all = PageNumber.all(in: scenario, of: app)
    guard let number = all.first(where: { $0.name == key }),
      let range = number.range(in: scenario, of: app)
    else {
      throw ValidationError(Self.refusal(of: key, scenario, app, all.map(\.name)))
    }
    if let highest, highest < range.lowerBound {
      throw ValidationError(
        "--up-to \(highest) is below \(range.lowerBound), where \(scenario.name) begins."
      )
    }
    (self.app, self.number, self.options, self.rates) = (app, number, options, rates)
    self.range = range.lowerBound...min(range.upperBound, highest ?? .infinity)
    (self.bisects, self.timeLimit, self.console) = (bisects, timeLimit, console)
  }

  /// Why a number cannot be raised, and what can.
  private static func refusal(
    of key: String,
    _ scenario: PageScenario,
    _ app: AppDescription,
    _ names: [String]
  ) -> String {
    let lead = "\(scenario.name) has no number `\(key)` that can be raised."
    if key == PageNumber.history.name, [.plain, .history].contains(scenario.opening) {
      return "\(lead) That needs the query `history` in \(app.path), with the number "
        + "\(AppDescription.historyMessages) in it once, such as \"?history=30\"; or raise exchanges."
    }
    if let other = PageNumber(rawValue: key),
      let place = PageScenario.all.first(where: { other.range(in: $0, of: app) != nil })
    {
      return "\(lead) \(place.name) has: add --scenario \(place.name)."
    }
    return "\(lead) \(nearMatchAdvice(for: key, among: names))"
  }

  /// Drives the page under one load after the other, at each rate.
  ///
  /// - Throws: `DriveFailure` and `PageProber.Busy` where the first load cannot be driven.
  func report(_ interruption: Interruption) throws -> CapacityReport {
    var run = try PageRun(app, interruption: interruption)
    defer { run.end() }
    (run.url, run.clock) = (options.url, options.pageClock)
    if let engine = options.engine { run = run.opened(in: engine) }
    run.wires = KeptWires(folder: options.wire)
    var source = CapacityReport.Page(
      clock: run.clock.isReal ? .real : .virtual,
      runs: options.isReal ? options.runsOfALoad : run.engine.isExact ? 1 : Engine.controlRuns,
      title: number.title,
      rest: "\(scenario.name): \(scenario.summary)"
    )
    var answers: [CapacityAnswer] = []
    for rate in rates {
      let (answer, browser) = try answer(run, rate)
      answers.append(answer)
      source.browser = browser ?? source.browser
    }
    var report = CapacityReport(
      cost: options.isReal ? .wall : .modelled,
      measurer: .fixed,
      machine: nil,
      bisects: bisects,
      answers: answers
    )
    report.page = source
    return report
  }

  private func answer(_ run: PageRun, _ rate: Int) throws -> (CapacityAnswer, browser: String?) {
    var prober = PageProber(
      run,
      scenario,
      raising: number,
      refreshHertz: rate,
      runs: options.runsOfALoad
    )
    prober.hears = { [console, number] words in console.note("\(number.name): \(words)") }
    var search = CapacitySearch(range, bisects: bisects, ending: .anyNewMiss)
    var end = CapacityAnswer.End.found
    let start = ContinuousClock.now
    while let load = search.next {
      let tried = search.probes.count
      guard tried == 0 || ContinuousClock.now - start < timeLimit else {
        end = .stopped("ended at the time limit of \(timeLimit.components.seconds) s")
        break
      }
      console.stage(
        tried,
        of: max(tried + 1, search.mostProbes),
        "\(number.name) \(Int(load)) in \(scenario.name) at \(rate) Hz"
      )
      do {
        search.take(try prober.probe(load))
      } catch let busy as PageProber.Busy where tried > 0 {
        end = .stopped(busy.description)
        break
      }
    }
    let answer = CapacityAnswer(
      dimension: number.name,
      profile: app.name,
      device: CellRecord.device(app, run.clock),
      hertz: rate,
      scale: options.cpu ?? 1,
      search: search,
      end: end,
      judgesFrames: options.isReal
    )
    return (answer, prober.browser)
  }
}
