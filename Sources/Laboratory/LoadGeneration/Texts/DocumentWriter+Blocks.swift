// Headings, lists, tables, quotes and other blocks.
extension DocumentWriter {
  mutating func writeHeading() {
    for _ in 0..<draw(1...6) { write("#") }
    write(" ")
    writeWords(draw(2...6), isCapitalised: true)
  }

  mutating func writeUnderlinedHeading() {
    writeWords(draw(2...6), isCapitalised: true)
    write(happens(50) ? "\n===" : "\n---")
  }

  mutating func writeBulletList() {
    let own = script
    let isLoose = happens(20)
    for index in 0..<draw(2...6) {
      if index > 0 { write(isLoose ? "\n\n" : "\n") }
      write("- ")
      mayChangeScript()
      if happens(25) {
        write("**")
        writeWords(draw(1...2), isCapitalised: true)
        write("**: ")
      }
      writeWords(draw(3...14))
      script = own
    }
  }

  mutating func writeNumberedList() {
    let first = happens(20) ? draw(2...998) : 1
    for index in 0..<draw(2...6) {
      if index > 0 { write("\n") }
      write(first + index)
      write(". ")
      writeWords(draw(3...14), isCapitalised: true)
    }
  }

  mutating func writeNestedList() {
    let own = script
    for index in 0..<draw(2...3) {
      if index > 0 { write("\n") }
      write("- ")
      writeWords(draw(2...6))
      for number in 1...draw(1...3) {
        write("\n  ")
        write(number)
        write(". ")
        mayChangeScript()
        writeWords(draw(2...6))
        script = own
        if number == 1 || happens(30) {
          write("\n     - ")
          writeWords(draw(2...5))
        }
      }
    }
  }

  mutating func writeTaskList() {
    for index in 0..<draw(2...5) {
      if index > 0 { write("\n") }
      write(index == 0 || happens(40) ? "- [x] " : "- [ ] ")
      writeWords(draw(2...8))
    }
  }

  mutating func writeTable() {
    let columns = draw(2...5)
    let own = script
    writeRow(columns) { $0.writeWords(1, isCapitalised: true) }
    write("\n|")
    for column in 0..<columns {
      switch column % 4 {
      case 0: write(" --- |")
      case 1: write(" ---: |")
      case 2: write(" :---: |")
      default: write(":---|")
      }
    }
    for _ in 0..<draw(2...8) {
      write("\n")
      writeRow(columns) { writer in
        writer.mayChangeScript()
        switch writer.draw(0...9) {
        case 0..<3: writer.write(writer.draw(0...9_999))
        case 3:
          writer.write("`a \\| ")
          writer.writeName()
          writer.write("`")
        case 4: writer.writeSpan("**", words: 1)
        case 5: break
        default: writer.writeWords(writer.draw(1...3))
        }
        writer.script = own
      }
    }
  }

  private mutating func writeRow(_ columns: Int, _ cell: (inout DocumentWriter) -> Void) {
    for column in 0..<columns {
      write(column == 0 ? "| " : " | ")
      cell(&self)
    }
    write(" |")
  }

  mutating func writeQuote() {
    write("> ")
    writeWords(draw(4...12), isCapitalised: true)
    write("\n> ")
    writeWords(draw(2...8))
    write("\n>\n> > ")
    writeWords(draw(2...8))
    write("\n> >\n> > - ")
    writeWords(draw(2...5))
  }

  mutating func writeHTML() {
    write("<details>\n<summary>")
    writeWords(2)
    write("</summary>\n<p>")
    writeWords(draw(3...8))
    write("</p>\n</details>")
  }

  mutating func writeFootnote() {
    let label = draw(1...9_999)
    writeWords(draw(3...8), isCapitalised: true)
    write("[^n")
    write(label)
    write("] ")
    writeWords(2)
    write(script.stop)
    write("\n\n[^n")
    write(label)
    write("]: ")
    writeWords(draw(3...8))
  }
}
