import Revealing
import Testing
import Timebase

@Suite struct LogarithmTests {
  @Test func theLogarithmUndoesTheExponential() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<10_000 {
      let y = (generator.nextFraction() - 0.5) * 1_200
      let back = ElementaryFunctions.logarithm(ElementaryFunctions.exponential(y))
      #expect(abs(back - y) <= 1e-13 * max(1, abs(y)), "ln(e^\(y)) is \(back)")
    }
  }

  @Test func knownValues() {
    #expect(ElementaryFunctions.logarithm(1) == 0)
    #expect(abs(ElementaryFunctions.logarithm(0.998) + 0.0020020026706730793) < 1e-16)
  }
}
