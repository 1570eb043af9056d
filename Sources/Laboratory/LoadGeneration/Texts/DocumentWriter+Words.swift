// Words, sentences and what stands in a line of text.
extension DocumentWriter {
  /// Adds a word of the script in hand; of Latin ones the common ones come most.
  mutating func writeWord(isCapitalised: Bool = false) {
    let list = script == .emoji ? WordList.emojiSequences : WordList.words(of: script)
    let share = generator.nextFraction()
    let place = script == .latin ? share * share : share
    var word = list.words[Int(place * Double(list.words.count))].bytes
    if isCapitalised, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(word[0]) { word[0] -= 32 }
    write(word)
    endWord()
  }

  /// Adds a name as in code.
  mutating func writeName() {
    write(WordList.names.words[generator.nextIndex(below: WordList.names.words.count)].bytes)
    endWord()
  }

  /// Adds what stands between two words.
  mutating func writeGap() {
    // Emoji stand in rows as often as apart.
    if script.hasSpaces || (script == .emoji && happens(50)) { write(" ") }
  }

  /// Adds `count` words.
  mutating func writeWords(_ count: Int, isCapitalised: Bool = false) {
    for index in 0..<count {
      if index > 0 { writeGap() }
      writeWord(isCapitalised: isCapitalised && index == 0)
    }
  }

  /// Adds a sentence with emphasis, code and links in it.
  mutating func writeSentence() {
    writeWord(isCapitalised: true)
    for index in 1..<draw(5...18) {
      if index > 2, happens(7) { write(script.comma) }
      switch draw(0...99) {
      case 0..<3: writeSpan("**", words: draw(1...3))
      case 3..<5: writeSpan("*", words: 1)
      case 5..<8:
        write(" `")
        writeName()
        write("` ")
      case 8..<9:
        write(" [")
        writeWords(2)
        write("](https://example.com/")
        writeName()
        write(") ")
      default:
        writeGap()
        writeWord()
      }
    }
    write(script.stop)
  }

  /// Adds words between two marks; spaces around them keep the marks marks beside any letter.
  mutating func writeSpan(_ mark: StaticString, words: Int) {
    write(" ")
    write(mark)
    writeWords(words)
    write(mark)
    write(" ")
  }

  mutating func writeParagraph() {
    for index in 0..<draw(2...5) {
      if index > 0 { write(happens(15) ? "\n" : " ") }
      writeSentence()
    }
  }

  mutating func writeEmphasis() {
    writeWords(2, isCapitalised: true)
    writeSpan("**", words: draw(1...4))
    writeSpan("*", words: draw(1...3))
    writeSpan("***", words: 2)
    writeSpan("~~", words: 2)
    writeSpan("__", words: 1)
    write("**")
    writeWords(2)
    writeSpan("*", words: 1)
    writeWords(1)
    write("** ``")
    writeName()
    write("`")
    writeName()
    write("`` ")
    writeWords(3)
    write(script.stop)
  }

  mutating func writeLinks() {
    write("[")
    writeWords(2)
    write("](https://example.com/a_b?c=1&d=(2) \"")
    writeWords(1)
    write("\") ")
    writeWords(2)
    write(" <https://example.com/")
    writeName()
    write("> ")
    writeWords(1)
    write(" www.example.com/")
    writeName()
    write(" ")
    writeWords(1)
    let label = draw(1...9_999)
    write(" [")
    writeWords(2)
    write("][r")
    write(label)
    write("] ")
    writeWords(2)
    write(script.stop)
    write("\n\n[r")
    write(label)
    write("]: https://example.com/late")
  }

  mutating func writeImage() {
    write("![")
    writeWords(3, isCapitalised: true)
    write("](https://example.com/")
    writeName()
    write(".png)")
  }

  mutating func writeEscapes() {
    writeWords(1, isCapitalised: true)
    write(" \\*")
    writeWords(1)
    write("\\* &amp; &lt;b&gt; &copy; &#x1F30A; \\`")
    writeWords(2)
    write("\\` \\# \\[")
    writeWords(1)
    write("\\] 2 < 3 > 1 & a_b_c ")
    writeWords(2)
    write(script.stop)
  }

  mutating func writeOpenMarks() {
    writeWords(2, isCapitalised: true)
    write(" **")
    writeWords(3)
    write(" *")
    writeWords(2)
    write(" [")
    writeWords(2)
    write("](https://example.com ")
    writeWords(2)
    write(" `")
    writeWords(3)
    write(" ~~")
    writeWords(2)
    write(" <b ")
    writeWords(4)
    write(script.stop)
  }
}
