import Foundation
import Profiling

/// The command line of a benchmark program.
public struct Program {
  let suites: [Suite]
  private var arguments = Array(CommandLine.arguments.dropFirst())
  private let path = CommandLine.arguments[0]
  /// The folder `Benchmarks`, where pages and results are.
  private let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let usage = """
    usage: benchmarks VERB [OPTION...] [FILTER...]

      list                    the cases whose names hold a FILTER
      run                     measures them, keeps the figures in Benchmarks/Results and remakes pages
      check                   few items: answers against twins and Benchmarks/Answers.txt, allocations
      compare PROGRAM         the cases of this program against those of an older one, in turns
      baseline update NAME    measures and keeps the figures under a name
      baseline compare NAME   measures and holds the figures against those
      pages                   remakes the pages of Benchmarks/Results
      self-test               plants +5 % in one case 20 times; compares with itself beside a busy loop

      --small                 few items
      --rounds N              rounds of three turns, 6 at least (7; compare: 40 samples for each pair)
      --pairs N               compare: how many pairs of processes, 8 at least (10)
      --instructions          run, compare: counts instructions too, with valgrind
      --json FILE             run: writes the figures there and remakes nothing
      --plant CASE=PERCENT    compare: makes a case of this program slower
      --record                check: writes Benchmarks/Answers.txt anew

    Ends with 1 when an answer differs, a warm operation asks for memory, a case has become slower (by
    over 2 %, the whole interval of 99 %), a program that is compared fails, or a baseline is not kept: ours
    over 1.1 times as much of a twin as it was, its interval above the old one, or more allocations or
    instructions. Other figures fail nothing.
    """

  /// Makes a program of suites.
  public init(_ suites: [Suite]) { self.suites = suites }

  /// Does what the command line says, and ends.
  public mutating func main() -> Never {
    guard !arguments.isEmpty else { Self.end(Self.usage, 64) }
    if arguments.contains("--help") || arguments.contains("-h") { arguments = ["help"] }
    let verb = arguments.removeFirst()
    do {
      switch verb {
      case "list": list()
      case "run": try run()
      case "check": try check()
      case "compare": try compare()
      case "baseline": try baseline()
      case "pages": try pages()
      case "self-test": try selfTest()
      case "serve": Peer.serve(cases(isSmall: false) + cases(isSmall: true))
      case "perform":
        let ids = Set(arguments)
        let full = cases(isSmall: false)
        let known = Set(full.map(\.id))
        let all = full + cases(isSmall: true).filter { !known.contains($0.id) }
        Instructions.perform(all.filter { ids.contains($0.id) })
      case "help": print(Self.usage)
      default: Self.end(Self.usage, 64)
      }
    } catch {
      Self.end("benchmarks: \(error)", 1)
    }
    exit(0)
  }

