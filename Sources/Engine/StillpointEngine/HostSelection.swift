import ChatSurface
import Lengths
import TextMeasuring

extension HostSession {
  /// Where text of a message lies in the viewport, for the handles and the tint of a selection.
  ///
  /// A rectangle is as wide as its block and as high as the lines that the text lies in, which the measurer is
  /// asked for; a measurer that counts no lines gets whole blocks.
  ///
  /// - Parameters:
  ///   - range: Unicode scalars over the message's text parts, as the event `select` has them.
  ///   - id: The message.
  /// - Returns: A rectangle for each block on screen that has some of it, from top to bottom.
  /// - Complexity: O(text of those blocks * log of that) measured.
  public func rectangles(of range: Range<Int>, in id: MessageID) -> [HostRectangle] {
    guard
      let (item, message) = zip(frame.snapshot.visible, frame.drawing.messages)
        .first(where: { $0.0.id == id }),
      let bytes = surface.utf8(ofScalars: range, in: id)
    else { return [] }
    return message.blocks.compactMap { block in
      let parts = block.runs.compactMap { run -> Range<Int>? in
        let common = run.sourceUTF8.clamped(to: bytes)
        guard !common.isEmpty else { return nil }
        let start = run.utf8.lowerBound + common.lowerBound - run.sourceUTF8.lowerBound
        let end = run.utf8.lowerBound + common.upperBound - run.sourceUTF8.lowerBound
        return (start..<end).clamped(to: run.utf8)
      }
      guard let first = parts.first, let last = parts.last else { return nil }
      return rectangle(of: first.lowerBound..<last.upperBound, in: block, item, message)
    }
  }

  private func rectangle(
    of utf8: Range<Int>,
    in block: RenderedBlock,
    _ item: FrameSnapshot.VisibleItem,
    _ message: RenderedMessage
  ) -> HostRectangle {
    var rectangle = frame.rectangle(of: block, item, message)
    let text = block.content.text
    let role: TextRole = message.role == .user ? .user : .assistant
    func lines(_ count: Int) -> Int {
      var start = block.content
      start.truncate(to: count)
      guard !start.text.isEmpty else { return 0 }
      return measurer.measure(
        StyledBlock(start, role: role),
        width: message.textWidth,
        textSize: frame.drawing.textSize
      ).lines
    }
    let all = lines(text.count)
    guard all > 0 else { return rectangle }
    let height = rectangle.height / Double(all)
    // The line of the first letter is that of the text up to its end.
    var next = utf8.lowerBound + 1
    while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
    let above = max(0, lines(next) - 1)
    let below = min(all, max(above + 1, lines(utf8.upperBound)))
    rectangle.y += height * Double(above)
    rectangle.height = height * Double(below - above)
    return rectangle
  }
}
