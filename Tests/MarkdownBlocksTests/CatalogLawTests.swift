import MarkdownBlocks
import Testing

/// The law over our own examples of every construct.
@Suite struct CatalogLawTests {
  @Test func thereAreThreeHundredExamplesAndTwoOfEachConstruct() {
    for construct in MarkdownCatalog.all {
      #expect(construct.examples.count >= 2, "\(construct.name)")
    }
    #expect(Set(MarkdownCatalog.examples).count >= 300)
    print(
      "own examples: \(MarkdownCatalog.examples.count) of \(MarkdownCatalog.all.count) constructs"
    )
  }

  @Test(arguments: MarkdownCatalog.all)
  func everySplitIntoTwoTokensGivesTheWholeParse(
    construct: MarkdownCatalog.Construct
  ) {
    for example in construct.examples {
      let check = GrowthCheck(example)
      for cut in 0...example.count {
        #expect(check.firstDifference(cuts: [cut]) == nil, "cut at \(cut): \(check.bytes)")
      }
    }
  }

  @Test(arguments: MarkdownCatalog.all)
  func smallTokensGiveTheWholeParseOfThePrefixAfterEach(
    construct: MarkdownCatalog.Construct
  ) {
    for example in construct.examples {
      let check = GrowthCheck(example)
      for size in [1, 2, 3, 5, 11] {
        let cuts = Array(stride(from: 0, to: example.count, by: size))
        #expect(
          check.firstDifference(cuts: cuts) == nil,
          "\(size) bytes a token: \(String(decoding: example, as: UTF8.self).debugDescription)"
        )
      }
    }
  }

  @Test func everyExampleGrowsRightBehindTheOneBefore() {
    for (before, example) in zip(MarkdownCatalog.examples, MarkdownCatalog.examples.dropFirst())
    where before.count + example.count < 600 {
      let check = GrowthCheck(before + [0x0A] + example)
      #expect(
        check.firstDifference(cuts: Array(stride(from: 4, to: check.bytes.count, by: 4))) == nil,
        "\(String(decoding: check.bytes, as: UTF8.self).debugDescription)"
      )
    }
  }
}
