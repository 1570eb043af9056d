import Benchmarking
import BenchmarkTexts
import CMarkPeer
import Lengths
import MarkdownBlocks
import PangoMeasuring
import TextMeasuring

/// A text that comes in tokens, all but its end there already.
struct MarkdownState {
  private let text: [UInt8]
  private let tokens: [[UInt8]]
  private let measurer: (any TextMeasurer)?
  private var before: (list: BlockList, tail: TailMeasurement, last: Int)
  private var list: BlockList
  private var tail = TailMeasurement()
  private var last = -1
  private var next = 0

  /// Cuts a text into tokens of whole scalars, `size` bytes or a little more each, of which `rest` and
  /// one are left; nil for all of them.
  ///
  /// - Precondition: The text has so many tokens.
  init(
    _ text: [UInt8],
    size: Int,
    measurer: (any TextMeasurer)? = nil,
    rest: Int?
  ) {
    self.text = text
    self.measurer = measurer
    var tokens: [[UInt8]] = []
    var start = 0
    while start < text.count {
      var end = min(text.count, start + size)
      while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
      tokens.append(Array(text[start..<end]))
      start = end
    }
    let first = rest.map { tokens.count - $0 - 1 } ?? 0
    precondition(first >= 0, "\(tokens.count) tokens are too few to leave \(rest ?? 0)")
    self.tokens = Array(tokens[first...])
    list = BlockList(rule: .incremental, parser: MarkdownParser())
    before = (list, tail, last)
    for token in tokens[..<first] { append(token) }
    before = (list, tail, last)
    restart()
  }

  /// Goes back to the end of what was there already; the first token finds memory of its own.
  mutating func restart() {
    (list, tail, last) = before
    append(tokens[0])
    next = 1
  }

  private var glyphs = 0
  private var changed = 0

  private mutating func append(_ token: [UInt8]) {
    let change = list.append(token)
    changed += change.replaced.count + change.inserted.count
    guard let measurer, list.count > 0, !change.isEmpty else { return }
    let isSame = last == list.count - 1 && change.inserted.count <= 1
    if !isSame { tail = TailMeasurement() }
    last = list.count - 1
    glyphs +=
      measurer.extend(
        &tail,
        with: StyledBlock(list[last], role: .assistant),
        keeping: isSame ? change.keptUTF8Count : 0,
        width: LayoutUnit(points: 361),
        textSize: .large
      ).glyphs
  }

  /// What a token takes, of those that are left: bytes parsed, glyphs placed, blocks that changed.
  mutating func counts() -> [(name: String, count: Double)] {
    restart()
    let (bytes, count) = (list.bytesParsed, tokens.count - next)
    (glyphs, changed) = (0, 0)
    _ = append(count)
    return [
      ("bytes parsed", list.bytesParsed - bytes), ("glyphs", glyphs), ("blocks", changed),
    ].map { ($0.0, Double($0.1) / Double(max(1, count))) }
  }

  /// Appends tokens and says what the last block is then.
  mutating func append(_ count: Int) -> UInt64 {
    for _ in 0..<min(count, tokens.count - next) {
      append(tokens[next])
      next += 1
    }
    return Self.hash(list.count, list.count > 0 ? list[list.count - 1] : nil)
  }

  /// Does the same by parsing all that has come anew, for every token.
  ///
  /// - Parameter isPeer: Whether cmark-gfm does.
  mutating func parse(_ count: Int, byPeer isPeer: Bool) -> UInt64 {
    var blocks: [Block] = []
    for _ in 0..<min(count, tokens.count - next) {
      next += 1
      let missing = tokens[next...].reduce(0) { $0 + $1.count }
      let whole = text[..<(text.count - missing)]
      blocks =
        isPeer
        ? CMarkOracle.parse(Array(whole)).blocks
        : whole.withUnsafeBufferPointer { MarkdownParser().parse($0).blocks }
    }
    return Self.hash(blocks.count, blocks.last)
  }

  private static func hash(_ count: Int, _ last: Block?) -> UInt64 {
    let hash = UInt64(count)
    guard let last else { return hash }
    return hash.mixed(last.text.count).mixed(last.runs.count).mixed(last.sourceUTF8.lowerBound)
  }
}

