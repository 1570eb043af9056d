import ChatSurface
import FramePacing
import Scenarios
import StillpointEngine
import StillpointLaboratory
import Testing
import TextMeasuring

/// A candidate that is judged from Swift, without a command line.
@Suite("A candidate judged in this process") struct JudgementTests {
  /// Every line is as tall as two.
  private final class TallMeasurer: ChatTextMeasurer {
    let identity = "tall-1"
    private let base = FixedAdvanceMeasurer()

    func measure(
      _ block: ChatStyledBlock,
      width: ChatLength,
      textSize: ChatTextSize
    ) -> ChatMeasuredBlock {
      var measured = base.measure(block, width: width, textSize: textSize)
      measured.height += measured.height
      return measured
    }
  }

  private static func engine(of profile: ChatProfile) -> Candidate {
    Candidate("theirs") { setup in
      Surface(
        profile: profile,
        device: setup.device,
        measurer: setup.measurer,
        parser: setup.parser,
        boundaries: setup.boundaries,
        costs: OperationCosts()
      )
    }
  }

  @Test("tools of one's own keep the limits, with the reference's rules")
  func tools() throws {
    let candidate = Candidate("tall-text") { tools in
      TextTools(
        measurer: TallMeasurer(),
        parser: tools.parser,
        boundaries: tools.boundaries
      )
    }
    let judgement = try Laboratory.judge(candidate, in: "prepend-while-reading")
    #expect(judgement.verdict == .pass)
    let drift = try #require(judgement.checks.first { $0.name == "anchor_drift_max_pt" })
    #expect(drift.value == 0 && !drift.isMissed)
    #expect(judgement.complaints == [])
  }

  @Test("an engine that slows down misses, and a complaint says when and which message")
  func engine() throws {
    let judgement = try Laboratory.judge(
      Self.engine(of: .builtIn("conversation-kit")),
      in: "stream-steady"
    )
    #expect(judgement.verdict == .missed)
    #expect(judgement.checks.contains { $0.name == "cost_growth" && $0.isMissed })
    #expect(
      judgement.complaints.contains {
        $0.hasPrefix("at 0.59 s message assistant-1 (\"") && $0.hasSuffix(" became 12 pt less tall")
      }
    )
  }

  @Test("what a design leaves open is neither missed nor passed")
  func undecided() throws {
    let candidate = Candidate("lazy-stack", profile: .builtIn("conversation-kit")) { $0 }
    let judgement = try Laboratory.judge(candidate, in: "prepend-while-reading")
    #expect(judgement.verdict == .undecided)
    #expect(judgement.checks.allSatisfy { !$0.isMissed })
  }

  @Test("a scenario that is none is named")
  func noScenario() {
    #expect(throws: (any Error).self) {
      try Laboratory.judge(Self.engine(of: .reference), in: "stream-steadily")
    }
  }
}
