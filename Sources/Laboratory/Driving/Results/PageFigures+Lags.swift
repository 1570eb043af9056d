import FrameMetrics

// How late text is in the page, and how late it can be read.
extension PageFigures {
  /// Text that cannot be read so long after it was due is unread, in ms.
  static let latest = 700.0

  mutating func takeLags(_ recording: PageRecording) {
    let frames = recording.frames
    // Times are counted in frames: the page's clock is rounded to a tenth of a millisecond.
    guard let begin = recording.end.begin,
      let zero = frames.indices.min(by: { abs(frames[$0].t - begin) < abs(frames[$1].t - begin) })
    else { return }
    let gone = min(goneAt(recording), frames.count)
    // What is taken away by a stop need not be read.
    let shown = NumberedStream.numbers(in: recording.end.text).max() ?? 0
    let due = recording.end.stopped == nil ? Int.max : shown
    var (next, read) = (zero, zero)
    var (latest, latestRead): (ScreenFault?, ScreenFault?)
    func moment(_ kind: ScreenFault.Kind, _ word: Int, in frame: Int, _ lag: Double) -> ScreenFault
    {
      var moment = recording.moment(kind, in: frame, milliseconds: lag)
      moment.text = NumberedStream.word(word)
      return moment
    }
    for entry in recording.end.sent {
      guard entry.count == 2, let token = recording.stream.tokens[checked: Int(entry[1])] else {
        continue
      }
      func lag(_ frame: Int) -> Double {
        recording.isCountedFromArrival
          ? frames[frame].t + recording.period - entry[0]
          : Double(frame - zero + 1) * recording.period - token.milliseconds
      }
      while next < frames.count, frames[next].high < token.last { next += 1 }
      while read < gone, frames[read].legible < token.last { read += 1 }
      // A list that holds what is near the window alone takes in what came elsewhere when it is near again.
      if next < frames.count {
        let absent = frames[..<next].lastIndex(where: \.away)
        let late = min(lag(next), absent.map { Double(next - $0) * recording.period } ?? .infinity)
        lags.append(late)
        if late > latest?.milliseconds ?? 0 {
          latest = moment(.lateToken, token.last, in: next, late)
        }
      } else if frames.last?.away != true {
        unseen += 1
      }
      if read < gone {
        legibleLags.append(lag(read))
        if lag(read) > latestRead?.milliseconds ?? 0 {
          latestRead = moment(.lateReading, token.last, in: read, lag(read))
        }
      } else if gone > 0, token.last <= due, lag(gone - 1) > Self.latest,
        !frames[gone - 1].isPinned
      {
        if unread == 0, let frame = frames.firstIndex(where: { $0.t >= entry[0] }) {
          moments.append(moment(.unread, token.last, in: frame, 0))
        }
        unread += 1
      }
    }
    moments += [latest, latestRead].compactMap(\.self)
  }

  /// The frame in which somebody scrolls after the last message was sent; beyond all frames for never.
  private func goneAt(_ recording: PageRecording) -> Int {
    let sent = recording.marks.last { $0.kind == .send }?.frame ?? 0
    let away = recording.turns.first { turn in
      turn.frames.lowerBound >= sent && recording.hasMoved(in: turn)
    }
    return away?.frames.lowerBound ?? .max
  }
}
