import StillpointEngine

/// Draws a frame as text, from the snapshot and what is rendered for it alone.
enum Dump {
  /// The messages on screen, block by block; letters that fade are followed by a mark of how far they
  /// have come.
  static func text(of frame: HostFrame) -> String {
    var lines: [String] = []
    for (item, message) in zip(frame.snapshot.visible, frame.drawing.messages) {
      lines.append("  \(message.role) at \(item.y.points), \(item.height.points) high")
      for block in message.blocks {
        let place = "\(block.frame.x.points),\(block.frame.y.points)"
        lines.append(
          "    [\(block.index)] \(name(of: block.content)) at \(place): \(words(of: block))"
        )
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func name(of block: ChatBlock) -> String {
    switch block.kind {
    case .heading(let level): "heading \(level)"
    case .paragraph: block.nesting.listDepth > 0 ? "item" : "paragraph"
    default: "other"
    }
  }

  private static func words(of block: ChatDrawnBlock) -> String {
    var text = ""
    var start = 0
    func add(_ range: Range<Int>) {
      for run in block.runs {
        let part = range.clamped(to: run.utf8)
        guard !part.isEmpty else { continue }
        let mark = run.style.contains(.bold) ? "**" : ""
        text += mark + String(decoding: block.content.text[part], as: UTF8.self) + mark
      }
    }
    for fade in block.fades {
      add(start..<fade.utf8.lowerBound)
      add(fade.utf8)
      text += "<\(Int((fade.opacity * 100).rounded()))>"
      start = fade.utf8.upperBound
    }
    add(start..<block.content.text.count)
    return text
  }
}
