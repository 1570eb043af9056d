import FrameMetrics
import Records
import Timebase

/// Hitches and work of a recording over time, as an SVG picture: each bar is the worst of the frames
/// in its stretch, so that nothing late disappears.
struct RecordingChart {
  private static let bars = 400
  private static let height = 120.0
  private static let width = 1200.0

  private var hitches = Array(repeating: 0.0, count: bars)
  private var work = Array(repeating: 0.0, count: bars)
  private let period: Double?
  private let seconds: Double

  init(_ recording: Recording) {
    let timeline = recording.timeline
    period = recording.hertz.map { 1000 / $0 }
    let start = timeline.frames.first?.wanted ?? .zero
    let end = max(timeline.frames.last?.presented ?? start, timeline.frames.last?.wanted ?? start)
    let span = max(1, Double((end - start).rawValue))
    seconds = span / 1e9
    func bar(_ instant: Instant) -> Int {
      let place = Double((instant - start).rawValue) / span * Double(Self.bars)
      return min(Self.bars - 1, max(0, Int(place)))
    }
    let hasHitches = recording.support.contains { $0.subject == .hitches && $0.grade != .absent }
    for judgement in timeline.judged() {
      let frame = timeline.frames[judgement.index]
      let place = bar(frame.wanted)
      if hasHitches { hitches[place] = max(hitches[place], judgement.hitchMilliseconds ?? 0) }
      if let own = frame.work {
        work[place] = max(work[place], own.engine.milliseconds)
      }
    }
  }

  /// The picture.
  var svg: String {
    let most = max(hitches.max() ?? 0, work.max() ?? 0, (period ?? 16) * 1.5)
    // One frozen frame may not flatten all others: what is higher is cut and said in the table.
    let top = min(most, (period ?? 16) * 8)
    let step = Self.width / Double(Self.bars)
    var shapes = ""
    func add(_ values: [Double], _ color: String) {
      for (index, value) in values.enumerated() where value > 0 {
        let height = max(1, min(1, value / top) * Self.height)
        shapes +=
          "<rect x=\"\(Self.text(Double(index) * step))\" y=\"\(Self.text(Self.height - height))\" "
          + "width=\"\(Self.text(step))\" height=\"\(Self.text(height))\" fill=\"\(color)\"/>"
      }
    }
    add(work, "var(--measure)")
    add(hitches, "var(--hitch)")
    if let period, period < top {
      let line = Self.text(Self.height - period / top * Self.height)
      shapes +=
        "<path d=\"M0 \(line)H\(Self.text(Self.width))\" stroke=\"var(--limit)\" "
        + "stroke-dasharray=\"4 4\" fill=\"none\"/>"
    }
    let late = hitches.count { $0 > 0 }
    let dashed = period.map {
      $0 < top ? " Dashed: one refresh period, \(DecimalText.short($0, places: 1)) ms." : ""
    }
    let words =
      "\(DecimalText.short(seconds, places: 1)) s in \(Self.bars) stretches, the worst frame of each. "
      + "Red: hitch, in \(late) stretches. Blue: work. Full height: "
      + "\(DecimalText.short(top, places: 1)) ms\(most > top ? ", and what is longer is cut" : "")."
      + (dashed ?? "")
    return "<svg viewBox=\"0 0 1200 120\" role=\"img\" aria-label=\"\(words)\" "
      + "preserveAspectRatio=\"none\" style=\"width:100%;height:120px\">\(shapes)</svg>"
      + "<p class=\"intro\">\(words)</p>"
  }

  private static func text(_ value: Double) -> String {
    DecimalText.shortest((value * 100).rounded() / 100) ?? "0"
  }
}
