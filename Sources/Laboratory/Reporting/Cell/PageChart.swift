import FrameMetrics
import Records

/// What a driven page did over time, as an SVG picture that needs no script, in two rows over one axis: how far its
/// end was away, and how many tokens had come and how many of them could be read. Upright lines are moments of missed
/// limits, ticks below the axis late frames.
struct PageChart {
  private static let (left, right, width) = (64.0, 1_080.0, 1_100.0)
  private static let height = 84.0
  /// The top of each row, and where the axis is.
  private static let (upper, lower, axis) = (8.0, 112.0, 204.0)
  /// Each row has so many points at most: of more frames the greatest of each stretch.
  private static let points = 508

  /// A value over time, in seconds.
  private typealias Line = [(seconds: Double, value: Double)]

  private var distance: Line = []
  private var sent: Line = []
  private var read: Line = []
  private var waiting: Line = []
  private var late: [Double] = []
  private var moments: [ScreenFault] = []
  private var end = 0.0

  /// Takes a page's frames.
  ///
  /// - Returns: nil for a page without a frame.
  /// - Complexity: O(frames).
  init?(_ cell: CellRecord) {
    guard let last = cell.frames.last, last.instant > .zero else { return nil }
    end = last.instant.milliseconds / 1_000
    let missed = cell.budgets.filter { $0.state == .missed || $0.state == .worse }
    moments = (cell.faults ?? []).filter { missed.contains(where: $0.shows) }
    var tokens = 0
    for frame in cell.frames where !frame.isSwallowed {
      let seconds = frame.instant.milliseconds / 1_000
      tokens += frame.contents.tokens
      let waits = min(tokens, frame.backlogChunks)
      sent.append((seconds, Double(tokens)))
      read.append((seconds, Double(tokens - waits)))
      waiting.append((seconds, Double(waits)))
      if !frame.isOnTime { late.append(seconds) }
    }
    let period = end / Double(max(1, last.tick))
    cell.screen.forEachRow { row in
      let away = row.contentBottom - row.viewportHeight - row.offset
      distance.append((Double(row.tick) * period, max(0, away.points)))
    }
  }

  private func x(_ seconds: Double) -> Double {
    Self.left + (Self.right - Self.left) * min(max(seconds / end, 0), 1)
  }

  /// A line of a row: of each stretch of time its greatest value, at its own time.
  private func path(_ line: Line, top: Double, most: Double, _ style: String) -> String {
    var shown: Line = []
    var stretch = -1
    for point in line {
      let own = Int(point.seconds / end * Double(Self.points))
      if own != stretch || shown.isEmpty {
        (shown, stretch) = (shown + [point], own)
      } else if point.value >= shown[shown.count - 1].value {
        shown[shown.count - 1] = point
      }
    }
    let places = shown.map { point in
      let y = top + Self.height * (1 - (most > 0 ? point.value / most : 0))
      return "\(Self.text(x(point.seconds))),\(Self.text(y))"
    }
    return "<polyline class=\"\(style)\" points=\"\(places.joined(separator: " "))\"/>"
  }

  /// A row with its greatest value and its title.
  private func row(_ title: String, _ unit: String, top: Double, most: Double) -> String {
    let bottom = top + Self.height
    return
      "<path class=\"axis\" d=\"M\(Self.text(Self.left)) \(Self.text(top))H\(Self.text(Self.right))"
      + "M\(Self.text(Self.left)) \(Self.text(bottom))H\(Self.text(Self.right))\"/>"
      + Self.label(DecimalText.short(most), 58, top + 4) + Self.label("0", 58, bottom + 4)
      + Self.label(unit, 58, top + Self.height / 2 + 4)
      + "<text x=\"70\" y=\"\(Self.text(top + 12))\">\(PageText.escape(title))</text>"
  }

  private static func label(_ words: String, _ x: Double, _ y: Double) -> String {
    "<text x=\"\(text(x))\" y=\"\(text(y))\" text-anchor=\"end\">\(PageText.escape(words))</text>"
  }

  /// The least step of 1, 2 or 5 times a power of ten by which the axis has at most ten marks, in seconds.
  private var step: Double {
    var step = 0.1
    var factors = [2, 2.5, 2]
    while end / step > 10 {
      step *= factors[0]
      factors.append(factors.removeFirst())
    }
    return step
  }

  /// The picture.
  var svg: String {
    let far = max(distance.map(\.value).max() ?? 0, 1)
    let most = max(sent.last?.value ?? 0, 1)
    var text = "<svg class=\"page-chart\" viewBox=\"0 0 \(Self.text(Self.width)) 236\" role=\"img\""
    text += " aria-label=\"\(PageText.escape(summary))\">"
    text += row("away from the end", "px", top: Self.upper, most: far)
    text += path(distance, top: Self.upper, most: far, "after")
    text += row("came (grey) and could be read (blue)", "tokens", top: Self.lower, most: most)
    text += path(sent, top: Self.lower, most: most, "before")
    text += path(read, top: Self.lower, most: most, "after")
    for moment in moments {
      let place = Self.text(x(moment.instant.milliseconds / 1_000))
      text +=
        "<path class=\"moment\" d=\"M\(place) \(Self.text(Self.upper))V\(Self.text(Self.axis))\">"
      text += "<title>\(PageText.escape(moment.words))</title></path>"
    }
    for seconds in late {
      text += "<path class=\"moment\" d=\"M\(Self.text(x(seconds))) \(Self.text(Self.axis))v6\"/>"
    }
    for mark in stride(from: 0, through: end, by: step) {
      let place = Self.text(x(mark))
      text += "<path class=\"axis\" d=\"M\(place) \(Self.text(Self.axis))v4\"/>"
      text += "<text x=\"\(place)\" y=\"222\" text-anchor=\"middle\">"
      text += "\(DecimalText.short(mark, places: step < 1 ? 1 : 0)) s</text>"
    }
    return text + "</svg>"
  }

  /// The picture in words.
  var summary: String {
    func at(_ line: Line) -> (seconds: Double, value: Double)? {
      line.max { $0.value < $1.value }.flatMap { $0.value > 0 ? $0 : nil }
    }
    func words(_ seconds: Double) -> String { DecimalText.short(seconds, places: 1) + " s" }
    var parts: [String] = []
    parts.append(
      at(distance).map {
        "The end was at most \(DecimalText.short($0.value)) px away, at \(words($0.seconds))."
      } ?? "The end was in view all the time."
    )
    if let most = sent.last?.value, most > 0 {
      parts.append(
        at(waiting).map {
          "Of \(DecimalText.short(most)) tokens at most \(DecimalText.short($0.value)) had come that "
            + "could not be read, at \(words($0.seconds))."
        }
          ?? "Each of \(DecimalText.short(most)) tokens could be read in the frame in which it came."
      )
    }
    if !moments.isEmpty {
      parts.append("Upright lines: \(moments.count) moments of missed limits.")
    }
    if !late.isEmpty { parts.append("Red ticks below: \(late.count) late frames.") }
    return parts.joined(separator: " ")
  }

  private static func text(_ value: Double) -> String {
    DecimalText.shortest((value * 10).rounded() / 10) ?? "0"
  }
}
