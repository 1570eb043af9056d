/// A timing curve with its inverse sketched out, so that progress takes a step or two to find.
struct CurveTable: Sendable {
  private static let cells = 256

  private let curve: TimingCurve
  /// Where on the curve time is i / 256; empty for curves that need no search.
  private let parameters: [Double]

  init(_ curve: TimingCurve) {
    self.curve = curve
    guard case .cubicBezier(let x1, _, let x2, _) = curve else {
      parameters = []
      return
    }
    parameters = (0...CurveTable.cells).map { cell in
      TimingCurve.parameter(
        at: Double(cell) / Double(CurveTable.cells),
        x1,
        x2,
        between: 0,
        and: 1,
        from: 0.5
      )
    }
  }

  /// The progress at a fraction of the time, as `TimingCurve.value(at:)` has it.
  func value(at fraction: Double) -> Double {
    guard fraction > 0, fraction < 1, case .cubicBezier(let x1, let y1, let x2, let y2) = curve
    else { return curve.value(at: fraction) }
    let place = fraction * Double(CurveTable.cells)
    let cell = Int(place)
    let low = parameters[cell]
    let high = parameters[cell + 1]
    let parameter = TimingCurve.parameter(
      at: fraction,
      x1,
      x2,
      between: low,
      and: high,
      from: low + (high - low) * (place - Double(cell))
    )
    return TimingCurve.bezier(parameter, y1, y2)
  }
}
