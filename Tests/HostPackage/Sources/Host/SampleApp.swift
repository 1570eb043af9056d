import StillpointEngine

/// Plays an answer through the sample app's conversation, as its view would, and looks at what that draws.
enum SampleApp {
  /// - Returns: What the view shows at the end, and how often it drew a block.
  static func play() throws -> (text: String, drawn: Int, moved: Int, pages: Int) {
    var (time, pages) = (10.0, 0)
    let conversation = Conversation(
      style: .standard,
      device: .iPhoneSE,
      measurer: ColumnMeasurer(),
      now: { time },
      older: { first, give in
        // Two pages of history, the newest first.
        pages += 1
        guard pages <= 2 else { return give([]) }
        give((0..<20).map { message("\(pages) \($0) before \(first?.rawValue ?? "all")") })
      }
    )
    var layers: [Conversation.BlockID: (top: Double, text: String)] = [:]
    var (drawn, moved, offset) = (0, 0, 0.0)
    func refresh(until end: Double) {
      while time < end {
        if let update = conversation.update(at: time, took: 0.004) {
          offset = update.scrollOffset
          conversation.session.stands(at: offset)
          for id in update.removed { layers[id] = nil }
          for shown in update.blocks {
            let text = TextStretch.all(of: shown.block).map(\.text).joined()
            if shown.isChanged {
              drawn += 1
            } else if layers[shown.id]?.top != shown.y {
              moved += 1
            }
            layers[shown.id] = (shown.y, text)
          }
        }
        time += 1.0 / 60
      }
    }
    refresh(until: 10.2)
    let answer = conversation.send("When is high water?")
    for piece in ["# Tides\nHigh wat", "er comes **twi", "ce** a day.\n\n- at dawn\n"] {
      refresh(until: time + 0.3)
      conversation.receive(piece, of: answer)
    }
    conversation.finish(answer)
    refresh(until: 15)
    guard conversation.session.canPause else { fatalError("the sample app never comes to rest") }
    let text = layers.values.sorted { $0.top < $1.top }.map(\.text).joined(separator: "\n")
    // A finger goes up to where older messages are asked for.
    while pages < 2, time < 40 {
      conversation.scroll(.dragging, to: offset - 60)
      refresh(until: time + 1.0 / 60)
    }
    conversation.scroll(.rest, to: offset)
    refresh(until: time + 1)
    return (text, drawn, moved, pages)
  }

  private static func message(_ name: String) -> ChatMessage {
    ChatMessage(id: ChatMessageID(rawValue: name), role: .assistant, text: "Message \(name)")
  }
}
