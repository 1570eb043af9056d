extension TextWriter {
  /// A text shorter than this is one paragraph without blocks.
  static let shortest = 160
  /// What is kept for the last paragraph, which makes the length exact.
  static let reserve = 48

  /// Adds a Markdown document of exactly `scalars` scalars.
  mutating func writeDocument(scalars: Int) {
    let end = count + scalars
    var isFirst = true
    while end - count >= Self.shortest {
      let mark = (bytes: bytes.count, count: count)
      if !isFirst { write("\n\n") }
      writeBlock(isFirst: isFirst)
      if end - count < Self.reserve {
        truncate(toBytes: mark.bytes, count: mark.count)
        break
      }
      isFirst = false
    }
    if !isFirst && end > count { write("\n\n") }
    fill(scalars: end - count)
  }

  private mutating func writeBlock(isFirst: Bool) {
    let draw = isFirst ? 0 : generator.nextIndex(below: 100)
    switch draw {
    case ..<48: writeParagraph()
    case ..<66: writeList()
    case ..<78: writeHeading()
    case ..<90: writeCode()
    case ..<96: writeTable()
    default:
      write("> ")
      writeSentence()
    }
  }

  private mutating func writeParagraph() {
    for index in 0..<(1 + generator.nextIndex(below: 4)) {
      if index > 0 { write(" ") }
      writeSentence()
    }
  }

  private mutating func writeSentence() {
    let words = 5 + generator.nextIndex(below: 14)
    writeWords(1, isCapitalised: true)
    for index in 1..<words {
      if index > 2 && happens(7) { write(",") }
      write(" ")
      switch generator.nextIndex(below: 100) {
      case ..<3:
        write("**")
        writeWords(1 + generator.nextIndex(below: 3))
        write("**")
      case ..<5:
        write("*")
        writeWords(1)
        write("*")
      case ..<8:
        write("`")
        write(drawWord(of: .names))
        write("`")
      case ..<9:
        write("[")
        writeWords(2)
        write("](https://example.com/")
        write(drawWord(of: .names))
        write(")")
      default:
        writeWords(1)
      }
    }
    write(happens(8) ? "?" : ".")
  }

  private mutating func writeHeading() {
    write(happens(50) ? "## " : "### ")
    writeWords(2 + generator.nextIndex(below: 4), isCapitalised: true)
  }

  private mutating func writeList() {
    let isNumbered = happens(40)
    for index in 0..<(2 + generator.nextIndex(below: 5)) {
      if index > 0 { write("\n") }
      if isNumbered {
        write(index + 1)
        write(". ")
      } else {
        write("- ")
      }
      if happens(25) {
        write("**")
        writeWords(1 + generator.nextIndex(below: 2), isCapitalised: true)
        write("**: ")
      }
      writeWords(3 + generator.nextIndex(below: 12))
      if !isNumbered && happens(12) {
        write("\n  - ")
        writeWords(3 + generator.nextIndex(below: 6))
      }
    }
  }

  private mutating func writeCode() {
    write("```swift\nfunc ")
    write(drawWord(of: .names))
    write("(")
    write(drawWord(of: .names))
    write(": Int) -> Int {\n")
    for _ in 0..<(2 + generator.nextIndex(below: 8)) {
      write(happens(30) ? "  for " : "  let ")
      write(drawWord(of: .names))
      write(" = ")
      write(drawWord(of: .names))
      write("[")
      write(generator.nextIndex(below: 100))
      write("] + ")
      write(drawWord(of: .names))
      write("\n")
    }
    write("  return ")
    write(drawWord(of: .names))
    write("\n}\n```")
  }

  private mutating func writeTable() {
    let columns = 2 + generator.nextIndex(below: 3)
    for column in 0..<columns {
      write(column == 0 ? "| " : " | ")
      writeWords(1, isCapitalised: true)
    }
    write(" |\n|")
    for _ in 0..<columns { write(" --- |") }
    for _ in 0..<(2 + generator.nextIndex(below: 4)) {
      write("\n")
      for column in 0..<columns {
        write(column == 0 ? "| " : " | ")
        if happens(40) {
          write(generator.nextIndex(below: 10_000))
        } else {
          writeWords(1 + generator.nextIndex(below: 3))
        }
      }
      write(" |")
    }
  }
}
