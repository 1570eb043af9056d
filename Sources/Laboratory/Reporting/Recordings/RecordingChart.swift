import FrameMetrics
import Records
import Timebase

/// Hitches and work of a recording over time, as an SVG picture with what the app told of and what a reader would
/// complain of above it: each bar is the worst of the frames in its stretch, so that nothing late disappears.
struct RecordingChart {
  private static let bars = 400
  /// The most events and faults that words name.
  private static let named = 8
  private static let height = 120.0
  /// Where the bars begin: above them lie the marks.
  private static let top = 34.0

  private var hitches = Array(repeating: 0.0, count: Self.bars)
  private var work = Array(repeating: 0.0, count: Self.bars)
  private let period: Double?
  private let start: Instant
  private let seconds: Double
  private let told: [Recording.Told]
  private let faults: [ScreenFault]
  /// Those of them that a reader would complain of.
  private let complaints: Set<ScreenFault>

  init(_ recording: Recording, of cell: CellRecord) {
    let timeline = recording.timeline
    (told, faults) = (recording.told, cell.faults ?? [])
    complaints = Set(cell.complaints)
    period = recording.hertz.map { 1000 / $0 }
    // Time counts from the session's start, which may be long before the first of a list of hitches.
    let start = min(.zero, timeline.frames.first?.wanted ?? .zero)
    let end = max(timeline.frames.last?.presented ?? start, timeline.frames.last?.wanted ?? start)
    let span = max(1, Double((end - start).rawValue))
    self.start = start
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

  /// The picture, with its words below. Its width is that of the page, so that places in it are shares.
  var markup: String {
    let most = max(hitches.max() ?? 0, work.max() ?? 0, (period ?? 16) * 1.5)
    // One frozen frame may not flatten all others: what is higher is cut and said in the table.
    let full = min(most, (period ?? 16) * 8)
    let bottom = Self.top + Self.height
    let marks = told.map { mark("told", at: $0.instant, $0.name) } + faults.map(mark)
    var shapes =
      marks.joined() + self.shapes(of: work, "work", full) + self.shapes(of: hitches, "hitch", full)
    if let period, period < full {
      let y = Self.text(bottom - period / full * Self.height)
      shapes += "<line class=\"limit\" x1=\"0\" x2=\"100%\" y1=\"\(y)\" y2=\"\(y)\"/>"
    }
    shapes += "<line class=\"axis\" x1=\"0\" x2=\"100%\" y1=\"\(bottom)\" y2=\"\(bottom)\"/>"
    for second in ticks {
      let x = Self.text(100 * second / seconds)
      let end = second == 0 ? "start" : second > seconds * 0.96 ? "end" : "middle"
      shapes +=
        "<line class=\"axis\" x1=\"\(x)%\" x2=\"\(x)%\" y1=\"\(bottom)\" y2=\"\(bottom + 4)\"/>"
        + "<text x=\"\(x)%\" y=\"\(bottom + 16)\" text-anchor=\"\(end)\">\(Self.text(second)) s</text>"
    }
    let late = hitches.count { $0 > 0 }
    var words = [
      "\(Self.text((seconds * 10).rounded() / 10)) s in \(Self.bars) stretches, the worst frame of each."
    ]
    words.append("Red: hitch, in \(late) stretches. Blue: work.")
    words.append(
      "Full height: \(DecimalText.short(full, places: 1)) ms\(most > full ? ", and what is longer is cut" : "")."
    )
    if let period, period < full {
      words.append("Dashed: one refresh period, \(DecimalText.short(period, places: 1)) ms.")
    }
    if !faults.isEmpty { words.append("Triangles: \(faultWords).") }
    if !told.isEmpty { words.append("Dots: what the app told of: \(toldWords).") }
    let label = PageText.escape(words.joined(separator: " "))
    return
      "<svg class=\"recorded\" width=\"100%\" height=\"\(Self.text(bottom + 20))\" role=\"img\" "
      + "aria-label=\"\(label)\">\(shapes)</svg><p class=\"intro\">\(label)</p>"
  }

  private func shapes(of values: [Double], _ style: String, _ full: Double) -> String {
    let step = 100 / Double(Self.bars)
    return values.enumerated().filter { $0.element > 0 }.map { index, value in
      let height = max(1, min(1, value / full) * Self.height)
      return "<rect class=\"\(style)\" x=\"\(Self.text(Double(index) * step))%\" "
        + "y=\"\(Self.text(Self.top + Self.height - height))\" width=\"\(Self.text(step))%\" "
        + "height=\"\(Self.text(height))\"/>"
    }.joined()
  }

  /// Whole seconds, or parts of one, at most eight of them.
  private var ticks: [Double] {
    var step = 0.1
    // 0.1, 0.2, 0.5, 1, ...
    var factors = [2, 2.5, 2]
    while seconds / step > 8 {
      step *= factors[0]
      factors.append(factors.removeFirst())
    }
    return Array(stride(from: 0, through: seconds, by: step))
  }

  private func share(_ instant: Instant) -> String {
    let place = Double((instant - start).rawValue) / 1e9 / seconds
    return Self.text(100 * min(1, max(0, place))) + "%"
  }

  private func mark(_ style: String, at instant: Instant, _ words: String) -> String {
    "<circle class=\"\(style)\" cx=\"\(share(instant))\" cy=\"26\" r=\"3\"><title>"
      + PageText.escape("\(words) at \(seconds(of: instant)) s") + "</title></circle>"
  }

  /// A triangle with a line down to the frames: red where a limit was missed, or the reader's screen went wrong.
  private func mark(_ fault: ScreenFault) -> String {
    let style = complaints.contains(fault) ? "fault" : "moment"
    let x = share(fault.instant)
    let bottom = Self.text(Self.top + Self.height)
    return "<line class=\"\(style)\" x1=\"\(x)\" x2=\"\(x)\" y1=\"12\" y2=\"\(bottom)\"/>"
      + "<text class=\"\(style)\" x=\"\(x)\" y=\"12\" text-anchor=\"middle\">▼<title>"
      + PageText.escape(fault.words) + "</title></text>"
  }

  private var faultWords: String {
    let words = faults.prefix(Self.named).map(\.words)
    return words.joined(separator: "; ")
      + (faults.count > Self.named ? " and \(faults.count - Self.named) more" : "")
  }

  private var toldWords: String {
    let words = told.prefix(Self.named).map { "\($0.name) at \(seconds(of: $0.instant)) s" }
    return words.joined(separator: ", ")
      + (told.count > Self.named ? " and \(told.count - Self.named) more" : "")
  }

  private func seconds(of instant: Instant) -> String {
    DecimalText.short((instant - start).milliseconds / 1000, places: 2)
  }

  private static func text(_ value: Double) -> String {
    DecimalText.shortest((value * 100).rounded() / 100) ?? "0"
  }
}
