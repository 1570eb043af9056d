/// What of a Markdown text no page shows as text: the words after a fence, targets of links, pictures, comments and
/// tags of HTML, the numbers of lists.
///
/// It follows CommonMark 0.31 line by line: a link or a tag that is broken over lines counts as text.
///
/// Complexity: O(length of the text), times the nesting of brackets in a line.
struct HiddenMarkdown {
  /// Of each Unicode scalar of the text, whether it is hidden.
  private(set) var marks: [Bool]
  private let text: [Unicode.Scalar]

  /// Reads a text that comes in pieces.
  init(of pieces: [String]) {
    text = pieces.flatMap { Array($0.unicodeScalars) }
    marks = Array(repeating: false, count: text.count)
    var fence: (sign: Unicode.Scalar, length: Int)?
    var (start, commentEnd) = (0, 0)
    while start < text.count {
      let end = text[start...].firstIndex(of: "\n") ?? text.count
      var place = max(start, commentEnd)
      if place < end {
        if place == start { place = takeMarkers(start..<end, isInCode: fence != nil) }
        let length = run(at: place, end)
        if let open = fence {
          let isEnd =
            place < end && text[place] == open.sign && length >= open.length
            && text[(place + length)..<end].allSatisfy(\.properties.isWhitespace)
          if isEnd { fence = nil }
        } else if length >= 3, opensFence(place, length, end) {
          fence = (text[place], length)
          hide((place + length)..<end)
        } else {
          commentEnd = takeLine(place..<end)
        }
      }
      start = end + 1
    }
  }

  private mutating func hide(_ range: Range<Int>) {
    for index in range { marks[index] = true }
  }

  /// How many equal signs of a fence, or of code, stand here.
  private func run(at place: Int, _ end: Int) -> Int {
    guard place < end, text[place] == "`" || text[place] == "~" else { return 0 }
    return text[place..<end].prefix { $0 == text[place] }.count
  }

  private func opensFence(_ place: Int, _ length: Int, _ end: Int) -> Bool {
    text[place] == "~" || !text[(place + length)..<end].contains("`")
  }

  /// Passes over what stands before a line's text: spaces, quotes and list items, whose numbers and boxes are
  /// hidden.
  ///
  /// - Returns: Where the text begins.
  private mutating func takeMarkers(_ line: Range<Int>, isInCode: Bool) -> Int {
    var place = line.lowerBound
    while place < line.upperBound {
      if text[place] == " " || text[place] == "\t" || text[place] == ">" {
        place += 1
        continue
      }
      guard !isInCode else { return place }
      let digits = text[place..<line.upperBound].prefix { ("0"..."9").contains($0) }.count
      let sign = place + digits
      guard sign + 1 < line.upperBound, text[sign + 1] == " ",
        digits == 0
          ? "-+*".unicodeScalars.contains(text[sign])
          : digits < 10 && ".)".unicodeScalars.contains(text[sign])
      else { return place }
      hide(place..<sign)
      place = sign + 2
      let box = place..<min(place + 3, line.upperBound)
      if box.count == 3, ["[x]", "[X]", "[ ]"].contains(string(box)) {
        hide(box)
        place = box.upperBound
      }
    }
    return place
  }

  private func string(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(text[range]))
  }

  /// Hides what of a line outside of code is not shown.
  ///
  /// - Returns: Where a comment ends that goes on below the line; 0 for none.
  private mutating func takeLine(_ line: Range<Int>) -> Int {
    guard !line.isEmpty else { return 0 }
    if let end = definitionEnd(line) {
      hide(line.lowerBound..<end)
      return 0
    }
    var place = line.lowerBound
    // Where brackets were opened, and whether they are pictures'.
    var brackets: [(place: Int, isPicture: Bool)] = []
    while place < line.upperBound {
      let next = place + 1 < line.upperBound ? text[place + 1] : "\n"
      switch text[place] {
      case "\\": place += 1
      case "`": place = endOfCode(place, line.upperBound) - 1
      case "<":
        guard let end = endOfTag(place, line.upperBound) else { break }
        hide(place..<min(end, text.count))
        if end > line.upperBound { return end }
        place = end - 1
      case "&":
        let name = text[(place + 1)..<line.upperBound].prefix {
          $0 == "#" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
        }
        if !name.isEmpty, name.endIndex < line.upperBound, text[name.endIndex] == ";" {
          hide(place..<name.endIndex)
        }
      case "[":
        let isPicture = place > line.lowerBound && text[place - 1] == "!"
        brackets.append((place, isPicture))
      case "]":
        guard let open = brackets.popLast(), next == "(" || next == "[",
          let end = endOfTarget(place + 1, line.upperBound)
        else { break }
        hide((open.isPicture ? open.place : place)..<end)
        place = end - 1
      default: break
      }
      place += 1
    }
    return 0
  }

  /// The end of the line where it defines what a link leads to.
  private func definitionEnd(_ line: Range<Int>) -> Int? {
    guard text[line.lowerBound] == "[", let close = text[line].firstIndex(of: "]"),
      close > line.lowerBound + 1, text[line.lowerBound + 1] != "^",
      close + 1 < line.upperBound, text[close + 1] == ":"
    else { return nil }
    return line.upperBound
  }

  /// Where code in a line ends; behind its first signs where it does not.
  private func endOfCode(_ place: Int, _ end: Int) -> Int {
    let length = run(at: place, end)
    var next = place + length
    while next < end {
      guard text[next] == "`" else {
        next += 1
        continue
      }
      let other = run(at: next, end)
      if other == length { return next + other }
      next += other
    }
    return place + length
  }

  /// Where a comment, which may go on below, or a tag ends; nil for what is shown.
  private func endOfTag(_ place: Int, _ end: Int) -> Int? {
    if string(place..<min(place + 4, end)) == "<!--" {
      var next = place + 4
      while next + 2 < text.count, string(next..<(next + 3)) != "-->" { next += 1 }
      return next + 3
    }
    guard let close = text[place..<end].firstIndex(of: ">"), close > place + 1 else { return nil }
    let first = text[place + 1]
    let isTag =
      first.isASCII && first.properties.isAlphabetic || "/!?".unicodeScalars.contains(first)
    let name = text[(place + 1)..<close].prefix { !$0.properties.isWhitespace }
    // An address in angles is shown.
    return isTag && !name.contains(":") && !name.contains("@") ? close + 1 : nil
  }

  /// Where a link's target ends that begins with a bracket; nil where it does not end in the line.
  private func endOfTarget(_ place: Int, _ end: Int) -> Int? {
    let (open, close) =
      text[place] == "(" ? ("(", ")") : ("[", "]") as (Unicode.Scalar, Unicode.Scalar)
    var depth = 0
    for index in place..<end {
      if text[index] == open { depth += 1 }
      if text[index] == close { depth -= 1 }
      if depth == 0 { return index + 1 }
    }
    return nil
  }
}