/// Markdown token by token, in every construct, script and hostile shape.
enum MarkdownSuite {
  static var suite: Suite {
    Suite(
      "markdown",
      title: "Markdown: figures",
      page: "Markdown.md",
      notes: """
        A token of 4 bytes (hostile shapes: 33) at the end of a text of as many words (hostile
        shapes: bytes) as "items" says: into blocks; into blocks and measured by Pango or with a
        fixed advance, 361 pt wide; and, as a twin, by parsing the whole text anew: by cmark-gfm, and hostile
        shapes by the parser itself, since cmark-gfm has other limits. Bytes parsed,
        glyphs placed and blocks that changed are means of all its tokens. "measured": a text that Pango
        has not seen, beside the layout that Pango makes of it by itself. "another width": a scalar of a text
        that was measured at one width, at another, beside one of a text not seen before. "revealed": what the reveal
        phase of `reference` takes for a scalar of a paragraph with some bold words, which come at
        400 characters a second, beside the same in Latin. A glyph that no font has is a wrong answer.
        """,
      cases: { isSmall in
        let measurers = Measurers()
        let sizes = isSmall ? [300] : [100, 1_000, 10_000]
        let texts = GrowthConstruct.allCases.flatMap { construct in
          ScriptText.all.flatMap { script in
            sizes.map { words in
              // What the twin takes grows with the text: a short one is no burden to it.
              rows(
                "token of \(construct.rawValue), \(script)",
                words,
                4,
                // As many tokens of 10,000 words as of 1,000, which have at least so many: a token has
                // seven bytes at most, and a list up to seven words less. So many that places where a
                // segment ends, a line begins or another construct follows are there as often as they
                // are on the way.
                rest: min(words, 1_000) * script.wordUTF8 / 8 - 1,
                measurers,
                goals: words >= 10_000 ? [Goal(1 / 150, times: "whole")] : []
              ) {
                Array(construct.text(script, words: words).utf8)
              }
            }
          }
        }
        let hostile = HostileShape.all.flatMap { shape in
          (isSmall ? [4_096] : [16_384, 65_536]).map { bytes in
            rows("hostile, \(shape)", bytes, 33, rest: bytes / 80, measurers, peer: false) {
              shape.text(bytes: bytes)
            }
          }
        }
        return texts + hostile + ScriptText.all.flatMap { ScriptRows.rows($0, isSmall: isSmall) }
      }
    )
  }

  /// Made when they are first asked for: fonts take a while.
  private final class Measurers {
    lazy var pango: (any TextMeasurer)? = try? PangoMeasurer()
    let fixed: any TextMeasurer = FixedAdvanceMeasurer()
  }

  private static func rows(
    _ name: String,
    _ size: Int,
    _ token: Int,
    rest: Int,
    _ measurers: Measurers,
    goals: [Goal] = [],
    peer isPeer: Bool = true,
    _ text: @escaping () -> [UInt8]
  ) -> Case {
    func streamed(_ title: String, _ measurer: @escaping () -> (any TextMeasurer)?) -> Contestant {
      Contestant(
        title,
        most: rest,
        isOfAll: true,
        make: { MarkdownState(text(), size: token, measurer: measurer(), rest: rest) },
        prepare: { $0.restart() },
        perform: { $0.append($1) }
      )
    }
    return Case(
      "markdown",
      name,
      size: size,
      goals: goals,
      checked: 16,
      mayAllocate: true,
      sizesTakeTurns: true,
      isPortable: true,
      counts: {
        guard let pango = measurers.pango else { return [] }
        // Of all its tokens: where segments end and lines break has no part in how it grows.
        var state = MarkdownState(text(), size: token, measurer: pango, rest: nil)
        return state.counts()
      },
      [
        streamed("into blocks") { nil },
        streamed("fixed advance") { measurers.fixed },
        streamed("Pango") { measurers.pango },
        Contestant(
          "whole",
          most: rest,
          make: { MarkdownState(text(), size: token, rest: rest) },
          prepare: { $0.restart() },
          perform: { $0.parse($1, byPeer: isPeer) }
        ),
      ]
    )
  }
}
