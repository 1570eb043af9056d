import Comparing
import Fleets
import FrameMetrics
import Records
import Reporting
import Testing
import Timebase

@Suite struct FleetTests {
  private func fleet() -> [SessionRow] {
    var chance = SeededGenerator(seed: 7)
    return (0..<500).map { number in
      var row = Rows.row(
        number,
        ratio: Int64(chance.nextIndex(below: 20_000_000)),
        longest: Int64(chance.nextIndex(below: 500_000_000)),
        [
          .device: ["a", "b", "c"][chance.nextIndex(below: 3)],
          .version: "1.\(9 + chance.nextIndex(below: 3))",
        ]
      )
      if number % 17 == 0, let value = row.hitchRatio?.value {
        row.hitchRatio = SessionFigure(value, low: value / 2, quality: .range)
      }
      if number % 29 == 0 { row.part = .cut }
      if number % 31 == 0 { row.keys[.rate] = nil }
      return row
    }
  }

  /// The one requirement of rows that are added.
  @Test func orderCutAndCopiesChangeNoByte() throws {
    let rows = fleet()
    let plan: (inout FleetPlan) -> Void = { plan in
      plan.by = [.version, .device]
      plan.limits = [.frozen: 40, .hitching10: 20]
    }
    let expected = Rows.text(try Rows.report([rows], plan))
    #expect(expected.contains("\"sessions\": 500"))
    var chance = SeededGenerator(seed: 3)
    for _ in 0..<6 {
      var parts = (0..<(1 + chance.nextIndex(below: 40))).map { _ in [SessionRow]() }
      for row in rows.shuffled(using: &chance) {
        parts[chance.nextIndex(below: parts.count)].append(row)
      }
      #expect(Rows.text(try Rows.report(parts.shuffled(using: &chance), plan)) == expected)
      let twice = try Rows.report((parts + parts).shuffled(using: &chance), plan)
      #expect(twice.copies == rows.count)
      #expect(Rows.text(twice) == expected)
    }
  }

  @Test func sharesAndPercentilesAreThoseOfAHandCount() throws {
    let rows = Rows.sessions(200, bad: 30, from: 0)
    let report = try Rows.report([rows])
    let found = try #require(report.whole.summary.share(.hitching10))
    // Wilson's interval of 30 of 200.
    #expect(found.value == 15 && abs(found.low - 10.72) < 0.01 && abs(found.high - 20.61) < 0.01)
    #expect(report.whole.summary.percentile(50, of: .hitchRatio)?.value == 2_000_000)
    #expect(report.whole.summary.percentile(90, of: .hitchRatio)?.value == 20_000_009)
    #expect(report.whole.summary.greatest(of: .longest) == 400_000_000)
    #expect(report.whole.summary.worst.map(\.session).first == "recordings/29.csv")
    #expect(report.whole.summary.worst.count == 10)
    #expect(report.whole.summary.intervals.total == 4000)
    #expect(report.verdict == .pass && report.word == "described")
  }

  @Test func limitsAreHeldAgainstIntervals() throws {
    let rows = Rows.sessions(200, bad: 30, from: 0)
    func verdict(_ limit: Double) throws -> Verdict {
      try Rows.report([rows]) { $0.limits = [.hitching10: limit] }.verdict
    }
    #expect(try verdict(10) == .missed)
    #expect(try verdict(15) == .inconclusive, "the interval holds the limit")
    #expect(try verdict(21) == .pass)
    #expect(try Rows.report([rows]) { $0.limits = [.lateText: 1] }.verdict == .invalid)
  }

  /// What is open widens the interval; what is short says nothing.
  @Test func rangesAndParts() throws {
    var rows = Rows.sessions(100, bad: 0, from: 0)
    for index in 0..<10 {
      rows[index].hitchRatio = SessionFigure(30_000_000, low: 0, quality: .range)
    }
    for index in 10..<15 { rows[index].part = .short }
    for index in 15..<20 { rows[index].part = .cut }
    for index in 20..<23 {
      rows[index] = SessionRow(unread: "x\(index)", digest: "\(index)", tags: [:])
    }
    let count = try Rows.report([rows]).whole.summary[.hitching10]
    #expect(count == ShareCount(good: 77, bad: 0, open: 18))
    rows[16].hitchRatio = SessionFigure(30_000_000)
    #expect(try Rows.report([rows]).whole.summary[.hitching10].bad == 1, "a miss stays")
  }

