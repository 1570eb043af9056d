import FrameMetrics

// What a change of the page does while the wheel turns.
extension PageFigures {
  /// A line by its message, its first word, and its number among those that begin alike.
  private struct Name: Hashable {
    var message: Int
    var word: String
    var number: Int
  }

  /// Adds up how far lines went in the frames of a turn up, wherever the page's scripts and the browser put them: a
  /// wheel leads no further than it was turned, however late the page takes it in.
  mutating func takeBeyond(_ recording: PageRecording) {
    guard recording.scenario.changesInWheel else { return }
    let frames = recording.frames
    for turn in recording.turns where turn.isUp && !turn.deltas.isEmpty {
      var way = 0.0
      let around = recording.frames(around: turn, before: 0).clamped(to: frames.indices)
      for index in around where index > 0 {
        way += Self.way(from: frames[index - 1], to: frames[index])
      }
      let asked = turn.deltas.reduce(0) { $0 + abs($1.delta) }
      wheelBeyond = max(wheelBeyond ?? 0, abs(way) - asked)
    }
  }

  /// How far the lines of one frame are in the next, in the middle of them; 0 where none of them is known.
  private static func way(from before: PageFrame, to frame: PageFrame) -> Double {
    var places: [Name: Double] = [:]
    for line in before.lines {
      places[Name(message: line.m, word: line.w, number: line.n)] = line.y
    }
    var ways: [Double] = []
    for line in frame.lines {
      let name = Name(message: line.m, word: line.w, number: line.n)
      if let place = places[name] { ways.append(line.y - place) }
    }
    for line in frame.left {
      let name = Name(message: line.m, word: line.w, number: line.n)
      if let place = places[name], let y = line.y { ways.append(y - place) }
    }
    return ways.isEmpty ? 0 : ways.sorted()[ways.count / 2]
  }
}
