// Text that breaks careless chunkers: long runs, odd spaces and line ends, bytes that are no UTF-8.
extension DocumentWriter {
  /// The length of the longest run without a space in a recorded prompt of Chatbot Arena
  /// (lmarena/arena-hard-auto, Apache-2.0).
  static let longestToken = 2_982

  mutating func writeLongToken() {
    writeWords(2, isCapitalised: true)
    write(" ")
    writeRun(of: Self.longestToken)
    write(" ")
    writeWords(2)
    write(script.stop)
  }

  mutating func writeLongRuns() {
    writeWords(2, isCapitalised: true)
    write(" https://example.com/")
    writeRun(of: draw(65...200))
    write(" ")
    writeWords(2)
    write(" data:image/png;base64,")
    writeRun(of: draw(65...400))
    write("== ")
    writeWords(2)
    write(" ")
    // As long a run in the script itself: no space anywhere.
    for _ in 0..<draw(20...40) { writeWord() }
  }

  /// Adds a word of `length` letters and digits.
  private mutating func writeRun(of length: Int) {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    write((0..<length).map { _ in letters[generator.nextIndex(below: letters.count)] })
    endWord()
  }

  mutating func writeBlankLines() {
    writeWords(3, isCapitalised: true)
    for _ in 0..<draw(70...120) { write(happens(10) ? " \t\n" : "\n") }
    writeWords(2)
    for _ in 0..<draw(66...90) { write(" ") }
    writeWords(2)
  }

  mutating func writeBoundSpaces() {
    for (index, space) in ["\u{A0}", "\u{2007}", "\u{202F}", "\u{A0}\u{A0}"].enumerated() {
      if index > 0 { writeGap() }
      writeWords(2)
      write(Array(" \(draw(1...9_999))\(space)km".utf8))
      write(Array(space.utf8))
      writeWord()
      write(" ")
    }
    writeWord()
  }

  mutating func writeLineEnds() {
    for end in ["\u{2028}", "\u{2029}", "\u{85}", "\r\n", "  \n", "\\\n", "\u{B}", "\u{3000}"] {
      writeWords(2)
      write(Array(end.utf8))
    }
    writeWords(2)
  }

  mutating func writeInvalidBytes() {
    // Stray continuation, cut short, overlong, a surrogate, above U+10FFFF, never a lead byte.
    let parts: [[UInt8]] = [
      [0x80], [0xE4, 0xBD], [0xF0, 0x9F, 0x91], [0xC0, 0xAF], [0xE0, 0x80, 0xAF],
      [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFE, 0xFF], [0xF0, 0x9F, 0xE2, 0x82],
    ]
    for (index, part) in parts.enumerated() {
      writeWords(2)
      // Between words, and inside one.
      write(part)
      if index.isMultiple(of: 2) { write(" ") }
    }
    writeWords(2)
  }
}
