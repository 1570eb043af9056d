import ChatSurface
import FramePacing
import Lengths
import LoadGeneration
import Running
import Testing
import Timebase

/// Bytes that are looked at for line breaks are charged when they are new, however often a design
/// measures them.
@Suite struct LineBreakChargeTests {
  private func lookedAt(
    _ script: TextScript,
    _ profile: Profile,
    turns: Int = 0
  ) throws -> (bytes: Int, text: Int) {
    let answer: MessageID = "answer"
    let text = TextSynthesis.prose(scalars: 400, seed: 1, script: script)
    var events = [TimedLoadEvent(.streamBegin(answer), at: .zero)]
    let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let time = Instant(milliseconds: Double(20 * index))
      events.append(TimedLoadEvent(.token(answer, Array(String(scalar).utf8)), at: time))
    }
    events.append(TimedLoadEvent(.streamEnd(answer, .complete), at: Instant(milliseconds: 9_000)))
    for turn in 0..<turns {
      let width = LayoutUnit(points: turn % 2 == 0 ? 320 : 393)
      let size = SurfaceEvent.resize(width: width, height: LayoutUnit(points: 852))
      events.append(TimedLoadEvent(size, at: Instant(milliseconds: Double(12_000 + 100 * turn))))
    }
    let plan = CellPlan(
      scenario: "an answer",
      events: events,
      profile: profile,
      device: .iPhoneSE,
      seed: 1
    )
    let options = RunOptions(
      cost: .modelled,
      measurer: .pango,
      countsAllocations: false,
      costs: try DeclaredCosts.builtIn().table(for: .pango)
    )
    let outcome = ProcessorTimes(plan, options: options, tools: try TextTools.make(.pango))
      .outcome(planted: nil)
    #expect(outcome.text.isExact)
    let counts = outcome.counts.operations
    let bytes = Phase.allCases.reduce(0) { $0 + counts[$1][.byteLineBroken] }
    return (bytes, text.count)
  }

  @Test func plainWordsNeedNoRules() throws {
    // Full stops stand at the end of words; nothing else is no letter or space.
    let (bytes, text) = try lookedAt(.latin, .standard)
    #expect(bytes < text / 2, "\(bytes) of \(text)")
  }

  @Test(arguments: [TextScript.hangul, .thai, .arabic, .combining])
  func whatIsNoPlainWordIsChargedAsItGrows(script: TextScript) throws {
    let (bytes, text) = try lookedAt(script, .standard)
    #expect(bytes >= text, "each byte once: \(bytes) of \(text)")
    #expect(bytes <= 12 * text, "from the last settled line on: \(bytes) of \(text)")
  }

  /// What was looked at before is found again.
  @Test(arguments: Profile.all) func aTurnOfTheDeviceLooksAtNothingNew(profile: Profile) throws {
    let still = try lookedAt(.thai, profile)
    let turned = try lookedAt(.thai, profile, turns: 20)
    #expect(turned.bytes < still.bytes + 4 * still.text, "\(turned.bytes) for \(still.bytes)")
  }
}
