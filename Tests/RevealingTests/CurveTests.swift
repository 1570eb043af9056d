import Foundation
import Revealing
import Testing
import Timebase
import TokenStreaming

@Suite struct CurveTests {
  static let curves: [TimingCurve] = [
    .linear, .inOutQuad, .easeOut, .easeIn, .easeInOut,
    .cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1), .cubicBezier(x1: 1, y1: 0, x2: 0, y2: 1),
    .cubicBezier(x1: 0, y1: 1, x2: 0, y2: 1), .cubicBezier(x1: 1, y1: 0, x2: 1, y2: 0),
  ]

  /// The curve by its definition: a fine walk along the parameter.
  static func walked(_ curve: TimingCurve, at fraction: Double) -> Double {
    guard case .cubicBezier(let x1, let y1, let x2, let y2) = curve else {
      return curve == .linear
        ? fraction : fraction < 0.5 ? 2 * fraction * fraction : 1 - 2 * pow(1 - fraction, 2)
    }
    func point(_ t: Double, _ a: Double, _ b: Double) -> Double {
      3 * pow(1 - t, 2) * t * a + 3 * (1 - t) * t * t * b + t * t * t
    }
    var low = 0.0
    var high = 1.0
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if point(middle, x1, x2) < fraction { low = middle } else { high = middle }
    }
    return point(low, y1, y2)
  }

  @Test(arguments: curves)
  func curvesFollowTheirDefinition(curve: TimingCurve) {
    #expect(curve.value(at: -1) == 0 && curve.value(at: 0) == 0)
    #expect(curve.value(at: 1) == 1 && curve.value(at: 2) == 1)
    var before = 0.0
    for step in 1..<500 {
      let fraction = Double(step) / 500
      let value = curve.value(at: fraction)
      // At a vertical tangent a hair of time is a lot of progress.
      #expect(abs(value - Self.walked(curve, at: fraction)) < 1e-5, "at \(fraction)")
      #expect(value >= before - 1e-9, "falls at \(fraction)")
      before = value
    }
  }

  @Test(arguments: [TimingCurve.easeOut, .easeIn, .easeInOut])
  func theNamedCurvesArePreciseToTheLastDecimals(curve: TimingCurve) {
    for step in 1..<300 {
      let fraction = Double(step) / 300
      #expect(abs(curve.value(at: fraction) - Self.walked(curve, at: fraction)) < 1e-10)
    }
  }

  @Test
  func aFadeFollowsItsCurveFromItsRelease() {
    for (rule, curve) in [
      (RevealRule.builtIn("reference"), TimingCurve.easeOut), (.builtIn("vercel-v0"), .inOutQuad),
      (.builtIn("parameter-article"), .easeIn), (.builtIn("swiftui-tips"), .easeOut),
    ] {
      var reveal = Reveal(rule)
      reveal.chunk(100)
      reveal.advance(100)
      for step in stride(from: 0.0, to: 500, by: 0.7) {
        let fades = reveal.fades(100 + step)
        #expect(fades.count == 1)
        let expected = curve.value(at: Double(Int64(step * 1e6 + 0.5)) / 5e8)
        #expect(abs(fades[0].opacity - expected) < 1e-9)
      }
      reveal.advance(600)
      #expect(reveal.fades(600).isEmpty)
    }
  }
}
