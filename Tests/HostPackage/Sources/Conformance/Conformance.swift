import MarkdownBlocks

/// Parses the examples of all constructs without a C library, and says how many give what cmark-gfm makes of
/// them. With `growth BYTES` it parses every hostile shape at a size, for whoever counts instructions.
@main
struct Conformance {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "growth", let bytes = arguments.last.flatMap({ Int($0) }) {
      let blocks = HostileShape.all.map {
        MarkdownParser().parse($0.text(bytes: bytes)).blocks.count
      }
      return print("\(blocks.count) shapes of \(bytes) bytes: \(blocks.reduce(0, +)) blocks")
    }
    let examples = MarkdownCatalog.all.flatMap { construct in
      construct.examples.map { (construct.name, $0) }
    }
    let expected = MarkdownCatalog.expected
    precondition(expected.count == examples.count, "the digests are not those of the examples")
    let different = zip(examples, expected).filter { example, digest in
      BlockDigest(MarkdownParser().parse(example.1).blocks).value != digest
    }
    for ((name, text), _) in different {
      print("different: \(name): \(String(decoding: text, as: UTF8.self).debugDescription)")
    }
    let count = examples.count
    print("\(count - different.count) of \(count) examples parse as cmark-gfm has them")
    precondition(different.isEmpty, "the parser differs from cmark-gfm")
  }
}
