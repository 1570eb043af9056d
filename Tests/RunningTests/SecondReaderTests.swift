import ChatSurface
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
  /// A session of so many events.
  private struct Session {
    var chance: SeededGenerator
    var events: [TimedLoadEvent] = []
    private var ids: [String]
    private var next = 0
    private var streaming: String?

    /// - Parameter asksForMore: Whether messages are sent, and composer and keyboard move.
    init(seed: UInt64, events count: Int, asksForMore: Bool = true) {
      chance = SeededGenerator(seed: seed)
      ids = (0..<40).map { "h\($0)" }
      let history = ids.enumerated().map { index, id in
        Message(
          id: MessageID(rawValue: id),
          role: index.isMultiple(of: 2) ? .user : .assistant,
          text: Self.text(index % 60 + 3)
        )
      }
      events.append(TimedLoadEvent(.load(ListedMessages(history)), at: .zero))
      var time = 300.0
      while events.count < count {
        time += number(20...260)
        time = add(at: time, asksForMore)
      }
      if let streaming {
        events.append(
          TimedLoadEvent(
            .streamEnd(MessageID(rawValue: streaming), .complete),
            at: Instant(milliseconds: time + 50)
          )
        )
      }
      events.sortByInstant()
    }

    private static func text(_ words: Int) -> String {
      Array(repeating: "word", count: words).joined(separator: " ")
    }

    private mutating func number(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + chance.nextFraction() * (range.upperBound - range.lowerBound)
    }

    private mutating func put(_ event: SurfaceEvent, _ time: Double) {
      events.append(TimedLoadEvent(event, at: Instant(milliseconds: time)))
    }

    private mutating func fresh() -> MessageID {
      next += 1
      return MessageID(rawValue: "n\(next)")
    }

    /// - Returns: When the next event may come.
    private mutating func add(at time: Double, _ asksForMore: Bool) -> Double {
      switch chance.nextIndex(below: asksForMore ? 14 : 11) {
      case 0, 1, 2: return drag(at: time)
      case 3:
        put(.fling(velocity: number(-4_000...4_000)), time)
      case 4, 5, 6:
        if streaming == nil {
          let id = fresh()
          streaming = id.rawValue
          put(.streamBegin(id), time)
        }
        guard let streaming else { break }
        let id = MessageID(rawValue: streaming)
        for step in 0..<3 + chance.nextIndex(below: 6) {
          put(
            .token(id, Array("\(Self.text(1 + chance.nextIndex(below: 30))) ".utf8)),
            time + Double(step)
          )
        }
        if chance.nextIndex(below: 4) == 0 {
          put(.streamEnd(id, .complete), time + 8)
          self.streaming = nil
        }
      case 7:
        let message = Message(id: fresh(), role: .user, text: Self.text(5))
        put(chance.nextIndex(below: 2) == 0 ? .append(message) : .insert(index: 3, message), time)
      case 8:
        let page = (0..<5).map { _ in Message(id: fresh(), role: .user, text: Self.text(9)) }
        put(.prepend(ListedMessages(page)), time)
      case 9 where ids.count > 12:
        let id = ids.remove(at: chance.nextIndex(below: ids.count))
        put(.remove(MessageID(rawValue: id)), time)
      case 10:
        let id = MessageID(rawValue: ids[chance.nextIndex(below: ids.count)])
        put(.update(id, text: Self.text(1 + chance.nextIndex(below: 80))), time)
      case 11:
        streaming.map { put(.streamEnd(MessageID(rawValue: $0), .complete), time) }
        streaming = nil
        put(.send(fresh(), text: Self.text(8)), time + 1)
        put(.taskEnd, time + 2)
      case 12: put(.composer(lines: 1 + chance.nextIndex(below: 5), text: "text"), time)
      case 13:
        let height = chance.nextIndex(below: 2) * 300
        put(.keyboard(height: LayoutUnit(points: height)), time)
      default: break
      }
      return time
    }

    private mutating func drag(at time: Double) -> Double {
      let way = number(-250...250)
      put(.touch(.began, y: 400), time)
      for step in 1...6 {
        put(.touch(.moved, y: 400 + way * Double(step) / 6), time + 16 * Double(step))
      }
      let lift = time + 100 + number(0...200)
      put(.touch(.ended, y: 400 + way), lift)
      return lift + 900
    }
  }

  private struct Outcome {
    var first: [ScreenFault]
    var second: SecondReader
    var missed: [String]
    var refused: Int
  }

  private func run(_ session: Session, _ profile: Profile, hertz: Int) -> Outcome {
    let device = Device.iPhone15Pro.at(hertz: hertz)
    let result = TestBench.run(session.events, profile: profile, device: device)
    let figures = TestBench.metrics(of: result.outcome, at: device.rate)
    var budgets = Budgets.standard
    budgets.judgesFlicker = profile == .reference
    let checks = BudgetJudge(repetitions: [figures], hostShare: 0.5).checks(budgets)
    return Outcome(
      first: result.outcome.seen.reader.faults,
      second: SecondReader.read(result.log),
      missed: checks.filter { $0.state == .missed }.map { "\($0.name) \($0.value ?? -1)" },
      refused: result.outcome.refusals.count
    )
  }

  @Test func inTheReferenceNothingMovesAReaderAndNoBudgetIsMissed() {
    var judged = 0
    for round in 0..<PropertySettings.iterations(20) {
      let seed = PropertySettings.seed &+ UInt64(round)
      let outcome = run(
        Session(seed: seed, events: 60),
        .reference,
        hertz: round.isMultiple(of: 2) ? 60 : 120
      )
      #expect(outcome.missed == [], "SEED=\(seed)")
      #expect(outcome.first.map(\.words) == [], "SEED=\(seed)")
      #expect(outcome.second.moves.isEmpty, "SEED=\(seed): \(outcome.second.moves)")
      judged += outcome.second.judged
    }
    #expect(judged > 0)
  }

  /// Designs that move their reader: both judges see it, in the same frames.
  @Test func bothJudgesSeeTheSameMoves() {
    var wide = Profile.builtIn("messaging-ui")
    wide.nearEnd = LayoutUnit(points: 100_000)
    var shifting = Profile.builtIn("swiftui-tips")
    shifting.insertsAbove = .shift
    shifting.appends = .left
    var seen = 0
    for round in 0..<PropertySettings.iterations(12) {
      let seed = PropertySettings.seed &+ UInt64(round)
      for profile in [wide, shifting] {
        let session = Session(seed: seed, events: 60, asksForMore: false)
        let outcome = run(session, profile, hertz: 60)
        let first = outcome.first.map { $0.instant.milliseconds.rounded() }
        let second = Set(outcome.second.moves.map { $0.milliseconds.rounded() })
        #expect(
          first.allSatisfy(second.contains),
          "SEED=\(seed) \(profile.name): \(first) \(second)"
        )
        #expect(
          outcome.first.isEmpty == outcome.second.moves.isEmpty,
          "SEED=\(seed) \(profile.name): \(first) \(second)"
        )
        seen += first.count
      }
    }
    #expect(seen > 0)
  }

  /// A log in which one frame shows everything elsewhere: the second judge can disagree.
  @Test func aFrameThatIsTamperedWithIsSeen() {
    var session = Session(seed: 5, events: 1, asksForMore: false)
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
  }
}
