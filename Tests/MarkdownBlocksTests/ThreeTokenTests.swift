import MarkdownBlocks
import Testing
import Timebase

/// Splits of examples into three tokens: all of them where there are at most ITERATIONS, else so
/// many at random.
@Suite struct ThreeTokenTests {
  @Test(arguments: MarkdownCatalog.all)
  func splitsOfOurOwnExamplesGiveTheWholeParse(
    construct: MarkdownCatalog.Construct
  ) {
    for example in construct.examples { check(example) }
  }

  @Test(
    .enabled(
      if: !CommonMarkExamples.all.isEmpty,
      "no CommonMark specification; name its file in STILLPOINT_COMMONMARK_SPEC"
    )
  )
  func splitsOfTheSpecificationsExamplesGiveTheWholeParse() {
    for example in CommonMarkExamples.all { check(example) }
  }

  private func check(_ example: [UInt8]) {
    let check = GrowthCheck(example)
    let count = example.count
    let most = TestSettings.iterations(20)
    if (count + 1) * (count + 2) / 2 <= most {
      for first in 0...count {
        for second in first...count { expect(check, [first, second]) }
      }
    } else {
      var chance = SeededGenerator(seed: TestSettings.seed, index: UInt64(count))
      for _ in 0..<most {
        let cuts = [chance.nextIndex(below: count + 1), chance.nextIndex(below: count + 1)]
        expect(check, cuts.sorted())
      }
    }
  }

  private func expect(_ check: GrowthCheck, _ cuts: [Int]) {
    guard check.firstDifference(cuts: cuts) != nil else { return }
    let text = String(decoding: check.bytes, as: UTF8.self)
    Issue.record("SEED=\(TestSettings.seed), cuts \(cuts): \(text.debugDescription)")
  }
}
