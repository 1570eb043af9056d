import Profiling
import Statistics

/// What is done with cases: measured, asked, counted.
package struct Measurement {
  var rounds = 7
  var countsInstructions = false
  /// The program that holds the cases.
  let program: String

  /// Measures cases and prints a line for each.
  ///
  /// - Returns: What came of those that answer as they should, and what the others do.
  func outcomes(of cases: [Case]) -> (outcomes: [Outcome], complaints: [String]) {
    let instructions = countsInstructions ? Instructions.count(cases, program: program) : [:]
    var outcomes: [Outcome] = []
    var wrong: [String] = []
    for group in Self.groups(of: cases) {
      for (item, figures) in zip(group, Sampler().rounds(group, count: rounds)) {
        var outcome = Self.outcome(of: item, figures: figures)
        let (answer, complaints) = Self.answers(item)
        guard complaints.isEmpty else {
          wrong += complaints
          continue
        }
        outcome.answer = answer
        outcome.allocations = Self.allocations(item)
        outcome.instructions = instructions[item.id]
        outcome.counts = item.counts?().map { Outcome.Count(name: $0.name, count: $0.count) }
        outcomes.append(outcome)
        let all = outcome.figures.map { "\($0.name) \(Page.time($0.nanoseconds))" }
        let verdict = outcome.isMet == false ? " (missed)" : ""
        print("\(item.id): \(all.joined(separator: ", "))\(verdict)")
      }
    }
    return (outcomes, wrong)
  }

  /// Cases that take turns with one another stand together; the others alone.
  private static func groups(of cases: [Case]) -> [[Case]] {
    var groups: [[Case]] = []
    for item in cases {
      if let last = groups.last?.last, item.sizesTakeTurns, last.sizesTakeTurns,
        item.name == last.name
      {
        groups[groups.count - 1].append(item)
      } else {
        groups.append([item])
      }
    }
    return groups
  }

  /// What the rounds of a case come to, without its answer.
  static func outcome(of item: Case, figures: [[Double]]) -> Outcome {
    var outcome = Outcome(
      id: item.id,
      suite: item.suite,
      name: item.name,
      size: item.size,
      figures: [],
      answer: "",
      date: Results.today()
    )
    for (contestant, rounds) in zip(item.contestants, figures) {
      let ratios = zip(figures[0], rounds).map { $0 / $1 }
      let interval = SampleStatistics.interval(ratios, confidence: 0.95)
      let isTwin = !outcome.figures.isEmpty && !rounds.contains { $0 <= 0 }
      outcome.figures.append(
        Figure(
          name: contestant.name,
          nanoseconds: Bootstrap.median(rounds),
          ratio: isTwin
            ? [Bootstrap.median(ratios), interval.lowerBound, interval.upperBound] : nil
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
  package static func answers(_ item: Case) -> (answer: String, complaints: [String]) {
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

  /// What a warm batch of ours asks for; nil where that cannot be counted.
  static func allocations(_ item: Case) -> Int? {
    let session = item.contestants[0].start()
    guard session.measure == nil else { return nil }
    return Sampler.allocations(session, operations: min(256, item.contestants[0].most))
  }
}
