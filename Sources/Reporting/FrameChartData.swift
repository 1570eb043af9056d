import FramePacing
import Simulation

/// The frames of one cell as compact JSON for the page's script.
///
/// Costs are whole numbers of 100 ns; ticks are differences; what is rare is a list of indices.
struct FrameChartData {
  /// The JSON text; it may stand inside a script element.
  let json: String
  /// How many frames in a row one bar stands for; 1 when each has its own.
  let framesPerBar: Int

  /// Makes the data of at most `limit` bars.
  ///
  /// - Complexity: O(frames).
  init(_ cell: CellRecord, limit: Int) {
    let stride = max(1, (cell.frames.count + limit - 1) / limit)
    framesPerBar = stride
    var frames: [FrameRecord] = []
    for (index, frame) in cell.frames.enumerated() {
      if index % stride == 0 {
        frames.append(frame)
      } else if let last = frames.last, Self.isWorse(frame, last) {
        frames[frames.count - 1] = frame
      }
    }
    var text = "{\"hertz\":\(cell.refreshHertz)"
    func add(_ name: String, _ values: some Sequence<String>) {
      text += ",\"\(name)\":[" + values.joined(separator: ",") + "]"
    }
    var last = 0
    add(
      "ticks",
      frames.map { frame in
        defer { last = frame.tick }
        return "\(frame.tick - last)"
      }
    )
    for phase in Phase.allCases {
      add(phase.name, frames.map { "\(($0.cost[phase].rawValue + 50) / 100)" })
    }
    let numbered = frames.enumerated()
    add(
      "stalls",
      numbered.filter { $1.cost.stall > .zero }.map {
        "[\($0),\(($1.cost.stall.rawValue + 50) / 100)]"
      }
    )
    add("hitches", numbered.filter { $1.lostVsyncs > 0 }.map { "[\($0),\($1.lostVsyncs)]" })
    add("late", numbered.filter { !$1.isSwallowed && !$1.isOnTime }.map { "\($0.offset)" })
    add("swallowed", numbered.filter { $1.isSwallowed }.map { "\($0.offset)" })
    add(
      "fallbacks",
      cell.fallbacks.map { episode in
        var cause = ""
        JSONValue.write(episode.cause.name, to: &cause)
        let end = episode.end.map(DecimalText.milliseconds) ?? "null"
        return "[\(DecimalText.milliseconds(episode.start)),\(end),\(cause)]"
      }
    )
    json = text + "}"
  }

  /// Whether a frame should rather be shown than another one next to it.
  private static func isWorse(_ left: FrameRecord, _ right: FrameRecord) -> Bool {
    (left.lostVsyncs, left.cost.engine + left.cost.stall, left.isSwallowed ? 1 : 0)
      > (right.lostVsyncs, right.cost.engine + right.cost.stall, right.isSwallowed ? 1 : 0)
  }
}
