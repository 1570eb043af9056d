import FramePacing
import Records

/// The frames of one cell for the page's script: JSON with the numbers packed.
///
/// A frame is the difference of its tick from the one before, flags (1 swallowed, 2 late, 4 stall, 8
/// lost vsyncs, 16 drift) and, unless it was swallowed, the cost of each phase in 100 ns and of the
/// rest what the flags name: the stall in 100 ns, the lost vsyncs, the drift in 1/64 pt.
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
    var packed = PackedNumbers()
    var count = 0
    var last = 0
    var worst: FrameRecord?
    func put() {
      guard let frame = worst else { return }
      count += 1
      Self.add(frame, after: last, to: &packed)
      last = frame.tick
      worst = nil
    }
    for (index, frame) in cell.frames.enumerated() {
      if index % stride == 0 { put() }
      if let other = worst, !Self.isWorse(frame, other) { continue }
      worst = frame
    }
    put()
    json = JSONValue.object([
      ("hertz", .number(cell.refreshHertz)), ("count", .number(count)),
      ("frames", .string(packed.base64)),
      (
        "fallbacks",
        .array(
          cell.fallbacks.map { episode in
            .array([
              .number(decimal: DecimalText.milliseconds(episode.start)),
              .number(decimal: episode.end.map(DecimalText.milliseconds)),
              .string(episode.cause.name),
            ])
          }
        )
      ),
    ]).text()
  }

  private static func add(_ frame: FrameRecord, after tick: Int, to packed: inout PackedNumbers) {
    packed.add(frame.tick - tick)
    let isLate = !frame.isSwallowed && !frame.isOnTime
    let stall = tenths(frame.cost.stall.rawValue)
    packed.add(
      (frame.isSwallowed ? 1 : 0) | (isLate ? 2 : 0) | (stall > 0 ? 4 : 0)
        | (frame.lostVsyncs > 0 ? 8 : 0) | (frame.drift != .zero ? 16 : 0)
    )
    if frame.isSwallowed { return }
    for phase in Phase.allCases { packed.add(tenths(frame.cost[phase].rawValue)) }
    if stall > 0 { packed.add(stall) }
    if frame.lostVsyncs > 0 { packed.add(frame.lostVsyncs) }
    if frame.drift != .zero { packed.add(frame.drift.rawValue) }
  }

  /// Nanoseconds in 100 ns.
  private static func tenths(_ nanoseconds: Int64) -> Int64 { (nanoseconds + 50) / 100 }

  /// Whether a frame should rather be shown than another one next to it.
  private static func isWorse(_ left: FrameRecord, _ right: FrameRecord) -> Bool {
    (left.lostVsyncs, left.cost.engine + left.cost.stall, left.isSwallowed ? 1 : 0)
      > (right.lostVsyncs, right.cost.engine + right.cost.stall, right.isSwallowed ? 1 : 0)
  }
}