  @Test func hostilePartsAreNamedAndTheRestIsJudged() throws {
    let parts = (0..<20).map { Rows.sessions(10, bad: 1, from: $0 * 10) }
    let report = try Rows.report(parts) { _ in
    } text: { index, bytes in
      switch index {
      case 0: Array("no rows at all".utf8)
      case 1: []
      case 2: Array(bytes.dropLast(7))
      case 3: Array(String(decoding: bytes, as: UTF8.self).replacing("30000000,", with: "-1,").utf8)
      case 4: Array(bytes.prefix(SessionsCSV.header.count)) + [0xFF, 0, 0x22, 0x0A]
      case 5:
        Array(String(decoding: bytes, as: UTF8.self).replacing(":", with: ":9999999999999999").utf8)
      default: bytes
      }
    }
    #expect(report.problems.count == 6)
    // Of the cut part all rows but the last, and of the one with figures below 0 the row without.
    #expect(report.whole.summary.sessions == 14 * 10 + 9 + 1)
    #expect(report.verdict == .inconclusive, "what is left out may have missed")
    let missed = try Rows.report(parts) {
      $0.limits = [.hitching10: 1]
    } text: {
      $0 == 0 ? [] : $1
    }
    #expect(missed.verdict == .missed, "misses stay")
  }

