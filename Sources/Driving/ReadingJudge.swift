/// Says whether a page moved its reader: what was read changed its place on screen while no hand moved it.
///
/// A spell of reading begins when a wheel is still, or when the content turns back against it, and the end
/// is more than 100 px away. It ends with the next wheel or send, or when the page has brought the reader
/// within 100 px of the end. In a spell the line is followed by its words, whatever element holds them.
package struct ReadingJudge {
  /// What was found.
  package struct Finding: Hashable, Sendable {
    /// How often the reader was moved: movements less than 500 ms apart are one.
    package var times = 0
    /// The largest move of a frame, and all of them together, in CSS pixels.
    package var largest = 0.0
    package var sum = 0.0
    /// How long the page was read, in ms; 0 where nobody did.
    package var milliseconds = 0.0
    /// Moves that were not counted: the content became shorter, or what lies above grew at its end.
    package var clamped = 0
    package var grown = 0
  }

  /// How far from the end reading begins.
  static let nearEnd = 100.0
  /// Moves up to this are none.
  static let tolerance = 1.0
  /// Moves closer than this are one.
  static let pause = 500.0
  /// How long words may be nowhere.
  static let rerender = 500.0

  private var finding = Finding()
  private var isReading = false
  private var lastMove: Double?
  private var goneSince: Double?

  /// Judges a recording.
  package static func finding(in recording: PageRecording) -> Finding {
    var judge = ReadingJudge()
    judge.judge(recording)
    return judge.finding
  }

  private mutating func judge(_ recording: PageRecording) {
    let marks = Dictionary(grouping: recording.marks, by: \.frame)
    var before: PageFrame?
    /// While a wheel turns: whether it turns up.
    var turning: Bool?
    var pausedUntil = -Double.infinity
    for (index, frame) in recording.frames.enumerated() {
      defer { before = frame }
      for mark in marks[index] ?? [] {
        switch mark.kind {
        case .wheelBegan(let isUp): (turning, isReading) = (isUp, false)
        case .wheel: isReading = false
        case .wheelEnded:
          turning = nil
          begin(at: before)
        case .send: isReading = false
        case .resize, .fold: pausedUntil = frame.t + 300
        case .stop, .type: break
        }
      }
      guard let before else { continue }
      if !isReading, let isUp = turning {
        let back = isUp ? frame.top - before.top : before.top - frame.top
        if back > Self.tolerance { begin(at: before) }
      }
      guard isReading else { continue }
      finding.milliseconds += recording.period
      if frame.t > pausedUntil { take(frame, after: before) }
    }
  }

  private mutating func begin(at frame: PageFrame?) {
    guard let frame, frame.distance > Self.nearEnd else { return }
    isReading = true
    goneSince = nil
  }

  private mutating func take(_ frame: PageFrame, after before: PageFrame) {
    if frame.gone == true {
      let since = goneSince ?? frame.t
      goneSince = since
      if frame.t - since > Self.rerender {
        count(frame.view, at: frame)
        isReading = false
      }
      return
    }
    goneSince = nil
    guard let from = frame.from, let to = frame.to, abs(to - from) > Self.tolerance else { return }
    let isShorter = frame.full < before.full && frame.distance <= Self.tolerance
    if isShorter {
      finding.clamped += 1
    } else if isGrowthAbove(frame, after: before, by: to - from) {
      finding.grown += 1
    } else {
      count(abs(to - from), at: frame)
      if frame.distance <= Self.nearEnd { isReading = false }
    }
  }

  /// Whether the block across the viewport's top grew at its end by as much and kept its top.
  private func isGrowthAbove(_ frame: PageFrame, after before: PageFrame, by move: Double) -> Bool {
    guard let block = before.blocks.last(where: { $0.y < 0 && $0.y + $0.h > 0 }),
      let now = frame.blocks.first(where: { $0.i == block.i && $0.b == block.b })
    else { return false }
    return abs(now.y - block.y) <= Self.tolerance
      && abs(now.h - block.h - move) <= Self.tolerance
  }

  private mutating func count(_ distance: Double, at frame: PageFrame) {
    if lastMove.map({ frame.t - $0 >= Self.pause }) ?? true { finding.times += 1 }
    lastMove = frame.t
    finding.largest = max(finding.largest, distance)
    finding.sum += distance
  }
}
