import GrowthTexts
import PangoMeasuring
import Testing
import TextMeasuring
import Timebase

/// Looks for texts that ask for the most work a byte: fragments in a row, again and again, of which those
/// that cost most are changed further.
///
/// The costliest are printed; a shape that the list of hostile ones lacks belongs there.
@Suite struct HostileSearchTests {
  /// A head, and a part that comes again and again.
  private struct Shape: Hashable {
    var head: [String]
    var part: [String]

    func text(bytes: Int) -> String {
      let part = part.joined()
      let count = part.isEmpty ? 0 : bytes / part.utf8.count + 1
      return String(
        decoding: (head.joined() + String(repeating: part, count: count)).utf8.prefix(bytes),
        as: UTF8.self
      )
    }
  }

  private static let fragments = [
    "*", "**", "_", "~~", "`", "``", "[", "]", "(", ")", "](", "![", "<", ">", "<a ", "</", "&",
    "&amp;",
    "\\", "|", "-", "|-|", "\n", "\n\n", "    ", "\t", " ", "a", "b c", "> ", "- ", "1. ", "# ",
    "```\n",
    "---", "===\n", "[a]: b\n", "[^a]", "[^a]: b\n", "www.", "http://", "a@b.c", "@", ".", ":",
    "\"", "'",
    "字", "ไทย", "ខ្មែរ", "🇩🇪", "👩‍👩‍👧", "e\u{301}", "\u{200D}", "\u{A0}", "م", "\r\n", "0", "::-", "x\n",
  ]

  /// How many bytes are parsed, glyphs placed and blocks changed for each byte of a text in tokens of 33.
  private func cost(_ shape: Shape, _ measurer: any TextMeasurer) -> (perByte: Double, GrowthCounts)
  {
    let text = shape.text(bytes: 4_096)
    let counts = GrowingText.stream(text, size: 33, measurer).counts
    let work = counts.bytes + 4 * counts.glyphs + 16 * counts.blocks
    return (Double(work) / Double(max(1, text.utf8.count)), counts)
  }

  private func changed(_ shape: Shape, _ chance: inout SeededGenerator) -> Shape {
    var shape = shape
    func fragment() -> String { Self.fragments[chance.nextIndex(below: Self.fragments.count)] }
    switch chance.nextIndex(below: 6) {
    case 0 where shape.head.count < 6: shape.head.append(fragment())
    case 1 where !shape.head.isEmpty:
      shape.head.remove(at: chance.nextIndex(below: shape.head.count))
    case 2 where shape.part.count > 1:
      shape.part.remove(at: chance.nextIndex(below: shape.part.count))
    case 3: shape.part[chance.nextIndex(below: shape.part.count)] = fragment()
    case 4 where shape.part.count < 8:
      shape.part.insert(fragment(), at: chance.nextIndex(below: shape.part.count + 1))
    default:
      // The same many times in one line, or one line.
      let times = 2 << chance.nextIndex(below: 6)
      shape.part[chance.nextIndex(below: shape.part.count)] = String(
        repeating: fragment(),
        count: times
      )
    }
    return shape
  }

  @Test func noShapeThatASearchFindsCostsMoreThanTheLimits() {
    let measurer = FixedAdvanceMeasurer()
    var chance = SeededGenerator(seed: TestSettings.seed, index: 31)
    var best: [(shape: Shape, perByte: Double)] = []
    for iteration in 0..<TestSettings.iterations(150) {
      let parent =
        best.isEmpty || iteration % 7 == 0
        ? Shape(head: [], part: ["a"]) : best[chance.nextIndex(below: best.count)].shape
      var shape = parent
      for _ in 0...chance.nextIndex(below: 3) { shape = changed(shape, &chance) }
      guard !best.contains(where: { $0.shape == shape }) else { continue }
      let (perByte, counts) = cost(shape, measurer)
      let name =
        "SEED=\(TestSettings.seed), \(iteration): \(shape.text(bytes: 200).debugDescription)"
      // A token parses what follows the last restart, twice when that turns out to be another.
      #expect(counts.mostBytes <= 6 * 4_096 + 4 * 1_024, "\(name) \(counts)")
      #expect(counts.mostGlyphs <= 4_096 + 1_024, "\(name) \(counts)")
      best.append((shape, perByte))
      best.sort { $0.perByte > $1.perByte }
      if best.count > 24 { best.removeLast() }
    }
    for found in best.prefix(5) {
      print("\(found.perByte) a byte: \(found.shape.text(bytes: 120).debugDescription)")
    }
    #expect(best.count > 5)
  }
}
