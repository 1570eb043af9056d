import ChatSurface
import FramePacing
import Lengths
import LoadGeneration
import Records
import Running
import StillpointEngine
import Testing
import TextMeasuring
import Timebase

@Suite struct CandidateTests {
  /// Rows of 100 pt at the end of which the viewport stands; each mistake is one that judges must see.
  private final class PlainList: ChatEngine {
    enum Mistake: Sendable {
      case losesAToken
      case movesAtATick(Int)
    }

    private var messages: [Message] = []
    private var mistake: Mistake?
    private let setup: EngineSetup
    private var moved = LayoutUnit.zero
    private static let height = LayoutUnit(points: 100)

    init(_ setup: EngineSetup, _ mistake: Mistake?) {
      (self.setup, self.mistake) = (setup, mistake)
    }

    var isRunning: Bool { false }

    private var offset: LayoutUnit {
      LayoutUnit(points: 100 * messages.count) - setup.device.height - moved
    }

    func message(_ id: MessageID) -> EngineMessage? {
      guard let index = messages.firstIndex(where: { $0.id == id }) else { return nil }
      return EngineMessage(
        top: LayoutUnit(points: 100 * index) - offset,
        role: messages[index].role,
        text: messages[index].text,
        state: messages[index].state,
        width: setup.device.width
      )
    }

    func frame(
      _ events: [ScheduledEvent],
      at instant: Instant,
      tick: Int,
      into snapshot: inout FrameSnapshot
    ) {
      for scheduled in events { take(scheduled.event) }
      if case .movesAtATick(let planted) = mistake, tick >= planted {
        moved = LayoutUnit(points: 7)
      }
      snapshot.offset = offset
      snapshot.viewportHeight = setup.device.height
      snapshot.contentBottom = LayoutUnit(points: 100 * messages.count)
      // Whoever follows the end may be anywhere at it.
      snapshot.follow = .free
      snapshot.visible = messages.map { message in
        FrameSnapshot.VisibleItem(
          id: message.id,
          y: self.message(message.id)?.top ?? .zero,
          height: Self.height,
          state: message.state,
          version: message.text.utf8.count
        )
      }
    }

    private func take(_ event: SurfaceEvent) {
      switch event {
      case .load(let source): messages = (0..<source.count).map { source.message(at: $0) }
      case .append(let message): messages.append(message)
      case .streamBegin(let id):
        messages.append(Message(id: id, role: .assistant, text: "", state: .streaming))
      case .token(_, let bytes):
        if case .losesAToken = mistake, messages[messages.count - 1].text.utf8.count > 20 {
          mistake = nil
          return
        }
        messages[messages.count - 1].text += String(decoding: bytes, as: UTF8.self)
      case .streamEnd: messages[messages.count - 1].state = .complete
      default: break
      }
    }
  }

  /// This package's engine behind the public protocol.
  private final class Forwarding: ChatEngine {
    private let surface: Surface

    init(_ setup: EngineSetup) {
      surface = Surface(
        profile: .reference,
        device: setup.device,
        measurer: setup.measurer,
        parser: setup.parser,
        costs: .init()
      )
    }

    var isRunning: Bool { surface.isRunning }
    var nextDue: Instant? { surface.nextDue }
    var operations: OperationCounts { surface.operations }
    func message(_ id: MessageID) -> EngineMessage? { surface.message(id) }
    func frame(
      _ events: [ScheduledEvent],
      at instant: Instant,
      tick: Int,
      into snapshot: inout FrameSnapshot
    ) { surface.frame(events, at: instant, tick: tick, into: &snapshot) }
  }

  private func run(_ events: [TimedLoadEvent], _ candidate: Candidate?)
    -> (outcome: Runner.Outcome, frames: [FrameRecord])
  {
    var runner = Runner(
      events: events,
      profile: .reference,
      device: .iPhoneSE,
      tools: TestBench.tools,
      settings: Runner.Settings(cost: .modelled, costs: .init()),
      candidate: candidate
    )
    var frames: [FrameRecord] = []
    let outcome = runner.run { record, _ in frames.append(record) }
    return (outcome, frames)
  }

