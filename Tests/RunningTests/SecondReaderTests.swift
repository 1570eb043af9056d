import ChatSurface
import Foundation
import FrameMetrics
import Lengths
import LoadGeneration
import PublishedDesigns
import Records
import Running
import Testing
import Timebase

/// Random sessions of a reader: nothing moves him in the reference, no budget is missed by a false alarm, and
/// two judges that share nothing say the same.
@Suite struct SecondReaderTests {
  private struct Outcome {
    var first: [ScreenFault]
    var movedAt: [Instant]
    var second: SecondReader
    var missed: [String]
    var refused: Int
  }

  /// - Parameter seed: The session's: odd ones are looked at with 60 Hz.
  private func run(_ session: ReadingSession, _ profile: Profile, seed: UInt64, sends: Bool)
    -> Outcome
  {
    let device = Device.iPhone15Pro.at(hertz: seed.isMultiple(of: 2) ? 120 : 60)
    let result = TestBench.run(session.events, profile: profile, device: device)
    let figures = TestBench.metrics(of: result.outcome, at: device.rate)
    var budgets = Budgets.standard
    budgets.judgesFlicker = profile == .reference
    let checks = BudgetJudge(repetitions: [figures], hostShare: 0.5).checks(budgets)
    return Outcome(
      first: result.outcome.seen.reader.faults,
      movedAt: result.outcome.seen.reader.movedAt,
      second: SecondReader.read(result.log, endsWithPin: sends),
      missed: checks.filter { $0.state == .missed }.map { "\($0.name) \($0.value ?? -1)" },
      refused: result.outcome.refusals.count
    )
  }

  @Test func inTheReferenceNothingMovesAReaderAndNoBudgetIsMissed() {
    var judged = 0
    for round in 0..<PropertySettings.iterations(20) {
      judged += judgeReference(seed: PropertySettings.seed &+ UInt64(round))
    }
    #expect(judged > 0)
  }

  /// Text that pushes what is read under a still finger; a push by text that a send takes back; an answer that
  /// grows into a blank that a spring goes to; a hand that brings another line to the top inset; a bounce that
  /// a growing answer meets; a keyboard's last way; a spring that turns what a fling has set going.
  @Test(arguments: [508, 549, 622, 729, 758, 928, 5_119, 5_170] as [UInt64])
  func noFalseAlarmComesAgain(seed: UInt64) { _ = judgeReference(seed: seed) }

  /// - Returns: In how many frames what was read was held to its place.
  private func judgeReference(seed: UInt64) -> Int {
    let session = ReadingSession(seed: seed, events: 60)
    let outcome = run(session, .reference, seed: seed, sends: true)
    #expect(outcome.missed == [], "SEED=\(seed)")
    #expect(outcome.first.map(\.words) == [], "SEED=\(seed)")
    #expect(outcome.second.moves.isEmpty, "SEED=\(seed): \(outcome.second.moves)")
    return outcome.second.judged
  }

  /// Every design, and two that move their reader more: both judges name the same frames.
  @Test func bothJudgesSeeTheSameMoves() {
    var seen = 0
    for round in 0..<PropertySettings.iterations(8) {
      let seed = PropertySettings.seed &+ UInt64(round)
      for profile in Self.designs { seen += compareJudges(of: profile, seed: seed) }
    }
    #expect(seen > 0)
  }

  /// The sessions in which they named different frames.
  @Test(
    arguments: [
      49, 53, 64, 79, 144, 228, 243, 315, 340, 409, 530, 536, 543, 559, 589, 732, 776, 943, 997,
      999,
    ] as [UInt64]
  )
  func bothJudgesAgreeNow(seed: UInt64) {
    for profile in Self.designs { _ = compareJudges(of: profile, seed: seed) }
  }

  private static var designs: [Profile] {
    var wide = Profile.builtIn("messaging-ui")
    wide.name = "messaging-ui-wide"
    wide.nearEnd = LayoutUnit(points: 100_000)
    var shifting = Profile.builtIn("swiftui-tips")
    shifting.name = "swiftui-tips-shifting"
    shifting.insertsAbove = .shift
    shifting.appends = .left
    return Profile.all + [wide, shifting]
  }

  /// - Returns: How many frames the first judge named.
  private func compareJudges(of profile: Profile, seed: UInt64) -> Int {
    let session = ReadingSession(seed: seed, events: 60, asksForMore: false)
    let outcome = run(session, profile, seed: seed, sends: false)
    let rests = Set(outcome.second.rests.map(Self.microseconds))
    let first = Set(outcome.movedAt.map { Self.microseconds($0.milliseconds) }).subtracting(rests)
    let second = Set(outcome.second.moves.map { Self.microseconds($0.milliseconds) })
      .subtracting(rests)
    #expect(
      first == second,
      "SEED=\(seed) \(profile.name): \(first.subtracting(second).sorted()) \(second.subtracting(first).sorted())"
    )
    return first.count
  }

  private static func microseconds(_ milliseconds: Double) -> Int { Int(milliseconds * 1_000) }

  /// A log in which one frame shows everything elsewhere: the second judge can disagree.
  @Test func aFrameThatIsTamperedWithIsSeen() throws {
    var session = ReadingSession(seed: 5, events: 1, asksForMore: false)
    session.events = Array(session.events.prefix(1))
    session.events += [
      TimedLoadEvent(.touch(.began, y: 200), at: Instant(milliseconds: 300)),
      TimedLoadEvent(.touch(.moved, y: 400), at: Instant(milliseconds: 340)),
      TimedLoadEvent(.touch(.ended, y: 400), at: Instant(milliseconds: 600)),
      TimedLoadEvent(
        .append(Message(id: "n", role: .user, text: "new")),
        at: Instant(milliseconds: 1_000)
      ),
      TimedLoadEvent(
        .append(Message(id: "o", role: .user, text: "new")),
        at: Instant(milliseconds: 1_200)
      ),
    ]
    let result = TestBench.run(session.events, device: .iPhone15Pro)
    #expect(SecondReader.read(result.log).moves.isEmpty)
    let lines = result.log.split(separator: UInt8(ascii: "\n"))
    var log = lines.dropLast().flatMap { Array($0) + [UInt8(ascii: "\n")] }
    let last = String(decoding: lines.last ?? [], as: UTF8.self)
    log += Array(last.replacing("\"y_pt\":", with: "\"y_pt\":1").utf8)
    #expect(SecondReader.read(log).moves.count == 1)
    // One message alone, and by little.
    let shown = try #require(last.range(of: "\"anchor\""))
    let place = try #require(
      last.range(of: "\"y_pt\":", options: .backwards, range: last.startIndex..<shown.lowerBound)
    )
    let one = last.replacingCharacters(in: place, with: "\"y_pt\":1")
    log = lines.dropLast().flatMap { Array($0) + [UInt8(ascii: "\n")] } + Array(one.utf8)
    #expect(SecondReader.read(log).moves.count == 1)
  }
}
