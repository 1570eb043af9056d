import ChildProcesses
import Files
import Foundation
import Profiling

/// The command line of a benchmark program: make one of suites, and call ``main()``.
public struct Program {
  let suites: [Suite]
  /// Where pages, results and recorded answers are.
  let folder: URL
  let command: String
  let summary: Summary?
  private let answers: URL
  private let path = Self.file.path

  static let usage = """
    usage: benchmarks VERB [OPTION...] [FILTER...]

      list                    the cases whose names hold a FILTER
      run                     measures them, keeps the figures in Results and remakes pages
      check                   few items: answers against twins and Answers.txt, allocations
      compare PROGRAM         the cases of this program against those of an older one, in turns
      pages                   remakes the pages of Results
      self-test               plants +5 % in one case 20 times; compares with itself beside a busy loop

      --small                 few items
      --rounds N              rounds of three turns, 6 to 1,000 (7; compare: 40 samples for each pair)
      --pairs N               compare: how many pairs of processes, 8 to 333 (10)
      --instructions          run, compare: counts instructions too, with valgrind
      --json FILE             run: writes the figures there and remakes nothing
      --plant CASE=PERCENT    compare: makes a case of this program slower
      --record                check: writes Answers.txt anew

    Examples
      benchmarks run heights/append
      benchmarks compare ./older streaming --instructions

    Ends with 1 when an answer differs, a warm operation asks for memory, a case has become slower (by
    over 2 %, the whole interval of 99 %), or a program that is compared fails. Other figures fail nothing.
    Ends with 64 when the command line is wrong.
    """

  /// The file of the program that runs, with no link on the way.
  public static var file: URL { URL(filePath: ChildCommand.thisProgram).resolvingSymlinksInPath() }

  /// Makes a program of suites.
  ///
  /// - Parameters:
  ///   - suites: Their cases, in the order of `list`; names are unique.
  ///   - folder: Where pages and `Results` are.
  ///   - answers: What `check` holds the cases against; nil for `Answers.txt` in that folder.
  ///   - command: What makes the pages, as they say.
  ///   - summary: What goes into the README of that folder; nil for nothing.
  public init(
    _ suites: [Suite],
    folder: URL,
    answers: URL? = nil,
    command: String = "benchmarks run",
    summary: Summary? = nil
  ) {
    self.suites = suites
    self.folder = folder
    self.answers = answers ?? folder.appending(path: "Answers.txt")
    self.command = command
    self.summary = summary
  }

  /// Does what the command line says, and ends: with 0, with 1 for what was found, with 64 for a wrong
  /// command line.
  public func main() -> Never {
    do {
      try perform(Arguments(Array(CommandLine.arguments.dropFirst())))
      exit(0)
    } catch {
      StandardStreams.writeError("benchmarks: \(error)\n")
      exit(error is Misuse ? 64 : 1)
    }
  }

  private func perform(_ all: Arguments) throws {
    var arguments = all
    if arguments.contains("--help") || arguments.contains("-h") { return print(Self.usage) }
    switch arguments.next() {
    case "list": try list(&arguments)
    case "run": try run(&arguments)
    case "check": try check(&arguments)
    case "compare": try compare(&arguments)
    case "pages": try pages()
    case "self-test": try selfTest(&arguments)
    case "serve": Peer.serve(cases(isSmall: false) + cases(isSmall: true))
    case "perform":
      let full = cases(isSmall: false)
      let known = Set(full.map(\.id))
      let both = full + cases(isSmall: true).filter { !known.contains($0.id) }
      Instructions.perform(both.filter { arguments.contains($0.id) })
    case "help": print(Self.usage)
    case nil: throw Misuse(text: "a verb is missing\n\n" + Self.usage)
    case let verb?: throw Misuse(text: "there is no verb \(verb)\n\n" + Self.usage)
    }
  }

  private func cases(isSmall: Bool) -> [Case] { suites.flatMap { $0.cases(isSmall) } }

  private func chosen(_ arguments: inout Arguments) throws -> [Case] {
    let isSmall = arguments.flag("--small")
    let cases = try cases(isSmall: isSmall).matching(arguments.filters())
    if cases.isEmpty { throw Complaint(text: "this program has no cases") }
    return cases
  }

  // MARK: Verbs

  private func list(_ arguments: inout Arguments) throws {
    for item in try chosen(&arguments) {
      print(item.id + ": " + item.contestants.map(\.name).joined(separator: ", "))
    }
  }

  private func measured(
    _ arguments: inout Arguments
  ) throws -> (outcomes: [Outcome], complaints: [String]) {
    var measurement = Measurement(program: path)
    let counts = SampleStatistics.counts(confidence: 0.95)
    measurement.rounds = try arguments.number("--rounds", or: measurement.rounds, in: counts)
    measurement.countsInstructions = arguments.flag("--instructions")
    return measurement.outcomes(of: try chosen(&arguments))
  }