  /// Where a tool is, on the path; nil when there is none.
  static func tool(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  static func end(_ text: String, _ code: Int32) -> Never {
    FileHandle.standardError.write(Data((text + "\n").utf8))
    exit(code)
  }

  // MARK: Arguments

  private mutating func flag(_ name: String) -> Bool {
    guard let place = arguments.firstIndex(of: name) else { return false }
    arguments.remove(at: place)
    return true
  }

  private mutating func value(_ name: String) -> String? {
    guard let place = arguments.firstIndex(of: name) else { return nil }
    guard place + 1 < arguments.count else { Self.end("benchmarks: \(name) takes a value", 64) }
    defer { arguments.removeSubrange(place...place + 1) }
    return arguments[place + 1]
  }

  private mutating func number(_ name: String, _ standard: Int, least: Int = 1) -> Int {
    guard let text = value(name) else { return standard }
    guard let number = Int(text), number >= least else {
      Self.end("benchmarks: \(name) takes a number of \(least) at least, not \(text)", 64)
    }
    return number
  }

  private func cases(isSmall: Bool) -> [Case] { suites.flatMap { $0.cases(isSmall) } }

  /// The cases whose names hold one of the remaining arguments; all without arguments.
  private func filtered(isSmall: Bool) -> [Case] {
    if let option = arguments.first(where: { $0.hasPrefix("-") }) {
      Self.end("benchmarks: there is no option \(option)\n\n" + Self.usage, 64)
    }
    let all = cases(isSmall: isSmall)
    var wanted: Set<String> = []
    for filter in arguments {
      // A whole name is that one: others may begin with it.
      let found = all.map(\.id).filter { $0 == filter }
      let more =
        found.isEmpty
        ? all.map(\.id).filter { $0.localizedCaseInsensitiveContains(filter) } : found
      if more.isEmpty { Self.end("benchmarks: no case has \(filter); `list` names them", 64) }
      wanted.formUnion(more)
    }
    return arguments.isEmpty ? all : all.filter { wanted.contains($0.id) }
  }

  // MARK: Verbs

  private mutating func list() {
    let isSmall = flag("--small")
    for item in filtered(isSmall: isSmall) {
      print(item.id + ": " + item.contestants.map(\.name).joined(separator: ", "))
    }
  }

  /// Measures the chosen cases.
  ///
  /// - Returns: What came of those that answer as they should, and what the others do.
  private mutating func measured() -> (outcomes: [Outcome], complaints: [String]) {
    let rounds = number("--rounds", 7, least: Statistics.least(confidence: 0.95))
    let countsInstructions = flag("--instructions")
    let isSmall = flag("--small")
    let chosen = filtered(isSmall: isSmall)
    let counts = countsInstructions ? Instructions.count(chosen, program: path) : [:]
    var outcomes: [Outcome] = []
    var wrong: [String] = []
    var waiting = chosen[...]
    var figures: [[[Double]]] = []
    for item in chosen {
      if figures.isEmpty {
        let group = waiting.prefix {
          $0.id == item.id || item.sizesTakeTurns && $0.sizesTakeTurns && $0.name == item.name
        }
        waiting = waiting.dropFirst(group.count)
        figures = Sampler().rounds(Array(group), count: rounds)
      }
      var outcome = Self.outcome(of: item, figures: figures.removeFirst())
      let (answer, complaints) = Self.answers(item)
      guard complaints.isEmpty else {
        wrong += complaints
        continue
      }
      outcome.answer = answer
      outcome.allocations = Self.allocations(item)
      outcome.instructions = counts[item.id]
      outcome.counts = item.counts?().map { Outcome.Count(name: $0.name, count: $0.count) }
      outcomes.append(outcome)
      let all = outcome.figures.map { "\($0.name) \(Page.time($0.nanoseconds))" }
      let verdict = outcome.isMet == false ? " (missed)" : ""
      print("\(item.id): \(all.joined(separator: ", "))\(verdict)")
    }
    return (outcomes, wrong)
  }

  private static func complain(_ complaints: [String]) throws {
    guard complaints.isEmpty else { throw Complaint(text: complaints.joined(separator: "\n")) }
  }

  private mutating func run() throws {
    let json = value("--json")
    let isSmall = arguments.contains("--small")
    var results = Results()
    let file = folder.appending(path: "Results").appending(path: results.fileName)
    // What cannot be read is said before the work.
    if json == nil, !isSmall, FileManager.default.fileExists(atPath: file.path) {
      results.outcomes = try Results.load(file).outcomes
    }
    let (outcomes, complaints) = measured()
    if let json {
      results.outcomes = outcomes
      try results.save(URL(filePath: json))
    } else if !isSmall {
      results.merge(outcomes, order: cases(isSmall: false).map(\.id))
      try results.save(file)
      try pages()
    }
    try Self.complain(complaints)
  }

  private static func outcome(of item: Case, figures: [[Double]]) -> Outcome {
    var outcome = Outcome(
      id: item.id,
      suite: item.suite,
      name: item.name,
      size: item.size,
      figures: [],
      answer: ""
    )
    for (contestant, rounds) in zip(item.contestants, figures) {
      let ratios = zip(figures[0], rounds).map { $0 / $1 }
      let interval = Statistics.interval(ratios, confidence: 0.95)
      outcome.figures.append(
        Figure(
          name: contestant.name,
          nanoseconds: Statistics.median(rounds),
          ratio: outcome.figures.isEmpty || rounds.contains { $0 <= 0 }
            ? nil : [Statistics.median(ratios), interval.lowerBound, interval.upperBound]
        )
      )
    }
    outcome.goals = item.goals.compactMap { goal in
      guard let ratio = outcome.figures.first(where: { $0.name == goal.twin })?.ratio else {
        return nil
      }
      return Outcome.Judged(twin: goal.twin, limit: goal.limit, isMet: ratio[0] <= goal.limit)
    }
    return outcome
  }

  /// The hash of what ours answers, and who answers otherwise.
  private static func answers(_ item: Case) -> (answer: String, complaints: [String]) {
    let asked = item.contestants.prefix(1) + item.contestants.dropFirst().filter(\.isComparable)
    let answers = asked.map { answer(of: $0, item) }
    let complaints = zip(asked, answers).filter { $0.1 != answers[0] }.map {
      "\(item.id): \($0.0.name) answers \($0.1), ours \(answers[0])"
    }
    return (answers[0], complaints)
  }

  /// The hash of what a contestant answers.
  static func answer(of contestant: Contestant, _ item: Case) -> String {
    let session = contestant.start()
    session.prepare()
    return String(session.perform(min(max(1, item.checked), contestant.most)), radix: 16)
  }

  private static func allocations(_ item: Case) -> Int? {
    let session = item.contestants[0].start()
    guard session.measure == nil else { return nil }
    return Sampler.allocations(session, operations: min(256, item.contestants[0].most))
  }

  /// Answers and allocations, which are the same on a busy machine; nothing that is timed.
  private mutating func check() throws {
    let record = flag("--record")
    if record, let filter = arguments.first(where: { !$0.hasPrefix("-") }) {
      Self.end("benchmarks: --record writes all answers; leave out \(filter)", 64)
    }
    let file = folder.appending(path: "Answers.txt")
    var recorded: [String: String] = [:]
    if !record {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let words = line.split(separator: " ")
        if words.count > 1 {
          recorded[words.dropLast().joined(separator: " ")] = String(words[words.count - 1])
        }
      }
    }
    var complaints: [String] = []
    var lines: [String] = []
    var combined: UInt64 = 0
    let chosen = filtered(isSmall: true)
    for item in chosen {
      let (answer, others) = Self.answers(item)
      complaints += others
      if item.isPortable {
        lines.append("\(item.id) \(answer)")
        for byte in answer.utf8 { combined = combined.mixed(Int(byte)) }
        if !record, recorded[item.id] != answer {
          complaints.append(
            "\(item.id): answers \(answer), recorded \(recorded[item.id] ?? "none")"
          )
        }
      }
      if !item.mayAllocate, let count = Self.allocations(item), count > 0 {
        complaints.append("\(item.id): \(count) allocations in a warm batch")
      }
    }
    try Self.complain(complaints)
    if record {
      try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    }
    let twins = chosen.filter { $0.contestants.dropFirst().contains(where: \.isComparable) }.count
    print(
      "benchmarks: \(twins) cases answer as their twins, \(chosen.count - twins) more as recorded; "
        + "answers \(String(combined, radix: 16))"
    )
  }

