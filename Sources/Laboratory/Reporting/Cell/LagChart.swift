import FrameMetrics
import Records
import Timebase

/// How late text is over time, as an SVG picture that needs no script: from the frame that took a
/// scalar in to the frame that shows it, the longest of each stretch of time.
///
/// Text that is held until its word is complete counts as late, fades do not. Background time and
/// text that is discarded do not appear: nothing shows it.
struct LagChart {
  private static let bars = 100
  private static let width = 560.0
  private static let top = 8.0
  private static let bottom = 100.0
  private static let left = 44.0

  /// The longest lag of each stretch, in milliseconds; nil where nothing was shown.
  private var lags: [Double?] = []
  private var seconds = 0.0
  private let limit = Budget.tokenLag.standardLimit(hostShare: 0)
  /// Why there is no picture; nil where there is one.
  private var absence: String?

  /// - Complexity: O(rows of the screen).
  init(_ cell: CellRecord) {
    guard cell.screen.count >= cell.frames.madeCount else {
      absence = "n/a: only the worst moments of the screen are kept"
      return
    }
    let shown = Self.lags(of: cell)
    guard let end = cell.frames.last?.instant, !shown.isEmpty else {
      absence = "n/a: no text was streamed"
      return
    }
    seconds = max((end - Instant.zero).milliseconds / 1000, 0.001)
    lags = Array(repeating: nil, count: Self.bars)
    for one in shown {
      let place = Int(
        (one.instant - Instant.zero).milliseconds / 1000 / seconds * Double(Self.bars)
      )
      let bar = min(max(place, 0), Self.bars - 1)
      lags[bar] = max(lags[bar] ?? 0, one.lag)
    }
  }

  private struct Key: Hashable {
    var window: String
    var id: String
  }

  /// What of a stream has arrived and waits, oldest first.
  private struct Arrivals {
    private var received = 0
    private var waiting: [(scalars: Int, instant: Instant)] = []

    /// So many scalars have arrived by now.
    mutating func take(_ scalars: Int, at instant: Instant) {
      guard scalars > received else { return }
      received = scalars
      waiting.append((scalars, instant))
    }

    /// So many are shown now.
    ///
    /// - Returns: When the oldest arrived that was not all shown before and is now; nil for none.
    mutating func release(_ scalars: Int) -> Instant? {
      let done = waiting.firstIndex { $0.scalars > scalars } ?? waiting.count
      defer { waiting.removeFirst(done) }
      return done > 0 ? waiting[0].instant : nil
    }
  }

  /// Text that a frame showed.
  struct Shown {
    /// Which of the cell's frames it was.
    var index: Int
    var instant: Instant
    /// How many milliseconds the oldest of it had waited.
    var lag: Double
  }

  /// The frames that showed text, in order, and how late it was.
  ///
  /// - Complexity: O(rows of the screen).
  static func lags(of cell: CellRecord) -> [Shown] {
    var streams: [Key: Arrivals] = [:]
    var result: [Shown] = []
    var frames = cell.frames.makeIterator()
    var (index, frame) = (0, frames.next())
    cell.screen.forEachRow { row in
      while let now = frame, now.tick < row.tick || now.isSwallowed {
        frame = frames.next()
        index += 1
      }
      guard let now = frame, now.tick == row.tick else { return }
      for stream in row.streams {
        let key = Key(window: row.window, id: stream.id)
        streams[key, default: Arrivals()].take(stream.receivedScalars, at: now.instant)
        if let oldest = streams[key]?.release(stream.releasedScalars) {
          let lag = (now.presented - oldest).milliseconds
          result.append(Shown(index: index, instant: now.presented, lag: lag))
        }
      }
    }
    return result
  }

  /// The picture as SVG text; nil where there is none.
  var svg: String? {
    guard absence == nil else { return nil }
    let greatest = max(lags.compactMap(\.self).max() ?? 0, limit) * 1.1
    let step = (Self.width - Self.left) / Double(Self.bars)
    var text = "<svg class=\"lag-chart\" viewBox=\"0 0 560 120\" role=\"img\""
    text += " aria-label=\"\(PageText.escape(summary))\">"
    for (index, lag) in lags.enumerated() {
      guard let lag else { continue }
      let tall = max(1, lag / greatest * (Self.bottom - Self.top))
      text += "<rect class=\"\(lag > limit ? "over" : "bar")\""
      text += " x=\"\(Self.text(Self.left + Double(index) * step))\""
      text += " y=\"\(Self.text(Self.bottom - tall))\" width=\"\(Self.text(step - 0.6))\""
      text += " height=\"\(Self.text(tall))\"/>"
    }
    let line = Self.text(Self.bottom - limit / greatest * (Self.bottom - Self.top))
    text += "<path class=\"limit\" d=\"M44 \(line)H560\"/>"
    text += "<text x=\"0\" y=\"\(line)\" dy=\"4\">\(DecimalText.short(limit)) ms</text>"
    text += "<path class=\"axis\" d=\"M44 100H560\"/><text x=\"44\" y=\"116\">0 s</text>"
    text += "<text x=\"560\" y=\"116\" text-anchor=\"end\">\(DecimalText.short(seconds)) s</text>"
    return text + "</svg>"
  }

  /// The picture in words, or why there is none.
  var summary: String {
    if let absence { return absence }
    let greatest = lags.compactMap(\.self).max() ?? 0
    return "Text was on screen at most \(DecimalText.short(greatest)) ms after the frame that took "
      + "it in; the dashed line is the budget of a token, \(DecimalText.short(limit)) ms."
  }

  private static func text(_ coordinate: Double) -> String {
    DecimalText.fixed(Int64((coordinate * 10).rounded()), places: 1)
  }
}
