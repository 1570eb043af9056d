import Checking
import Comparing
import Files
import Foundation
import FrameMetrics
import Testing
import Timebase

@Suite struct CheckVerdictTests {
  /// A subject with work that scatters by 3 %.
  private func subject(
    _ name: String = "chat",
    recordings: Int = 24,
    work: Double = 6,
    device: String = "phone",
    seed: UInt64
  ) -> CheckSubject {
    var generator = SeededGenerator(seed: seed)
    let figures = (0..<recordings).map { _ in
      // Uniform with a standard deviation of 3 %.
      let part = (2 * generator.nextFraction() - 1) * 0.03 * 3.0.squareRoot()
      return [
        MetricValue(of: .frameCost, .p50, .figure(work * (1 + part))),
        MetricValue(of: .readerMovedTimes, .value, .figure(0)),
      ]
    }
    return CheckSubject(
      name: name,
      kind: .scattering,
      identity: [.init("device", device)],
      hertz: 60,
      recordings: figures
    )
  }

  private func baseline(_ subjects: CheckSubject...) -> CheckBaseline {
    CheckBaseline(date: "2026", reason: "test", version: "0", machine: [], subjects: subjects)
  }

  @Test func theSameAppPassesAndMoreWorkFails() {
    let base = baseline(subject(seed: 1))
    let same = CheckVerdict(of: [MeasuredSubject(subject(seed: 2))], baseline: base)
    #expect(same.word == "pass")
    #expect(same.exitCode == 0)
    let more = CheckVerdict(of: [MeasuredSubject(subject(work: 6.3, seed: 3))], baseline: base)
    #expect(more.word == "worse")
    #expect(more.exitCode == 2)
    guard case .worse(let figures) = more.findings[0].kind else {
      Issue.record("\(more.findings)")
      return
    }
    #expect(figures.map(\.before.name) == ["frame_cost_ms.p50"])
  }

  @Test func moreRecordingsThatMissALimitAreWorse() throws {
    func subject(_ missed: Int, seed: UInt64) -> CheckSubject {
      var subject = self.subject(seed: seed)
      subject.figures.insert(ShareComparison.figure((0..<24).map { $0 < missed }), at: 0)
      return subject
    }
    // As a baseline keeps it.
    let kept = try JSONDecoder().decode(
      CheckSubject.self,
      from: JSONEncoder().encode(subject(4, seed: 1))
    )
    let base = baseline(kept)
    let same = CheckVerdict(of: [MeasuredSubject(subject(6, seed: 2))], baseline: base)
    #expect(same.exitCode == 0)
    let more = CheckVerdict(of: [MeasuredSubject(subject(18, seed: 2))], baseline: base)
    #expect(more.word == "worse")
    guard case .worse(let figures) = more.findings[0].kind else {
      Issue.record("\(more.findings)")
      return
    }
    #expect(figures.map(\.before.name) == [ShareComparison.metric])
    // A baseline of before there were shares compares all else.
    let old = CheckVerdict(
      of: [MeasuredSubject(subject(18, seed: 2))],
      baseline: baseline(self.subject(seed: 1))
    )
    #expect(old.exitCode == 0)
  }

  @Test func whatCannotBeComparedIsInvalidAndNoPass() {
    let base = baseline(subject(seed: 1))
    func verdict(_ subjects: CheckSubject...) -> CheckVerdict {
      CheckVerdict(of: subjects.map { MeasuredSubject($0) }, baseline: base)
    }
    for (what, verdict) in [
      ("another device", verdict(subject(device: "tablet", seed: 2))),
      ("too few recordings", verdict(subject(recordings: 5, seed: 2))),
      ("another name", verdict(subject("list", seed: 2))),
      ("nothing measured", verdict()),
    ] {
      #expect(verdict.exitCode == 3, "\(what)")
    }
  }

  @Test func aMissedBudgetComesBeforeAllElse() {
    let missed = MeasuredSubject(
      subject(work: 9, seed: 2),
      shortfalls: [.init(recording: "c.ndjson", words: "longest hitch 300 ms", isInvalid: false)]
    )
    let verdict = CheckVerdict(
      of: [missed],
      baseline: baseline(subject(seed: 1)),
      problems: [CheckFinding(subject: "chat", kind: .invalid("half a recording"))]
    )
    #expect(verdict.exitCode == 2)
    guard case .shortfall = verdict.findings[0].kind, case .worse = verdict.findings[1].kind,
      case .invalid = verdict.findings[2].kind
    else {
      Issue.record("\(verdict.findings)")
      return
    }
  }

