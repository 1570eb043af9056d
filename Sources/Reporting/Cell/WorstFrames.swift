import FramePacing
import Records

/// The worst frames of a cell, worst first, also where none was late: when they were, what they cost
/// and what was in them.
struct WorstFrames {
  /// How many there are at most.
  static let count = 10

  private let cell: CellRecord
  private let moments: [Moment]

  /// - Complexity: O(frames log frames).
  init(_ cell: CellRecord) {
    self.cell = cell
    moments = Moment.ranked(cell).prefix(Self.count).map(\.self)
  }

  /// The template's values, a row a frame.
  var rows: [[String: Any]] {
    moments.map { moment in
      let frame = cell.frames[moment.index]
      return [
        "tick": "\(moment.tick)",
        "time": DecimalText.short(frame.instant.milliseconds / 1000, places: 3),
        "words": moment.words, "class": moment.kind == .cost ? "" : "missed",
        "phases": Self.phases(of: frame), "events": "\(frame.contents.events)",
        "tokens": "\(frame.contents.tokens)", "blocks": "\(frame.contents.blocks)",
        "glyphs": "\(frame.contents.glyphs)",
      ]
    }
  }

  /// The dearest phase first, and the host's stall.
  private static func phases(of frame: FrameRecord) -> String {
    // What is below a hundredth of the frame is not why it is here.
    let least = frame.cost.engine.rawValue / 100
    let phases = Phase.allCases.filter { frame.cost[$0].rawValue > least }
      .sorted { (frame.cost[$0], $1.rawValue) > (frame.cost[$1], $0.rawValue) }
      .map { "\($0.name) \(DecimalText.short(frame.cost[$0].milliseconds))" }
    let stall =
      frame.cost.stall > .zero
      ? ["host's stall \(DecimalText.short(frame.cost.stall.milliseconds))"] : []
    return (stall + phases).joined(separator: ", ")
  }
}
