/// What a line may begin with.
extension LineCursor {
  /// Finds the rule that is the rest of the line.
  mutating func isRule() -> Bool {
    guard noRuleBefore <= nonspace else { return false }
    let sign = self[nonspace]
    guard sign == UInt8(ascii: "*") || sign == UInt8(ascii: "_") || sign == UInt8(ascii: "-") else {
      return false
    }
    var (count, index) = (0, nonspace)
    while index < line.upperBound {
      if text[index] == sign {
        count += 1
      } else if text[index] != 0x20, text[index] != 0x09 {
        break
      }
      index += 1
    }
    if count >= 3, index == line.upperBound { return true }
    noRuleBefore = index
    return false
  }

  /// The level of a heading that begins, and how many bytes its signs and the spaces after them have.
  func headingStart() -> (level: Int, length: Int)? {
    var index = nonspace
    while self[index] == UInt8(ascii: "#") { index += 1 }
    let level = index - nonspace
    guard (1...6).contains(level) else { return nil }
    if self[index] == 0x0A { return (level, level + 1) }
    guard self[index] == 0x20 || self[index] == 0x09 else { return nil }
    while self[index] == 0x20 || self[index] == 0x09 { index += 1 }
    return (level, index - nonspace)
  }

  /// The level of the heading that the line underlines.
  func underline() -> Int? {
    let sign = self[nonspace]
    guard sign == UInt8(ascii: "=") || sign == UInt8(ascii: "-") else { return nil }
    return isEnd(after: signs(sign)) ? sign == UInt8(ascii: "=") ? 1 : 2 : nil
  }

  /// The signs of a fence that begins code.
  func openingFence() -> Int? {
    let sign = self[nonspace]
    guard sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else { return nil }
    let count = signs(sign)
    guard count >= 3 else { return nil }
    if sign == UInt8(ascii: "`") {
      for index in nonspace + count..<max(nonspace + count, line.upperBound)
      where text[index] == sign {
        return nil
      }
    }
    return count
  }

  /// Whether the line ends code that a fence began.
  func isClosing(_ fence: BlockNode.Fence) -> Bool {
    guard indent < Self.codeIndent, self[nonspace] == fence.sign else { return false }
    let count = signs(fence.sign)
    return count >= 3 && count >= fence.length && isEnd(after: count)
  }

  /// How often a sign stands from the first one on.
  private func signs(_ sign: UInt8) -> Int {
    var index = nonspace
    while self[index] == sign { index += 1 }
    return index - nonspace
  }

  /// Whether nothing but spaces follows a number of bytes.
  private func isEnd(after count: Int) -> Bool {
    var index = nonspace + count
    while self[index] == 0x20 || self[index] == 0x09 { index += 1 }
    return index >= line.upperBound
  }

  /// The marker of an item that begins, and its length.
  ///
  /// - Parameter interrupts: Whether a paragraph goes on before it: only a bullet or the number 1 with
  ///   something behind it may end that.
  func itemMarker(interrupting interrupts: Bool) -> (marker: BlockNode.Marker, length: Int)? {
    var index = nonspace
    var marker: BlockNode.Marker
    switch self[index] {
    case UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "+"):
      marker = .init(sign: self[index])
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      var number = 0
      while Bytes.isDigit(self[index]), index - nonspace < 9 {
        number = number * 10 + Int(self[index] - UInt8(ascii: "0"))
        index += 1
      }
      guard self[index] == UInt8(ascii: ".") || self[index] == UInt8(ascii: ")"),
        !interrupts || number == 1
      else { return nil }
      marker = .init(sign: self[index], number: number)
    default: return nil
    }
    index += 1
    guard Bytes.isSpace(self[index]), !interrupts || !isEnd(after: index - nonspace) else {
      return nil
    }
    return (marker, index - nonspace)
  }

  /// The label of a footnote whose definition begins, and how many bytes begin it.
  func footnoteStart() -> (label: Range<Int>, length: Int)? {
    guard self[nonspace] == UInt8(ascii: "["), self[nonspace + 1] == UInt8(ascii: "^") else {
      return nil
    }
    let start = nonspace + 2
    var index = start
    scan: while true {
      switch self[index] {
      case UInt8(ascii: "]"): break scan
      case 0x20, 0x09, 0x0A, 0x0D, 0x00: return nil
      default: index += 1
      }
    }
    guard index > start, self[index + 1] == UInt8(ascii: ":") else { return nil }
    let label = start..<index
    index += 2
    while self[index] == 0x20 || self[index] == 0x09 { index += 1 }
    return (label, index - nonspace)
  }

  /// Whether the line begins like the item of a task: a marker, spaces, a box and a space.
  func isTask() -> Bool {
    var index = line.lowerBound
    func skipSpaces() -> Bool {
      let start = index
      while Bytes.isSpaceInLine(self[index]) { index += 1 }
      return index > start
    }
    _ = skipSpaces()
    switch self[index] {
    case UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "+"): index += 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      while Bytes.isDigit(self[index]) { index += 1 }
      index += 1
    default: return false
    }
    guard skipSpaces(), self[index] == UInt8(ascii: "["),
      self[index + 1] == 0x20 || self[index + 1] | 0x20 == UInt8(ascii: "x"),
      self[index + 2] == UInt8(ascii: "]")
    else { return false }
    index += 3
    return skipSpaces()
  }
}
