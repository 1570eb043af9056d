import Testing
import Timebase

@Suite struct SeededGeneratorTests {
  @Test func theStreamIsSplitMix64() {
    // First numbers of SplitMix64 for seed 1234567, as published with the reference code.
    var generator = SeededGenerator(seed: 1_234_567)
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
  }

  @Test func fractionsAndIndicesStayInRange() {
    var generator = SeededGenerator(seed: 7, index: 9)
    for _ in 0..<10_000 {
      let fraction = generator.nextFraction()
      #expect(fraction >= 0 && fraction < 1)
      #expect((0..<3).contains(generator.nextIndex(below: 3)))
    }
  }
}
