import Revealing
import Testing

@Suite struct NamedCurveTests {
  @Test func namedCurvesAreThoseOfTheWeb() {
    #expect(TimingCurve.easeOut == .cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1))
    #expect(TimingCurve.easeIn == .cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1))
    #expect(TimingCurve.easeInOut == .cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1))
  }
}
