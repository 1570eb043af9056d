import StillpointEngine

/// An app without a screen: it streams an answer with stamps that jitter and come out of order, and prints
/// what it would draw, block by block.
@main
struct Host {
  static func main() throws {
    let start = 86_400.25
    let session = HostSession(
      measurer: ColumnMeasurer(),
      parser: LineParser(),
      startingAt: start
    )
    try session.post(.send("question", text: "When is high water?"), at: start)
    try session.post(.streamBegin("answer"), at: start + 0.2)
    let answer = "# Tides\nHigh water comes **twice** a day.\n- at dawn\n- at dusk\n"
    var tokens: [(bytes: [UInt8], seconds: Double)] = []
    for (index, byte) in Array(answer.utf8).enumerated() {
      tokens.append(([byte], start + 0.25 + Double(index) * 0.012))
    }
    try session.post(.streamEnd("answer", .complete), at: start + 2)
    try session.post(.taskEnd, at: start + 2)
    // A touch that is older than the tokens, as a gesture recogniser reports it.
    try session.post(.touch(.began, y: 300), at: start + 0.9)
    try session.post(.touch(.ended, y: 300), at: start + 0.95)

    var (frames, missed, shown) = (0, 0, "")
    var last = -1
    var index = 0
    var time = start
    let end = start + 6
    while time < end {
      // Tokens arrive in pairs, the later one first.
      while index < tokens.count, tokens[index].seconds <= time {
        let pair = Array(tokens[index..<min(index + 2, tokens.count)])
        if pair.count == 2 {
          try session.post(.token("answer", pair[0].bytes + pair[1].bytes), at: pair[1].seconds)
        }
        if pair.count == 1 {
          try session.post(.token("answer", pair[0].bytes), at: pair[0].seconds)
        }
        index += pair.count
      }
      // A display link's stamps jitter by less than half a refresh.
      let jitter = Double((frames * 7) % 9 - 4) * 0.0009
      if let frame = session.frame(at: time + jitter) {
        if last >= 0, frame.snapshot.tick != last + 1 { missed += 1 }
        last = frame.snapshot.tick
        let picture = Dump.text(of: frame)
        if picture != shown, frame.snapshot.tick % 12 == 0 {
          print("\(frame.snapshot.tick):\n\(picture)")
          shown = picture
        }
      } else {
        missed += 1
      }
      frames += 1
      time += 1.0 / 120
    }
    guard missed == 0, session.canPause else {
      fatalError("\(missed) frames of \(frames) were missed; paused: \(session.canPause)")
    }
    let sample = try SampleApp.play()
    let expected = "When is high water?\nTides\nHigh water comes twice a day.\nat dawn"
    guard sample.text.hasSuffix(expected) else {
      fatalError("the sample app shows: \(sample.text)")
    }
    guard sample.pages == 2 else { fatalError("\(sample.pages) pages were asked for") }
    print("the sample app drew \(sample.drawn) blocks, moved \(sample.moved), asked for a page")
    print("\(frames) frames, none missed")
  }
}
