import Timebase

/// Writes constructs in scripts into one text and notes where words end.
struct DocumentWriter {
  /// The text so far.
  private(set) var text = SynthesizedText(bytes: [], wordEnds: [])
  var generator: SeededGenerator
  private let mix: TextMix
  private var constructs: ShuffledDeck<TextConstruct>
  private var scripts: ShuffledDeck<TextScript>
  /// The script of the construct in hand.
  var script: TextScript

  /// Words kept for the construct that ends the text.
  private static let endingWords = 40

  /// Starts an empty text.
  init(mix: TextMix, seed: UInt64) {
    self.mix = mix
    generator = SeededGenerator(seed: seed, index: 9)
    constructs = ShuffledDeck(mix.constructs, &generator)
    scripts = ShuffledDeck(mix.scripts, &generator)
    script = mix.scripts[0].element
  }

  /// Adds a document of exactly `words` words.
  mutating func writeDocument(words: Int) {
    let end = text.wordEnds.count + words
    let ending = mix.ending != nil && words > 2 * Self.endingWords ? Self.endingWords : 0
    while text.wordEnds.count < end - ending {
      let mark = text
      if !text.bytes.isEmpty { write("\n\n") }
      script = scripts.next(&generator)
      write(constructs.next(&generator))
      guard text.wordEnds.count > end - ending else { continue }
      text = mark
      break
    }
    if text.wordEnds.count < end, !text.bytes.isEmpty { write("\n\n") }
    if ending > 0, mix.ending == .openFence { write("```text\n") }
    script = mix.scripts[0].element
    var isFirst = true
    while text.wordEnds.count < end {
      if !isFirst { write("\n") }
      isFirst = false
      writeWords(min(12, end - text.wordEnds.count), isCapitalised: true)
    }
    write("\n")
  }

  /// Adds a construct.
  mutating func write(_ construct: TextConstruct) {
    switch construct {
    case .paragraph: writeParagraph()
    case .emphasis: writeEmphasis()
    case .heading: writeHeading()
    case .underlinedHeading: writeUnderlinedHeading()
    case .bulletList: writeBulletList()
    case .numberedList: writeNumberedList()
    case .nestedList: writeNestedList()
    case .taskList: writeTaskList()
    case .code: writeCode()
    case .indentedCode: writeIndentedCode()
    case .table: writeTable()
    case .quote: writeQuote()
    case .links: writeLinks()
    case .image: writeImage()
    case .rule: write(happens(50) ? "---" : "* * *")
    case .html: writeHTML()
    case .footnote: writeFootnote()
    case .escapes: writeEscapes()
    case .longToken: writeLongToken()
    case .longRun: writeLongRuns()
    case .blankLines: writeBlankLines()
    case .boundSpaces: writeBoundSpaces()
    case .lineEnds: writeLineEnds()
    case .openMarks: writeOpenMarks()
    case .invalidBytes: writeInvalidBytes()
    case .openFence: writeOpenFence()
    }
  }

  // MARK: Bytes

  /// Adds text that is no word.
  mutating func write(_ literal: StaticString) {
    text.bytes.append(
      contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
    )
  }

  /// Adds bytes that are no word.
  mutating func write(_ bytes: [UInt8]) { text.bytes += bytes }

  /// Adds a number.
  mutating func write(_ number: Int) { text.bytes.append(contentsOf: String(number).utf8) }

  /// Takes it that a word ends here.
  mutating func endWord() { text.wordEnds.append(text.bytes.count) }

  // MARK: Chance

  /// Whether an event of the given chance, in per cent, happens.
  mutating func happens(_ percent: Int) -> Bool { generator.nextIndex(below: 100) < percent }

  /// Draws a whole number of `range`.
  mutating func draw(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + generator.nextIndex(below: range.count)
  }

  /// Puts another script of the mix in hand now and then.
  mutating func mayChangeScript() {
    if happens(20) { script = scripts.next(&generator) }
  }
}
