import MarkdownBlocks

/// Parses the examples of all constructs without a C library, and says how many give what cmark-gfm makes of
/// them.
@main
struct Conformance {
  static func main() {
    let parser = MarkdownParser()
    var different: [String] = []
    var place = 0
    for construct in MarkdownCatalog.all {
      for example in construct.examples {
        let digest = BlockDigest(parser.parse(example).blocks).value
        let isKnown = place < MarkdownCatalog.expected.count
        if !isKnown || digest != MarkdownCatalog.expected[place] {
          different.append(
            "\(construct): \(String(decoding: example, as: UTF8.self).debugDescription)"
          )
        }
        place += 1
      }
    }
    for text in different { print("different: \(text)") }
    print("\(place - different.count) of \(place) examples parse as cmark-gfm has them")
    guard different.isEmpty, place == MarkdownCatalog.expected.count else {
      fatalError("the parser differs from cmark-gfm")
    }
  }
}
