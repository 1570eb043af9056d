import MarkdownBlocks
import ChatSurface
import Drawing
import FrameMetrics
import FramePacing
import LoadGeneration
import PangoMeasuring
import Records
import Running
import Testing
import Timebase

/// Cells whose frames are drawn: measured, or as pictures.
@Suite struct DrawnRunTests {
  private func session(_ choice: DrawingChoice?, cost: CostChoice = .cpu) throws -> CellSession {
    let history = SyntheticHistory(seed: 3, count: 20, lengths: .oasst)
    var options = RunOptions(
      cost: cost,
      measurer: .pango,
      repetitions: .exactly(1),
      costs: TestBench.costs
    )
    options.drawing = choice
    let events = [
      TimedLoadEvent(.load(history), at: .zero),
      TimedLoadEvent(.fling(velocity: -900), at: Instant(milliseconds: 100)),
      TimedLoadEvent(.window(.open), at: Instant(milliseconds: 200), window: "second"),
      TimedLoadEvent(.load(history), at: Instant(milliseconds: 220), window: "second"),
    ]
    return CellSession(
      CellPlan(
        scenario: "test",
        events: TestBench.ordered(events),
        profile: .reference,
        device: .iPhoneSE,
        seed: 1
      ),
      options: options,
      tools: TextTools(measurer: try PangoMeasurer(), parser: MarkdownParser())
    )
  }

  private func finished(_ choice: DrawingChoice?, cost: CostChoice = .cpu) throws -> CellSession {
    var session = try session(choice, cost: cost)
    while session.next != nil { try session.advance() }
    return session
  }

  @Test(arguments: DrawingChoice.Method.allCases)
  func drawingTakesThePlaceOfTheDeclaredShare(method: DrawingChoice.Method) throws {
    let session = try finished(DrawingChoice(method: method, pixels: 1))
    let record = session.result().record
    let drawing = try #require(record.drawing)
    #expect(drawing.choice.method == method)
    #expect(drawing.p50 > 0 && drawing.p50 <= drawing.p99 && drawing.p99 <= drawing.max)
    #expect(record.hostShare == drawing.share)
    let made = record.frames.filter { !$0.isSwallowed }
    #expect(made.allSatisfy { $0.cost.drawing > .zero })
    let engine = made.map { frame in Phase.allCases.reduce(Nanoseconds.zero) { $0 + frame.cost[$1] }
    }
    #expect(made.map(\.cost.engine) == engine)
  }

  @Test func declaredDrawingTakesNoTimeAndSaysNothing() throws {
    let record = try finished(nil).result().record
    #expect(record.drawing == nil)
    #expect(record.hostShare == Device.iPhoneSE.hostShare)
    #expect(record.frames.allSatisfy { $0.cost.drawing == .zero })
  }

  @Test(arguments: [CostChoice.modelled, .cpu])
  func picturesAreOfTheFramesThatWereReported(cost: CostChoice) throws {
    let session = try finished(nil, cost: cost)
    let record = session.result().record
    let made = record.frames.filter { !$0.isSwallowed }
    let second = try #require(made.first { $0.instant >= Instant(milliseconds: 220) })
    let ticks = [made[made.count / 2].tick, made[0].tick, second.tick, made[made.count - 1].tick]
    let pictures = try session.pictures(at: ticks, longest: 1 << 30)
    #expect(Set(pictures.map(\.tick)) == Set(ticks))
    #expect(pictures.map(\.tick) == pictures.map(\.tick).sorted())
    #expect(pictures.contains { $0.window == "second" })
    #expect(pictures.allSatisfy { $0.png.starts(with: [0x89, 0x50, 0x4E, 0x47]) })
    #expect(try session.pictures(at: ticks, longest: 1 << 30) == pictures)
    // What matters most is kept.
    let first = pictures.filter { $0.tick == ticks[0] }.reduce(0) { $0 + $1.png.count }
    #expect(Set(try session.pictures(at: ticks, longest: first).map(\.tick)) == [ticks[0]])
    #expect(try session.pictures(at: ticks, longest: 0).isEmpty)
  }
}