  /// Columns may stand in another order, and fields in quotes, as an engine writes them again.
  @Test func rowsThatAnEngineWroteAgainAreTheSame() throws {
    let rows = Rows.sessions(40, bad: 4, from: 0)
    let expected = Rows.text(try Rows.report([rows]))
    let again = try Rows.report([rows, rows]) { _ in
    } text: { index, bytes in
      guard index == 1 else { return bytes }
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map { line in
        line.split(separator: ",", omittingEmptySubsequences: false).reversed()
          .map { "\"\($0)\"" }.joined(separator: ",")
      }
      return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
    #expect(again.copies == 40 && again.problems.isEmpty && again.disputed.isEmpty)
    #expect(Rows.text(again) == expected)
  }

  @Test func ofSessionsThatTwoRowsContradictNoneCounts() throws {
    let rows = Rows.sessions(40, bad: 4, from: 0)
    var other = rows
    other[7].hitchRatio = SessionFigure(999)
    let expected = Rows.text(try Rows.report([rows, other]))
    #expect(try Rows.text(Rows.report([other, rows])) == expected)
    let report = try Rows.report([other, rows])
    #expect(report.disputed == ["recordings/7.csv"] && report.whole.summary.sessions == 39)
    #expect(report.verdict == .inconclusive)
  }

  @Test func rowsWithoutADigestAllCount() throws {
    var rows = Rows.sessions(10, bad: 1, from: 0)
    for index in rows.indices { rows[index].digest = "" }
    let report = try Rows.report([rows, rows])
    #expect(report.whole.summary.sessions == 20 && report.unmarked == 20)
    #expect(report.sentences.contains { $0.contains("no digest") })
  }

  /// Each version is better on each device and worse in sum, since it has more of the slow devices.
  @Test func simpsonsCaseIsSaidInTheFirstLine() throws {
    var rows: [SessionRow] = []
    func add(_ version: String, _ device: String, _ count: Int, bad: Int) {
      rows += Rows.sessions(
        count,
        bad: bad,
        from: rows.count,
        [.version: version, .device: device]
      )
    }
    add("1.0", "fast", 9000, bad: 900)
    add("1.0", "slow", 1000, bad: 600)
    add("2.0", "fast", 1000, bad: 50)
    add("2.0", "slow", 9000, bad: 4500)
    let compared = try Rows.report([rows]) {
      $0.compared = .init(key: .version, before: "1.0", after: "2.0")
    }
    #expect(
      compared.firstLine.hasPrefix(
        "sessions that hitch over 10 ms/s: worse in sum (15 % -> 45.5 %) and better within each device"
      )
    )
    #expect(
      compared.verdict == .inconclusive && !compared.comparisons.contains { $0.verdict == .worse }
    )
    let described = try Rows.report([rows]) { $0.by = [.version] }
    #expect(
      described.firstLine.hasPrefix(
        "version 2.0 is worse than 1.0 in sum and better within each device"
      )
    )
    let split = try Rows.report([rows]) {
      $0.by = [.device]
      $0.compared = .init(key: .version, before: "1.0", after: "2.0")
    }
    let within = split.comparisons.filter { !$0.group.isEmpty && $0.share == .hitching10 }
    #expect(within.map(\.group) == ["fast", "slow"] && within.allSatisfy { $0.verdict == .better })
  }

  /// The sessions are mixed differently, and nothing else has changed.
  @Test func aMixtureIsNoChange() throws {
    var rows: [SessionRow] = []
    for (version, slow) in [("1.0", 1000), ("2.0", 3000)] {
      rows += Rows.sessions(
        slow,
        bad: slow / 2,
        from: rows.count,
        [.version: version, .device: "slow"]
      )
      rows += Rows.sessions(
        6000 - slow,
        bad: (6000 - slow) / 20,
        from: rows.count,
        [.version: version, .device: "fast"]
      )
    }
    let report = try Rows.report([rows]) {
      $0.compared = .init(key: .version, before: "1.0", after: "2.0")
    }
    #expect(report.comparisons.first?.mixture == .vanishes(.device))
    #expect(
      report.verdict == .inconclusive
        && report.firstLine.contains("no difference is left within each device")
    )
  }

  @Test func mixedRatesAreSaidInTheFirstLineAndUnknownOnesAreAGroup() throws {
    var rows = Rows.sessions(30, bad: 3, from: 0)
    for index in 10..<20 { rows[index].keys[.rate] = "120" }
    #expect(
      try Rows.report([rows]).firstLine.hasSuffix("refresh rates are mixed: 60 Hz 20, 120 Hz 10")
    )
    for index in 20..<30 { (rows[index].keys[.rate], rows[index].hitchRatio) = (nil, nil) }
    let report = try Rows.report([rows])
    #expect(
      report.groups.map(\.name) == ["", "no refresh rate"]
        || report.groups.last?.name == "no refresh rate"
    )
    let unknown = try #require(report.groups.last?.summary)
    #expect(
      unknown.sessions == 10 && unknown[.hitching10].judged == 0 && unknown[.frozen].judged == 10
    )
  }

  @Test func whatDiffersInMoreThanOneThingIsNotCompared() throws {
    let rows = Rows.sessions(50, bad: 5, from: 0, [.version: "1"])
    let other = Rows.sessions(50, bad: 25, from: 50, [.version: "2", .format: "perfetto"])
    let report = try Rows.report([rows + other]) {
      $0.compared = .init(key: .version, before: "1", after: "2")
    }
    #expect(report.refusal == "the formats differ: csv and perfetto" && report.verdict == .invalid)
    let rates = Rows.sessions(50, bad: 25, from: 50, [.rate: "120"])
    #expect(
      try Rows.report([rates], before: [rows]).refusal
        == "the refresh rates differ: 60 Hz and 120 Hz"
    )
    let few = try Rows.report(
      [Rows.sessions(3, bad: 1, from: 9)],
      before: [Rows.sessions(3, bad: 1, from: 0)]
    )
    #expect(few.verdict == .notJudged)
  }

  @Test func versionsStandInTheOrderOfTheirNumbers() throws {
    let names = ["1.10", "1.9", "2.0-beta", "1.9.1"]
    let rows = names.enumerated().flatMap { index, name in
      Rows.sessions(3, bad: 1, from: index * 3, [.version: name])
    }
    let report = try Rows.report([rows]) { $0.by = [.version] }
    #expect(
      report.groups.map(\.name) == ["1.9", "1.9.1", "1.10", "2.0-beta"].map { "version \($0)" }
    )
  }

  @Test func toManyGroupsAreRefused() {
    let rows = (0..<(FleetReader.mostGroups + 2)).map { Rows.row($0, [.version: "\($0)"]) }
    #expect(throws: FleetReader.TooManyGroups.self) {
      try Rows.report([rows]) { $0.by = [.version] }
    }
  }
}
