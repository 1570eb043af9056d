import BenchmarkTexts
import Benchmarking
import ChatSurface
import FramePacing
import Lengths
import LoadGeneration
import MarkdownBlocks
import Profiling
import Running
import TextMeasuring
import Timebase

/// Texts that ask for more work than their length says: taken at once, and streamed into a surface.
enum HostileSuite {
  /// How many characters come a second.
  private static let rate = 4_000
  /// How many come together.
  private static let token = 33

  static var suite: Suite {
    Suite(
      "hostile",
      title: "Hostile texts: figures",
      page: "Hostile.md",
      notes: """
        "taken at once": the blocks of a text of as many bytes as "items" says, each measured by Pango;
        allowed are 2 s a megabyte. "streamed": 64 KiB of it at 4,000 characters a second into
        `reference` at 120 Hz with Pango, in CPU time of the engine: the 99th percentile of the last
        tenth of the frames, of which half the period is allowed, and the worst frame, which may take
        the period. A run whose text is not exact is a wrong answer.
        """,
      cases: { isSmall in
        HostileShape.all.flatMap { shape in
          [65_536, 262_144, 1_048_576].prefix(isSmall ? 1 : 3).map { atOnce(shape, bytes: $0) }
            + streamed(shape, bytes: isSmall ? 2_048 : 65_536)
        }
      }
    )
  }

  private static func allowed(_ name: String, _ nanoseconds: Double) -> Contestant {
    Contestant(name, isComparable: true) { (nanoseconds, 0) }
  }

  private static func atOnce(_ shape: HostileShape, bytes: Int) -> Case {
    Case(
      "hostile",
      "\(shape), taken at once",
      size: bytes,
      goals: [Goal(1, times: "allowed")],
      mayAllocate: true,
      sizesTakeTurns: true,
      isPortable: false,
      [
        Contestant("blocks", isComparable: true) {
          guard let tools = try? TextTools.make(.pango) else { return (0, 1) }
          let text = shape.text(bytes: bytes)
          let start = ThreadCPUClock.now()
          let bytes = measured(text, by: tools.measurer)
          let took = ThreadCPUClock.now() - start
          return (Double(took.rawValue), bytes == text.count ? 0 : 1)
        },
        allowed("allowed", 2e9 * Double(bytes) / 1_000_000),
      ]
    )
  }

  /// Makes the blocks of a text and measures each.
  ///
  /// - Returns: How many bytes the text has that the blocks were made of.
  private static func measured(_ text: [UInt8], by measurer: any TextMeasurer) -> Int {
    var list = BlockList(rule: .incremental, parser: MarkdownParser())
    list.append(text)
    for index in 0..<list.count {
      let block = StyledBlock(list[index], role: .assistant)
      _ = measurer.measure(block, width: LayoutUnit(points: 361), textSize: .large)
    }
    return list.text.count
  }

  private static func streamed(_ shape: HostileShape, bytes: Int) -> [Case] {
    // One run gives both figures, in turns.
    let run = StreamedRun {
      StreamedRun.tokens(shape.text(bytes: bytes), of: token, charactersPerSecond: rate)
    }
    func rows(_ name: String, _ limit: Double, _ figure: @escaping (FrameTimes) -> Double) -> Case {
      Case(
        "hostile",
        "\(shape), streamed, \(name)",
        size: bytes,
        goals: [Goal(1, times: "allowed")],
        mayAllocate: true,
        isPortable: false,
        [
          Contestant("engine", isComparable: true) {
            let times = run.times(for: name)
            return (figure(times), times.isExact ? 0 : 1)
          },
          allowed("allowed", limit),
        ]
      )
    }
    return [
      rows("p99 of the last tenth", 4.2e6) { $0.percentile99OfLastTenth },
      rows("worst frame", 8.33e6) { $0.worst },
    ]
  }
}