  private static func list(_ mistake: PlainList.Mistake? = nil) -> Candidate {
    Candidate("plain-list") { PlainList($0, mistake) }
  }

  /// A page of older messages comes while an answer streams and the reader flings up.
  private static var busy: [TimedLoadEvent] {
    let older = (0..<30).map { index in
      Message(
        id: MessageID(rawValue: "old\(index)"),
        role: .assistant,
        text: "Older words \(index)"
      )
    }
    return TestBench.ordered(
      [TimedLoadEvent(.load(ListedMessages(older)), at: .zero)]
        + TestBench.answer(words: 200, from: 50)
        + [
          TimedLoadEvent(.fling(velocity: -900), at: Instant(milliseconds: 1_500)),
          TimedLoadEvent(
            .prepend(
              ListedMessages([Message(id: "oldest", role: .user, text: "The oldest question")])
            ),
            at: Instant(milliseconds: 3_000)
          ),
        ]
    )
  }

  @Test func anEngineBehindTheProtocolIsSeenAsItIs() {
    let direct = run(Self.busy, nil)
    let brought = run(Self.busy, Candidate("forwarding") { Forwarding($0) })
    #expect(brought.frames.map(\.tick) == direct.frames.map(\.tick))
    #expect(brought.frames.map(\.offset) == direct.frames.map(\.offset))
    #expect(brought.frames.map(\.drift) == direct.frames.map(\.drift))
    #expect(brought.frames.map(\.visibleItems) == direct.frames.map(\.visibleItems))
    #expect(brought.outcome.text.isExact && direct.outcome.text.isExact)
    #expect(brought.outcome.text.textOut == direct.outcome.text.textOut)
    #expect(
      brought.outcome.counts.operations.total == direct.outcome.counts.operations.total
    )
    // When its text can be seen is found out from what it shows, which is the same to the frame.
    let (text, other) = (brought.outcome.latency.samples, direct.outcome.latency.samples)
    #expect(text.tokens.count == other.tokens.count)
    #expect(text.tokens == other.tokens)
    #expect(text.firstChunks == other.firstChunks)
  }

  @Test func aListWithoutAMistakePasses() {
    let result = run(TestBench.answer(words: 40), Self.list())
    #expect(result.outcome.text.isExact)
    #expect(result.frames.allSatisfy { $0.drift == .zero })
    #expect(result.outcome.latency.samples.tokens.count == 40)
  }

  @Test func aTokenThatIsLostIsFound() {
    let result = run(TestBench.answer(words: 40), Self.list(.losesAToken))
    #expect(result.outcome.text.isDamaged || !result.outcome.text.isExact)
  }

  @Test func contentThatMovesUnaskedIsFound() {
    let result = run(TestBench.answer(words: 40), Self.list(.movesAtATick(30)))
    #expect(result.frames.map(\.drift).max() == LayoutUnit(points: 7))
  }

  @Test func itsMeasurerTakesThePlaceOfTheRuns() {
    final class Tall: TextMeasurer {
      let identity = "tall-1"
      func measure(_ block: StyledBlock, width: LayoutUnit, textSize: TextSizeCategory)
        -> MeasuredBlock
      { MeasuredBlock(height: LayoutUnit(points: 900), lines: 1, glyphs: 1) }
    }
    let message = Message(id: "a", role: .assistant, text: "One line")
    let events = [TimedLoadEvent(.load(ListedMessages([message])), at: .zero)]
    let tall = Candidate("tall", profile: .reference) { tools in
      TextTools(measurer: Tall(), parser: tools.parser)
    }
    #expect(run(events, tall).frames.last?.offset != run(events, nil).frames.last?.offset)
  }

  @Test func aNameThatIsNoneTraps() async {
    await #expect(processExitsWith: .failure) { _ = CandidateTests.named("Two words") }
    await #expect(processExitsWith: .failure) { _ = CandidateTests.named("reference") }
  }

  private static func named(_ name: String) -> Candidate {
    Candidate(name) { PlainList($0, nil) }
  }
}