  private mutating func compare() throws {
    guard !arguments.isEmpty else { Self.end(Self.usage, 64) }
    var comparison = Comparison(programs: (arguments.removeFirst(), path))
    comparison.pairs = number(
      "--pairs",
      comparison.pairs,
      least: Statistics.least(confidence: 0.99)
    )
    comparison.rounds = number("--rounds", comparison.rounds)
    while let plant = value("--plant") {
      let parts = plant.split(separator: "=")
      guard parts.count == 2, let percent = Double(parts[1]) else {
        Self.end("benchmarks: --plant takes CASE=PERCENT, not \(plant)", 64)
      }
      comparison.planted[String(parts[0])] = percent
    }
    let countsInstructions = flag("--instructions")
    let isSmall = flag("--small")
    let chosen = filtered(isSmall: isSmall)
    if let id = comparison.planted.keys.first(where: { id in !chosen.contains { $0.id == id } }) {
      Self.end("benchmarks: --plant: no case that is compared is \(id)", 64)
    }
    let new = countsInstructions ? Instructions.count(chosen, program: path) : [:]
    let old =
      countsInstructions ? Instructions.count(chosen, program: comparison.programs.old) : [:]
    // Both programs inherit it.
    let verdicts = try SchedulingPriority.raised { try comparison.verdicts(chosen.map(\.id)) }
    print("| case | new over old | 99 % | instructions | |\n| --- | ---: | ---: | ---: | --- |")
    for verdict in verdicts {
      let counts = old[verdict.id].flatMap { before in new[verdict.id].map { $0 / before } }
      let word = verdict.direction > 0 ? "slower" : verdict.direction < 0 ? "faster" : ""
      let text = { String(format: "%.3f", $0) }
      print(
        "| \(verdict.id) | \(text(verdict.ratio)) | \(text(verdict.interval.lowerBound)) to "
          + "\(text(verdict.interval.upperBound)) | \(counts.map { text($0) } ?? "n/a") | \(word) |"
      )
    }
    let slower = verdicts.filter { $0.direction > 0 }.count
    print("\n\(verdicts.count) cases compared, \(slower) slower.")
    if slower > 0 { exit(1) }
  }

