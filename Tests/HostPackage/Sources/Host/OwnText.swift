import StillpointEngine

/// Measures text of 40 columns, 24 pt a line: an app asks the text engine of its platform.
final class ColumnMeasurer: ChatTextMeasurer {
  let identity = "columns-1"

  func measure(_ block: ChatStyledBlock, width: ChatLength, textSize: ChatTextSize)
    -> ChatMeasuredBlock
  {
    let columns = max(1, Int(width.points / 9))
    let lines = max(1, (block.text.count + columns - 1) / columns)
    return ChatMeasuredBlock(
      height: ChatLength(points: 24 * lines),
      lines: lines,
      glyphs: block.text.count
    )
  }
}

/// Markdown of one line a block: headings, items and bold words. An app brings its own parser.
struct LineParser: ChatBlockParser {
  func parse(_ utf8: UnsafeBufferPointer<UInt8>) -> ChatParsedText {
    var blocks: [ChatBlock] = []
    var start = 0
    while start < utf8.count {
      let end = utf8[start...].firstIndex(of: UInt8(ascii: "\n")) ?? utf8.count
      if end > start { blocks.append(block(utf8, start..<end)) }
      start = end + 1
    }
    return ChatParsedText(blocks: blocks)
  }

  private func block(_ utf8: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) -> ChatBlock {
    var block = ChatBlock(kind: .paragraph, sourceUTF8: line)
    var rest = Array(utf8[line])[...]
    if rest.starts(with: "# ".utf8) {
      block.kind = .heading(level: 1)
      rest = rest.dropFirst(2)
    } else if rest.starts(with: "- ".utf8) {
      block.nesting = .init(listDepth: 1, isTight: true, markers: [.bullet])
      rest = rest.dropFirst(2)
    }
    var isBold = false
    while !rest.isEmpty {
      if rest.starts(with: "**".utf8) {
        isBold.toggle()
        rest = rest.dropFirst(2)
        continue
      }
      block.append(
        text: [rest.removeFirst()],
        runs: [ChatTextRun(utf8Count: 1, style: isBold ? .bold : [])]
      )
    }
    return block
  }
}
