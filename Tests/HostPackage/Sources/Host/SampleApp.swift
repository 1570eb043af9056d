import StillpointEngine

/// Plays an answer through the sample app's conversation, as its view would, and looks at what that draws.
enum SampleApp {
  /// - Returns: What the view shows at the end, and how often it drew a block.
  static func play() throws -> (text: String, drawn: Int, moved: Int) {
    let conversation = Conversation(
      measurer: ColumnMeasurer(),
      parser: LineParser(),
      device: .iPhoneSE,
      startingAt: 10
    )
    let answer = try conversation.send("When is high water?", at: 10)
    var layers: [Conversation.BlockID: (top: Double, text: String)] = [:]
    var (drawn, moved, time) = (0, 0, 10.0)
    let tokens = Array("# Tides\nHigh water comes **twice** a day.\n- at dawn\n".utf8)
    for (index, byte) in tokens.enumerated() {
      try conversation.receive([byte], of: answer, at: 10.2 + Double(index) * 0.02)
    }
    try conversation.finish(answer, at: 12)
    while time < 15 {
      if let update = conversation.update(at: time) {
        for id in update.removed { layers[id] = nil }
        for shown in update.blocks {
          if shown.isChanged {
            drawn += 1
            let text = TextStretch.all(of: shown.block).map(\.text).joined()
            layers[shown.id] = (shown.frame.y, text)
          } else {
            if layers[shown.id]?.top != shown.frame.y { moved += 1 }
            layers[shown.id]?.top = shown.frame.y
          }
        }
      }
      time += 1.0 / 60
    }
    guard conversation.canPause else { fatalError("the sample app never comes to rest") }
    let text = layers.values.sorted { $0.top < $1.top }.map(\.text).joined(separator: "\n")
    return (text, drawn, moved)
  }
}
