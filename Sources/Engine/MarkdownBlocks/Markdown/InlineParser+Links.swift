// Links, images and the marks of footnotes.
extension InlineParser {
  mutating func openBracket(isImage: Bool) {
    let end = index + (isImage ? 2 : 1)
    let piece = append(.text, index..<end)
    index = end
    brackets.push(
      .init(piece: piece, textStart: end, isImage: isImage, delimiter: delimiters.last)
    )
  }

  mutating func closeBracket() {
    let end = index + 1
    guard let bracket = brackets.last else { return appendSign(to: end) }
    guard brackets.isActive else {
      brackets.pop()
      return appendSign(to: end)
    }
    if let (destination, linkEnd) = target(after: end, of: bracket) {
      close(bracket, to: destination)
      index = linkEnd
    } else if takeMark(of: bracket, end: end) {
      index = end
    } else {
      brackets.pop()
      appendSign(to: end)
    }
  }

  private mutating func appendSign(to end: Int) {
    append(.text, index..<end)
    index = end
  }

  /// Where the link leads whose text has just ended, and where it ends itself.
  private func target(
    after end: Int,
    of bracket: BracketStack.Bracket
  ) -> (destination: [UInt8], end: Int)? {
    if byte(at: end) == UInt8(ascii: "("), let target = inlineTarget(at: end + 1) { return target }
    let label = LinkParts.label(text, at: end)
    if let label, !label.label.isEmpty {
      return links.destination(text, label: label.label).map { ($0, label.end) }
    }
    guard !bracket.hasBracketsInside else { return nil }
    return links.destination(text, label: bracket.textStart..<end - 1)
      .map { ($0, label?.end ?? end) }
  }

  private func inlineTarget(at start: Int) -> (destination: [UInt8], end: Int)? {
    guard
      let (destination, end) = LinkParts.destination(
        text,
        at: LinkParts.spaceEnd(text, at: start)
      )
    else { return nil }
    let titleStart = LinkParts.spaceEnd(text, at: end)
    let titleEnd =
      titleStart == end ? end : LinkParts.titleEnd(text, at: titleStart) ?? titleStart
    let close = LinkParts.spaceEnd(text, at: titleEnd)
    guard byte(at: close) == UInt8(ascii: ")") else { return nil }
    return (LinkParts.cleaned(text, destination), close + 1)
  }

  private mutating func close(_ bracket: BracketStack.Bracket, to destination: [UInt8]) {
    let style: TextStyle = bracket.isImage ? .image : .link
    destinations.append(destination)
    pieces[bracket.piece].kind = .open
    pieces[bracket.piece].range = 0..<0
    pieces[bracket.piece].style = style
    pieces[bracket.piece].destination = destinations.count - 1
    insert(.close, style, after: lastPiece)
    processEmphasis(above: bracket.delimiter)
    brackets.pop()
    if !bracket.isImage { brackets.deactivateLinks() }
  }

  /// Makes the mark of a footnote of what stands in a bracket behind `^`.
  private mutating func takeMark(of bracket: BracketStack.Bracket, end: Int) -> Bool {
    let first = pieces[bracket.piece].next
    guard first >= 0, pieces[first].kind == .text, !pieces[first].isStored,
      !pieces[first].range.isEmpty,
      pieces[first].range.lowerBound == bracket.textStart,
      byte(at: bracket.textStart) == UInt8(ascii: "^"),
      pieces[first].range.count > 1 || pieces[first].next >= 0
    else { return false }
    delimiters.removeAll(above: bracket.delimiter)
    pieces[bracket.piece].kind = .mark
    pieces[bracket.piece].range = bracket.textStart + 1..<end - 1
    pieces[bracket.piece].next = -1
    lastPiece = bracket.piece
    brackets.pop()
    return true
  }

  /// The labels of the footnotes that are mentioned, in order.
  var marks: [[UInt8]] {
    var labels: [[UInt8]] = []
    var index = pieces[0].next
    while index >= 0 {
      if pieces[index].kind == .mark {
        labels.append(LinkReferences.normalized(text, pieces[index].range))
      }
      index = pieces[index].next
    }
    return labels
  }
}
