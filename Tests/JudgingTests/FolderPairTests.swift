import Comparing
import Foundation
import FrameLogs
import FrameMetrics
import Gating
import Judging
import Records
import Testing
import Timebase

private let environment = ProcessInfo.processInfo.environment
private let iterations = environment["ITERATIONS"].flatMap { Int($0) } ?? 12
private let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1

/// Pairs of folders of users' sessions: equal ones are silent, and so many more bad sessions are found.
///
/// With STILLPOINT_POWER_FILE in the environment what was found stands there, a line each: `scripts/power` makes
/// the table of Docs/Check.md of it.
@Suite struct FolderPairTests {
  /// Sessions of one app, read from files: good ones, and bad ones that miss a limit.
  private struct Sessions {
    var record: RunRecord
    var good: [CellRecord]
    var bad: [CellRecord]

    /// Times are written in steps of so many ms, as tools do.
    init(step: Double, count: Int) throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("folder-pairs-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { _ = try? FileManager.default.removeItem(atPath: folder) }
      var chance = SeededGenerator(seed: seed)
      let paths = try (0..<2 * count).map { index in
        let path = "\(folder)/s\(index).csv"
        let text = Self.text(isBad: index >= count, step: step, &chance)
        try #require(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
        return path
      }
      var options = LogOptions()
      options.refreshHertz = 60
      record = RunRecord.judged(try FrameLogReader.read(paths, options))
      good = record.cells.filter { $0.verdict.kind == .pass }
      bad = record.cells.filter { $0.verdict.kind == .missed }
    }

    private static func text(isBad: Bool, step: Double, _ chance: inout SeededGenerator) -> String {
      var (text, owed) = ("frame_time_ms\n", 0.0)
      // Each bad session has hitches of its own.
      let late = isBad ? Set((0..<3).map { _ in 5 + chance.nextIndex(below: 90) }) : []
      for index in 0..<100 {
        let length = (late.contains(index) ? 4 : 1) * 1000 / 60 + chance.nextFraction() * 0.1 - 0.05
        // A clock carries what it rounds off; one whose step is a refresh cannot.
        owed = step > 10 ? length : owed + length
        let shown = (owed / step).rounded() * step
        owed -= shown
        text += "\(shown)\n"
      }
      return text
    }

    /// A folder of sessions, so many of them bad as chance has it.
    func folder(_ count: Int, bad share: Double, _ chance: inout SeededGenerator) -> RunRecord {
      var run = record
      run.cells = (0..<count).map { _ in
        let kind = chance.nextFraction() < share ? bad : good
        return kind[chance.nextIndex(below: kind.count)]
      }
      // Each is a recording of its own, whatever its frames are.
      for index in run.cells.indices {
        run.cells[index].recording?.file = index
        run.cells[index].recording?.digest = "\(chance.next())"
      }
      return run
    }
  }

  private static func say(_ line: String) throws {
    guard let path = environment["STILLPOINT_POWER_FILE"] else { return }
    let old = FileManager.default.contents(atPath: path) ?? Data()
    let isKept = FileManager.default.createFile(
      atPath: path,
      contents: old + Data("\(line)\n".utf8)
    )
    try #require(isKept)
  }

  /// In how many of the pairs something is called worse, the share of bad sessions alone, and the notes of those
  /// in which nothing is.
  private static func found(
    _ sessions: Sessions,
    _ count: Int,
    from base: Double,
    to top: Double
  ) -> (any: Int, share: Int, notes: [String]) {
    var (any, share, notes) = (0, 0, [String]())
    for pair in 0..<iterations {
      var chance = SeededGenerator(seed: seed &+ 7, index: UInt64(pair))
      let sides = (
        sessions.folder(count, bad: base, &chance), sessions.folder(count, bad: top, &chance)
      )
      let comparison = RecordingComparison(sides.0, sides.1)
      if comparison.count(of: .worse) > 0 { any += 1 }
      let figure = comparison.cells.first?.figures.first {
        $0.first.metric == ShareComparison.metric
      }
      if figure?.verdict == .worse { share += 1 } else { notes += [figure?.note ?? ""] }
    }
    return (any, share, notes)
  }