  @Test func aBaselineIsReadAsItWasWritten() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("stillpoint-check-\(UUID().uuidString)").path
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    let written = baseline(subject(seed: 1))
    try CheckBaseline.place(folder + "/", inputs: []).write(try written.bytes())
    #expect(try CheckBaseline.read(folder) == written)
    // What is there already is one, and may be another.
    try CheckBaseline.place(folder, inputs: []).write(try written.bytes())
    let file = CheckBaseline.file(at: folder)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacing("\"schema\" : 1", with: "\"schema\" : 2")
      .write(toFile: file, atomically: true, encoding: .utf8)
    #expect(throws: CheckBaseline.Unusable.self) { try CheckBaseline.read(folder) }
    #expect(throws: CheckBaseline.Unusable.self) { try CheckBaseline.read(folder + "/none.json") }
  }

  @Test func aBaselineThatNoMeasurementCouldMakeIsDamaged() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("stillpoint-check-\(UUID().uuidString)").path
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    var odd = subject(seed: 1)
    odd.figures[0].samples[0] = 1e308
    try CheckBaseline.place(folder + "/", inputs: []).write(try baseline(odd).bytes())
    let error = try #require(throws: InputError.self) { try CheckBaseline.read(folder) }
    #expect(error.problem == "a damaged baseline")
  }

  @Test func aDamagedLineOfTheHistoryCostsThatLine() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("stillpoint-check-\(UUID().uuidString)").path
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    let path = folder + "/history.ndjson"
    let entry = CheckHistory.Entry(of: [subject(seed: 1)], date: "d", label: "a", accepted: nil)
    let place = try CheckHistory.place(path, inputs: [])
    try place.append(line: try entry.line())
    // What a writer that was killed left, a merge's mark, and lines of other programs.
    let rest = "<<<<<<< HEAD\n{\"schema\": 9, \"x\": 1}\n{\"schema\":1,\"half"
    let whole = try String(contentsOfFile: path, encoding: .utf8) + rest
    try whole.write(toFile: path, atomically: true, encoding: .utf8)
    try CheckHistory.place(path, inputs: []).append(line: try entry.line())
    let history = try CheckHistory.read(path)
    #expect(history.entries == [entry, entry])
    #expect(
      history.damages.map { String($0.dropFirst(path.count)) } == [
        ":2: no line of a history; remove it, or restore it",
        ":3: made by a newer program; remove it, or restore it",
        ":4: no line of a history; remove it, or restore it",
      ]
    )
    try "recordings: []\n".write(toFile: folder + "/other.yaml", atomically: true, encoding: .utf8)
    #expect(throws: OutputError.self) { try CheckHistory.place(folder + "/other.yaml", inputs: []) }
  }

  @Test func aSelfTestFindsWhatIsPlantedAndCriesNoWolf() throws {
    let test = try #require(
      CheckSelfTest(of: subject(recordings: 48, seed: 1), rounds: 100, seed: 1)
    )
    #expect(test.half == 24)
    #expect(test.falseAlarms <= 3)
    let found = try #require(test.rows.first { $0.figure == "frame_cost_ms.p50" }?.found)
    #expect(found[0] < found[1])
    #expect(found[1] >= 90)
    #expect(found[2] == 100)
    #expect(CheckSelfTest(of: subject(recordings: 11, seed: 1), rounds: 1, seed: 1) == nil)
    // A share that no recording has any part in is compared with nothing, and every other figure as before.
    var shared = subject(recordings: 48, seed: 1)
    shared.figures.insert(
      ShareComparison.figure(shared.figures[0].samples.map { _ in false }),
      at: 0
    )
    let beside = try #require(CheckSelfTest(of: shared, rounds: 100, seed: 1))
    #expect(beside.rows.first { $0.figure == test.rows[0].figure }?.found == test.rows[0].found)
    #expect(beside.falseAlarms == test.falseAlarms)
  }

  private func missing(_ name: String, _ budget: String, excess: Double) -> MeasuredSubject {
    MeasuredSubject(
      subject(seed: 1).named(name),
      shortfalls: [
        .init(
          recording: "",
          words: "\(budget) \(excess)",
          isInvalid: false,
          cause: budget,
          excess: excess
        )
      ]
    )
  }

  /// One cause is one finding: of the subject in which it is worst, with the others' names.
  @Test func oneCauseIsSaidOnce() {
    let verdict = CheckVerdict(
      of: [
        missing("a", "late", excess: 2), missing("b", "late", excess: 5),
        missing("c", "moved", excess: 3), missing("d", "late", excess: 1),
      ],
      baseline: nil
    )
    #expect(verdict.findings.map(\.subject) == ["b", "c"])
    #expect(verdict.findings.map(\.others) == [["a", "d"], []])
    #expect(verdict.findings[0].concerns("d") && !verdict.findings[1].concerns("d"))
    #expect(verdict.exitCode == 2)
  }
}

extension CheckSubject {
  fileprivate func named(_ name: String) -> CheckSubject {
    var subject = self
    subject.name = name
    return subject
  }
}