  private mutating func baseline() throws {
    guard arguments.count >= 2 else { Self.end(Self.usage, 64) }
    let verb = arguments.removeFirst()
    let name = arguments.removeFirst()
    guard ["update", "compare"].contains(verb) else { Self.end(Self.usage, 64) }
    guard !name.contains("/"), !name.hasPrefix(".") else {
      Self.end("benchmarks: a baseline is called by a name, not by a path: \(name)", 64)
    }
    let file = folder.appending(path: ".build/baselines/\(name).json")
    let isThere = FileManager.default.fileExists(atPath: file.path)
    guard isThere || verb == "update" else {
      Self.end("benchmarks: there is no baseline \(name); make it with baseline update \(name)", 1)
    }
    var known = isThere ? try Results.load(file) : Results()
    let (outcomes, wrong) = measured()
    try Self.complain(wrong)
    if verb == "update" {
      known.merge(outcomes, order: cases(isSmall: false).map(\.id))
      known.machine = Results().machine
      return try known.save(file)
    }
    try Self.complain(Baseline(results: known).complaints(about: outcomes))
    print("benchmarks: \(outcomes.count) cases keep \(name)")
  }

  private func pages() throws {
    let results = folder.appending(path: "Results")
    let files = try FileManager.default.contentsOfDirectory(
      at: results,
      includingPropertiesForKeys: nil
    )
    .filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
    let machines = try files.map { try Results.load($0) }
    for suite in suites {
      let page = Page(suite: suite, machines: machines)
      try page.text.write(
        to: folder.appending(path: suite.page),
        atomically: true,
        encoding: .utf8
      )
    }
    try Overview(machines: machines).write(to: folder)
  }

  /// Whether comparisons find what was planted, and nothing else beside a busy loop.
  private mutating func selfTest() throws {
    let times = number("--rounds", 20)
    let isSmall = flag("--small")
    let chosen = filtered(isSmall: isSmall).map(\.id)
    var found = 0
    for _ in 0..<times {
      var comparison = Comparison(programs: (path, path))
      comparison.planted[chosen[0]] = 5
      let verdicts = try SchedulingPriority.raised { try comparison.verdicts([chosen[0]]) }
      if verdicts.first?.direction == 1 { found += 1 }
    }
    print("+5 % planted in \(chosen[0]): found in \(found) of \(times)")
    fflush(nil)
    let busy = Process()
    busy.executableURL = URL(filePath: "/bin/sh")
    // It ends with this program, however that ends.
    let own = ProcessInfo.processInfo.processIdentifier
    busy.arguments = ["-c", "while kill -0 \(own) 2>/dev/null; do :; done"]
    try busy.run()
    defer { busy.terminate() }
    let verdicts = try SchedulingPriority.raised {
      try Comparison(programs: (path, path)).verdicts(chosen)
    }
    let different = verdicts.filter { $0.direction != 0 }
    print(
      "the same program beside a busy loop: \(different.count) of \(verdicts.count) cases differ"
    )
    for verdict in different { print("  \(verdict.id): \(verdict.ratio), \(verdict.interval)") }
    if !different.isEmpty || found * 20 < times * 19 { exit(1) }
  }
}

/// What keeps a program from ending well.
struct Complaint: Error, CustomStringConvertible {
  let text: String
  var description: String { text }
}

/// Figures that were kept under a name.
struct Baseline {
  let results: Results

  /// What is worse than the baseline. Times of two runs are not compared: only what ours costs as a
  /// multiple of a twin in the same run, and counts.
  func complaints(about newer: [Outcome]) -> [String] {
    newer.flatMap { outcome -> [String] in
      guard let old = results[outcome.id] else {
        return ["\(outcome.id): not in the baseline; add it with baseline update"]
      }
      var complaints: [String] = []
      for figure in outcome.figures {
        guard let now = figure.ratio,
          let before = old.figures.first(where: { $0.name == figure.name })?.ratio
        else { continue }
        if now[1] > before[2], now[0] > before[0] * 1.1 {
          let texts = [now[0], before[0]].map { Statistics.text($0) }
          complaints.append("\(outcome.id): \(texts[0]) times \(figure.name), was \(texts[1])")
        }
      }
      if let now = outcome.allocations, let before = old.allocations, now > before {
        complaints.append("\(outcome.id): \(now) allocations, were \(before)")
      }
      if let now = outcome.instructions, let before = old.instructions, now > before * 1.005 + 1 {
        complaints.append("\(outcome.id): \(now) instructions, were \(before)")
      }
      return complaints
    }
  }
}