  /// So many of the tries chance exceeds once in a thousand.
  private static func most(_ chance: Double) -> Int {
    let mean = chance * Double(iterations)
    return Int((mean + 3.1 * (mean + 1).squareRoot()).rounded(.up))
  }

  @Test(arguments: [0.01, 1, 16]) func foldersOfOneAppAreSilent(step: Double) throws {
    let sessions = try Sessions(step: step, count: 150)
    #expect(sessions.bad.count >= 100 && sessions.good.count >= 100, "\(step)")
    let (any, _, _) = Self.found(sessions, 24, from: 0.2, to: 0.2)
    try Self.say("equal \(step) \(iterations) \(any)")
    #expect(any <= Self.most(ShareComparison.level + Comparison.level), "\(any) of \(iterations)")
    if seed == 1 { #expect(any == 0, "of \(iterations) equal pairs \(any) were called worse") }
  }

  @Test(arguments: [(0.2, 0.38), (0.02, 0.14)])
  func moreBadSessionsAreFound(base: Double, top: Double) throws {
    let sessions = try Sessions(step: 0.01, count: 150)
    let (any, share, _) = Self.found(sessions, 200, from: base, to: top)
    try Self.say("share \(base) \(top) 200 \(iterations) \(any)")
    #expect(any >= share)
    // Nine in ten, less what chance takes from so few tries.
    let least = 0.9 * Double(iterations) - 3.1 * (0.09 * Double(iterations)).squareRoot()
    #expect(Double(share) >= least, "\(share) of \(iterations)")
  }

  @Test func fewerMoreSayHowManyWouldShowThem() throws {
    let sessions = try Sessions(step: 0.01, count: 60)
    let (any, share, notes) = Self.found(sessions, 200, from: 0.2, to: 0.24)
    try Self.say("share 0.2 0.24 200 \(iterations) \(any)")
    #expect(share * 4 <= iterations)
    #expect(notes.allSatisfy { $0.contains(" a side") || $0.contains("points (95 %)") }, "\(notes)")
    #expect(notes.contains { $0.contains("seen from +") })
  }

  /// Four times of each recording that scatter by 3 %, one of which is 5 % longer afterwards.
  @Test(arguments: [6, 12, 24]) func longerTimesAreFound(count: Int) throws {
    let rule = Comparison(.scattering, period: 1000 / 60)
    var (found, others, reach) = (0, 0, 0.0)
    for pair in 0..<iterations {
      var chance = SeededGenerator(seed: seed &+ 11, index: UInt64(pair) << 8 | UInt64(count))
      func times(_ number: Int, _ longer: Double) -> FigureSamples {
        let samples = (0..<count).map { _ in
          // The sum of twelve uniform numbers scatters by 1.
          10 * longer * exp(0.03 * ((0..<12).reduce(-6) { sum, _ in sum + chance.nextFraction() }))
        }
        return FigureSamples(
          metric: "frame_cost_ms_\(number)",
          statistic: .p50,
          unit: .milliseconds,
          better: .down,
          samples: samples
        )
      }
      let figures = rule.compare(
        (0..<4).map { times($0, 1) },
        (0..<4).map { times($0, $0 == 0 ? 1.05 : 1) }
      )
      if figures[0].verdict == .worse { found += 1 }
      if figures.dropFirst().contains(where: { $0.verdict == .worse }) { others += 1 }
      reach += (figures[0].detectableChange ?? 1) / Double(iterations)
    }
    try Self.say("times \(count) 0.05 \(iterations) \(found) \(reach)")
    #expect(others <= Self.most(Comparison.level), "\(others) of \(iterations)")
    #expect(count < 24 || Double(found) > 0.6 * Double(iterations), "\(found) of \(iterations)")
    #expect(reach < [6: 0.25, 12: 0.1, 24: 0.06][count] ?? 0, "\(reach)")
  }
}
