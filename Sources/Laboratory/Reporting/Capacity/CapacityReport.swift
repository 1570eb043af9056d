import Records

/// What `capacity` found: the answers of all dimensions, designs, rates and scales.
package struct CapacityReport: Hashable, Codable, Sendable {
  /// The version of the files' schema.
  package static let schema = 1

  package var cost: CostChoice
  package var measurer: MeasurerChoice
  /// The machine that modelled costs were declared for; nil for measured cost.
  package var machine: String?
  /// Whether brackets were narrowed after the doubling.
  package var bisects: Bool
  package var answers: [CapacityAnswer]

  /// The page that was driven; nil for designs.
  package var page: Page?
  /// The numbers of the parts that are missing.
  package var missingShards: [Int] = []

  /// A page, and how it was driven.
  package struct Page: Hashable, Codable, Sendable {
    /// The clock that it had.
    package var clock: ClockChoice
    /// The browser that drew it; nil where it drew nothing.
    package var browser: String?
    /// How many runs each load had.
    package var runs: Int
    /// What was raised, and the scenario in which everything else rested, in words.
    package var title: String
    package var rest: String

    /// Describes a page.
    package init(
      clock: ClockChoice,
      browser: String? = nil,
      runs: Int,
      title: String,
      rest: String
    ) {
      (self.clock, self.browser, self.runs) = (clock, browser, runs)
      (self.title, self.rest) = (title, rest)
    }
  }

  /// Makes a report.
  package init(
    cost: CostChoice,
    measurer: MeasurerChoice,
    machine: String?,
    bisects: Bool,
    answers: [CapacityAnswer]
  ) {
    (self.cost, self.measurer, self.machine) = (cost, measurer, machine)
    (self.bisects, self.answers) = (bisects, answers)
  }

  /// Which part of all searches a report has.
  package typealias Part = WorkPart<CapacityReport>

  /// The whole report, or what is there of it.
  ///
  /// - Throws: ``RunMerge/Refusal`` unless the parts are of one command, program and input.
  /// - Complexity: O(answers log answers).
  package static func merged(
    _ parts: [(path: String, part: Part)]
  ) throws(RunMerge.Refusal) -> CapacityReport {
    let (ordered, missing) = try Part.ordered(parts, plan: "what the searches were taken to cost")
    guard var report = ordered[0].content else { throw .isNoShard(path: parts[0].path) }
    var placed: [(place: Int, answer: CapacityAnswer)] = []
    for part in ordered {
      let (places, answers) = (part.shard?.places ?? [], part.content?.answers ?? [])
      guard places.count == answers.count else {
        throw .total(found: answers.count, expected: places.count)
      }
      placed += zip(places, answers).map { ($0, $1) }
    }
    report.answers = placed.sorted { $0.place < $1.place }.map(\.answer)
    report.missingShards = missing
    return report
  }

  /// The answers of one dimension under one scale.
  struct Section {
    var dimension: String
    var scale: Double
    var answers: [CapacityAnswer]
    var page: Page?

    /// What is raised, in words; of a scenario the key.
    var title: String {
      let words = page?.title ?? CapacityDimension(rawValue: dimension)?.title ?? dimension
      return scale == 1 ? words : "\(words), on a core \(DecimalText.short(scale)) times slower"
    }

    /// What rests; nil for a scenario, whose file says it.
    var rest: String? { page?.rest ?? CapacityDimension(rawValue: dimension)?.rest }
  }

  /// The dimensions in their order, each scale by itself.
  var sections: [Section] {
    var sections: [Section] = []
    for answer in answers {
      if let last = sections.last, last.dimension == answer.dimension,
        last.scale == answer.scale
      {
        sections[sections.count - 1].answers.append(answer)
      } else {
        sections.append(
          Section(
            dimension: answer.dimension,
            scale: answer.scale,
            answers: [answer],
            page: page
          )
        )
      }
    }
    return sections
  }

  /// How the figures came about, in a sentence or two.
  var conditions: String {
    var words =
      page.map(Self.conditions(of:))
      ?? (cost == .modelled
        ? "Modelled cost (\(measurer.rawValue)), declared for \(machine ?? "an unnamed machine")."
        : "Measured cost (\(cost.rawValue), \(measurer.rawValue)) of this machine.")
    words +=
      bisects
      ? " The load given is the lowest that breaks; the highest that was kept is within 5 %, or one less."
      : " Loads were doubled only: a \(page == nil ? "design" : "page") breaks between half the load given and the load."
    if !missingShards.isEmpty {
      words += " Not everything is in it; \(Shard.words(missing: missingShards))."
    }
    return words
  }

  private static func conditions(of page: Page) -> String {
    let browser = page.browser ?? "no browser"
    return page.clock == .real
      ? "Driven on this machine's clock (\(browser)), \(page.runs) quiet runs a load: what most of them missed is "
        + "missed. The cost is the processor time of the page's process in a refresh period; of a main thread "
        + "that is slowed there is none."
      : "Driven on a virtual clock (\(browser)), on which work takes no time: no frame can come late, and frames are "
        + "not judged. Text, the reader and limits are. The cost is the number of nodes that a frame adds and takes out."
  }
}

extension CapacityAnswer {
  /// Where it breaks: a load, `start` where the lowest breaks it, or the load up to which it does not.
  func loadWords(_ judge: CapacityProbe.Judge? = nil) -> String {
    guard judge != .frames || judgesFrames else { return "n/a" }
    guard let judge = judge ?? firstJudge, let broken = breaksAt(judge) else {
      return highest.map { "> \(DecimalText.short($0))" } ?? "n/a"
    }
    return isBrokenAtStart(judge) ? "start" : DecimalText.short(broken.rounded())
  }

  /// What broke first, in words, and what was missed at the lowest load already.
  var causeWords: String {
    let start = missedAtStart.compactMap { cause($0) }
    var words = start.isEmpty ? "" : "broken at the start: \(start.joined(separator: ", "))"
    if let first = firstJudge, let cause = cause(first) {
      if isBrokenAtStart(first) { return words }
      return words.isEmpty ? cause : cause + " (\(words))"
    }
    let highest = "not broken up to \(DecimalText.short(self.highest))"
    words = words.isEmpty ? highest : "\(highest) (\(words))"
    if case .stopped(let reason) = end { words += "; \(reason)" }
    return words
  }

  /// Where frames break when something else breaks first; nil where frames break first, or nothing does.
  var frameWords: String? {
    guard judgesFrames, let first = firstJudge, first != .frames else { return nil }
    return loadWords(.frames)
  }
}