  private func run(_ arguments: inout Arguments) throws {
    let json = try arguments.value("--json")
    let isSmall = arguments.contains("--small")
    var results = Results()
    let file = folder.appending(path: "Results").appending(path: results.fileName)
    // What cannot be read is said before the work.
    if json == nil, !isSmall, FileManager.default.fileExists(atPath: file.path) {
      results.outcomes = try Results.load(file).outcomes
    }
    let (outcomes, complaints) = try measured(&arguments)
    if let json {
      results.outcomes = outcomes
      try results.save(URL(filePath: json))
    } else if !isSmall {
      results.merge(outcomes, order: cases(isSmall: false).map(\.id))
      try results.save(file)
      try pages()
    }
    try Complaint.raise(complaints)
  }

  private func check(_ arguments: inout Arguments) throws {
    let records = arguments.flag("--record")
    _ = arguments.flag("--small")
    let filters = try arguments.filters()
    if records, let filter = filters.first {
      throw Misuse(text: "--record writes all answers; leave out \(filter)")
    }
    guard records || FileManager.default.fileExists(atPath: answers.path) else {
      throw Complaint(text: "there is no \(answers.path); make it with check --record")
    }
    let recorded = records ? nil : AnswerFile(try String(contentsOf: answers, encoding: .utf8))
    let cases = try cases(isSmall: true).matching(filters)
    let (lines, found) = try AnswerFile.check(cases, against: recorded)
    if records {
      try OutputPlace(answers.path, makesFolder: true)
        .write(Array((lines.joined(separator: "\n") + "\n").utf8))
    }
    print(found)
  }

  private func pages() throws {
    let results = folder.appending(path: "Results")
    let machines = try FileManager.default
      .contentsOfDirectory(at: results, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
      .map { try Results.load($0) }
    for suite in suites {
      let text = Page(suite: suite, command: command, machines: machines).text
      let file = folder.appending(path: suite.page)
      try OutputPlace(file.path).write(Array(text.utf8))
    }
    if let summary { try Overview(summary, machines).write(to: folder) }
  }

  // MARK: Comparisons

  private func compare(_ arguments: inout Arguments) throws {
    guard let old = arguments.next() else { throw Misuse(text: "compare takes a program") }
    var comparison = Comparison(programs: (old, path))
    let counts = SampleStatistics.counts(confidence: 0.99)
    comparison.pairs = try arguments.number(
      "--pairs",
      or: comparison.pairs,
      // A case that cannot be told is looked at with as many again.
      in: counts.lowerBound...counts.upperBound / Comparison.looks
    )
    comparison.rounds = try arguments.number("--rounds", or: comparison.rounds)
    while let plant = try arguments.value("--plant") {
      let parts = plant.split(separator: "=")
      guard parts.count == 2, let percent = Double(parts[1]) else {
        throw Misuse(text: "--plant takes CASE=PERCENT, not \(plant)")
      }
      comparison.planted[String(parts[0])] = percent
    }
    let countsInstructions = arguments.flag("--instructions")
    let chosen = try chosen(&arguments)
    if let id = comparison.planted.keys.first(where: { id in !chosen.contains { $0.id == id } }) {
      throw Misuse(text: "--plant: no case that is compared is \(id)")
    }
    let instructions =
      countsInstructions
      ? [path, old].map { Instructions.count(chosen, program: $0) } : [[:], [:]]
    // Both programs inherit the priority.
    let verdicts = try SchedulingPriority.raised { try comparison.verdicts(chosen.map(\.id)) }
    print("| case | new over old | 99 % | instructions | |\n| --- | ---: | ---: | ---: | --- |")
    for verdict in verdicts {
      let before = instructions[1][verdict.id]
      print(
        verdict.row(
          instructions: before.flatMap { old in instructions[0][verdict.id].map { $0 / old } }
        )
      )
    }
    let slower = verdicts.filter { $0.direction > 0 }.count
    print("\n\(verdicts.count) cases compared, \(slower) slower.")
    if slower > 0 { exit(1) }
  }

  /// Whether comparisons find what was planted, and nothing else beside a busy loop.
  private func selfTest(_ arguments: inout Arguments) throws {
    let times = try arguments.number("--rounds", or: 20)
    let chosen = try chosen(&arguments).map(\.id)
    var found = 0
    for _ in 0..<times {
      var comparison = Comparison(programs: (path, path))
      comparison.planted[chosen[0]] = 5
      let verdicts = try SchedulingPriority.raised { try comparison.verdicts([chosen[0]]) }
      if verdicts.first?.direction == 1 { found += 1 }
    }
    print("+5 % planted in \(chosen[0]): found in \(found) of \(times)")
    fflush(nil)
    let busy = try GuardedProcess(.init(path: "/bin/sh", arguments: ["-c", "while :; do :; done"]))
    defer { busy.end() }
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
