import Files
import Records

/// The files of a capacity report.
package enum CapacityFiles {
  /// A row for each load of each answer.
  static let table = "capacity.csv"
  /// Everything, for programs.
  package static let record = "capacity.json"
  /// The tables in Markdown.
  static let summary = "capacity.md"
  static let names = [table, record, summary, ReportFiles.page, WorkPartFile.name]

  static let columns = [
    "schema", "dimension", "profile", "device", "refresh_hz", "scale", "load", "cost_mean_ms",
    "cost_p99_ms", "cost_max_ms", "hitch_ratio_ms_per_s", "frames", "text", "reader", "limit",
    "phase", "operation", "is_break", "changed_nodes_per_frame", "script",
  ]

  /// A row for each load that was tried: what it cost, and what each judge says.
  static func csv(of report: CapacityReport) -> [UInt8] {
    var text = CSVText()
    for column in columns { text.add(column) }
    text.endRow()
    for answer in report.answers {
      for probe in answer.probes {
        text.add(CapacityReport.schema)
        text.add(answer.dimension)
        text.add(answer.profile)
        text.add(answer.device)
        text.add(answer.hertz)
        text.add(DecimalText.shortest(answer.scale))
        for value in [probe.load, probe.meanCost, probe.p99Cost, probe.maxCost, probe.hitchRatio] {
          text.add(value.flatMap(DecimalText.shortest))
        }
        for judge in CapacityProbe.Judge.allCases {
          let isJudged = judge != .frames || answer.judgesFrames
          text.add(isJudged ? probe.miss(of: judge)?.budget ?? "kept" : "n/a")
        }
        text.add(probe.phase)
        text.add(probe.operation)
        text.add(answer.breaksAt() == probe.load)
        text.add(probe.page?.changedNodes.flatMap(DecimalText.shortest))
        text.add(probe.page?.script)
        text.endRow()
      }
    }
    return text.bytes
  }

  /// Everything as JSON.
  package static func json(of report: CapacityReport) -> String {
    JSONValue.object([
      ("schema", .number(CapacityReport.schema)),
      ("cost", .string(cost(of: report))),
      ("measurer", .string(report.page == nil ? report.measurer.rawValue : nil)),
      ("machine", .string(report.machine)),
      ("bisected", .bool(report.bisects)),
      ("page", report.page.map(value) ?? .null),
      ("answers", .array(report.answers.map(value))),
      ("missing_shards", .array(report.missingShards.map { .number($0) })),
    ]).text()
  }

  /// What the cost of a load is.
  private static func cost(of report: CapacityReport) -> String {
    guard let page = report.page else { return report.cost.rawValue }
    return page.clock == .real ? "page_cpu" : "changed_nodes"
  }

  private static func value(_ page: CapacityReport.Page) -> JSONValue {
    .object([
      ("clock", .string(page.clock.rawValue)),
      ("browser", .string(page.browser)),
      ("runs", .number(page.runs)),
      ("raised", .string(page.title)),
      ("scenario", .string(page.rest)),
    ])
  }

  private static func value(_ answer: CapacityAnswer) -> JSONValue {
    var stopped: String?
    if case .stopped(let reason) = answer.end { stopped = reason }
    return .object([
      ("dimension", .string(answer.dimension)),
      ("profile", .string(answer.profile)),
      ("device", .string(answer.device)),
      ("refresh_hz", .number(answer.hertz)),
      ("scale", .number(answer.scale)),
      ("breaks_at", .number(answer.breaksAt())),
      ("first", .string(answer.firstJudge?.rawValue)),
      ("cause", .string(answer.cause())),
      (
        "missed_at_start",
        .array(answer.missedAtStart.map { JSONValue.string($0.rawValue) })
      ),
      ("highest", .number(answer.highest)),
      ("stopped", .string(stopped)),
      ("cost_exponent", .number(answer.exponent)),
      (
        "change_point",
        answer.change.map { change in
          .object([
            ("load", .number(change.load)), ("low", .number(change.low)),
            ("high", .number(change.high)), ("runs", .number(change.runs)),
          ])
        } ?? .null
      ),
      (
        "judges",
        .object(
          CapacityProbe.Judge.allCases.map { judge in
            let bracket = answer.brackets[judge]
            return (
              judge.rawValue,
              .object([
                ("kept", .number(bracket?.kept)), ("broken", .number(bracket?.broken)),
                ("cause", .string(answer.cause(judge))),
              ])
            )
          }
        )
      ),
      ("probes", .array(answer.probes.map(value))),
    ])
  }

  private static func value(_ probe: CapacityProbe) -> JSONValue {
    .object([
      ("load", .number(probe.load)),
      ("cost_mean_ms", .number(probe.meanCost)),
      ("cost_p99_ms", .number(probe.p99Cost)),
      ("cost_max_ms", .number(probe.maxCost)),
      ("hitch_ratio_ms_per_s", .number(probe.hitchRatio)),
      ("missed", .array(probe.misses.map { .string($0.budget) })),
      ("phase", .string(probe.phase)),
      ("operation", .string(probe.operation)),
      ("changed_nodes_per_frame", .number(probe.page?.changedNodes)),
      ("script", .string(probe.page?.script)),
    ])
  }
}

/// The folder of a capacity report; its files are written together.
package struct CapacityFolder: Sendable {
  /// Where a report goes unless another place is named.
  package static let standard = "Reports/capacity"

  private let path: String

  /// Names a folder, which need not exist.
  package init(path: String) { self.path = path }

  /// Looks whether it could be written.
  ///
  /// - Parameter inputs: What is read for it; none of that may be replaced.
  package func check(inputs: [String] = []) throws(OutputError) {
    let record = FileName.joined(path, CapacityFiles.record)
    try FolderPlace(path).check(inputs: inputs, isOwned: CapacityFiles.names.contains) {
      $0.contains(CapacityFiles.record)
        && OutputKind.marked("schema", "a capacity report").allows(record)
    }
  }

  /// Writes the report's files; others in the folder stay, but for what says which part an earlier report was.
  package func write(_ report: CapacityReport, as part: CapacityReport.Part? = nil)
    throws(OutputError)
  {
    let place = FolderPlace(path)
    if part == nil { try Folder.remove(FileName.joined(place.target, WorkPartFile.name)) }
    var files: [(name: String, content: OutputPlace.Content)] = [
      (CapacityFiles.table, .bytes(CapacityFiles.csv(of: report))),
      (CapacityFiles.record, .bytes(Array(CapacityFiles.json(of: report).utf8))),
      (CapacityFiles.summary, .bytes(Array(CapacityTable(report).markdown.utf8))),
      (ReportFiles.page, .bytes(Array(try CapacityPage(report).text().utf8))),
    ]
    if let part { files.append((WorkPartFile.name, .bytes(try part.bytes()))) }
    try place.write(files)
  }
}
