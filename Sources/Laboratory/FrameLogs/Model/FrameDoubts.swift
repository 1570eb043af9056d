import FrameMetrics
import Timebase

// What of a file cannot be true, by itself or beside the rest of it.
extension SessionBuilder {
  /// What cannot be true of a frame, with the value; nil when all of it may be.
  static func doubt(about frame: FrameTimeline.Frame) -> String? {
    let far = UInt64(FrameLimit.frame)
    func milliseconds(_ from: Instant, _ to: Instant) -> String {
      "\(Double(to.nanoseconds &- from.nanoseconds) / 1e6) ms"
    }
    func isFar(_ instant: Instant) -> Bool {
      instant.nanoseconds.subtractingReportingOverflow(frame.wanted.nanoseconds).overflow
        || (instant.nanoseconds &- frame.wanted.nanoseconds).magnitude > far
    }
    if let promised = frame.promised, isFar(promised) {
      return "promised \(milliseconds(frame.wanted, promised)) after it was wanted"
    }
    if let presented = frame.presented, isFar(presented) {
      return "presented \(milliseconds(frame.wanted, presented)) after it was wanted"
    }
    if let work = frame.work {
      if isFar(work.start) { return "work began \(milliseconds(frame.wanted, work.start)) after" }
      let length = work.end.nanoseconds.subtractingReportingOverflow(work.start.nanoseconds)
      if length.overflow || length.partialValue < 0 || length.partialValue > FrameLimit.frame {
        return "work of \(milliseconds(work.start, work.end))"
      }
      if work.engine < .zero || work.engine.rawValue > FrameLimit.frame {
        return "work of \(work.engine.milliseconds) ms"
      }
    }
    return nil
  }

  /// How many frames may begin while one is on its way: those that a pipeline holds.
  private static let pipelined = 3

  /// Refuses frames of over 10 s in whose first half other frames began: so long an app was not blocked.
  /// A long frame that the frames after it wait for is a freeze. Where one is refused, nothing is kept.
  ///
  /// - Complexity: O(n) for n frames in order.
  mutating func refuseContradicted(_ rows: inout RowCounts) {
    guard hasInstants else { return }
    let made = frames.indices.filter { !frames[times: $0].isSwallowed }
    var refused: Set<Int> = []
    for (place, index) in made.enumerated() {
      let frame = frames[times: index]
      let end = max(frame.presented ?? frame.wanted, frames.work(at: index)?.end ?? frame.wanted)
      let length = (end - frame.wanted).rawValue
      guard length > FrameLimit.work, place + Self.pipelined + 1 < made.count else { continue }
      let later = frames[times: made[place + Self.pipelined + 1]].wanted
      guard later - frame.wanted < Nanoseconds(rawValue: length / 2) else { continue }
      refused.insert(index)
      let line = index < labels.count ? Int(labels[index]) : index + 1
      let why =
        "a frame of \(AssumedRate.text(Double(length) / 1e9)) s, while others after it were made"
      rows.refuse(line: line, why)
      open = open ?? "\(labelName) \(line) has \(why): how long it was is not known"
    }
    if !refused.isEmpty { keep(frames.indices.filter { !refused.contains($0) }) }
  }

  /// Why the rate that somebody states cannot be the display's: pictures nearer to each other than its period,
  /// more than 3 % of them, or a quarter between whole multiples of it; nil where none contradict it.
  var rateContradiction: String? {
    guard isRateStated, let period = period?.rawValue, period > 0 else { return nil }
    var times: [Int64]
    if case .absent = support[.intervals] {
      times = frames.times.filter { !$0.isSwallowed }.map(\.wanted.nanoseconds)
    } else {
      times = (shown.isEmpty ? frames.times.map(\.presented) : shown).compactMap { $0?.nanoseconds }
    }
    times.sort()
    let intervals = zip(times, times.dropFirst()).map { $1 - $0 }
    let near = intervals.count { $0 * 10 > period && $0 * 4 < period * 3 }
    let hertz = AssumedRate.text(1e9 / Double(period))
    // Longer ones end with idle time.
    let short = intervals.filter { $0 * 10 > period && $0 < 4 * period }
    let between = short.count {
      let periods = Double($0) / Double(period)
      return periods > 1 && abs(periods - periods.rounded()) > 0.25
    }
    if between > max(2, short.count / 4) {
      return "\(between) of \(short.count) pictures come between the refreshes of a display of "
        + "\(hertz) Hz: that is not its rate, or it has no fixed one; state it with --refresh"
    }
    guard near > max(2, intervals.count * 3 / 100) else { return nil }
    return
      "\(near) of \(intervals.count) pictures come sooner than a display of \(hertz) Hz can show them: "
      + "that is not its rate; state it with --refresh"
  }
}
