import LoadGeneration
import Testing
import Timebase

@Suite struct TextSynthesisTests {
  private func scalars(_ bytes: [UInt8]) -> Int? {
    String(validating: bytes, as: UTF8.self)?.unicodeScalars.count
  }

  @Test func everyLengthIsMetExactly() {
    for length in 0...700 {
      #expect(scalars(TextSynthesis.markdown(scalars: length, seed: UInt64(length))) == length)
      for script in TextScript.allCases {
        let text = TextSynthesis.prose(scalars: length, seed: UInt64(length), script: script)
        #expect(scalars(text) == length, "\(script) \(length)")
      }
    }
    #expect(scalars(TextSynthesis.markdown(scalars: 200_000, seed: 1)) == 200_000)
  }

  @Test func aSeedGivesTheSameBytesOnEveryMachine() {
    let text = TextSynthesis.markdown(scalars: 20_000, seed: 1)
    #expect(fingerprint(text) == 13_228_865_622_006_204_538)
    let prose = { (script: TextScript) in
      TextSynthesis.prose(scalars: 500, seed: 2, script: script)
    }
    let scripts = TextScript.allCases.prefix(7).flatMap(prose)
    #expect(fingerprint(scripts) == 5_879_135_142_372_354_963)
    #expect(
      fingerprint(TextScript.allCases.dropFirst(7).flatMap(prose)) == 9_126_431_980_043_404_811
    )
  }

  @Test func markdownHasEveryKindOfBlock() {
    let text = String(
      decoding: TextSynthesis.markdown(scalars: 20_000, seed: 3),
      as: UTF8.self
    )
    for mark in [
      "\n## ", "\n- ", "\n  - ", "\n1. ", "\n```swift\n", "| --- |", "\n> ", "**", "](http",
    ] {
      #expect(text.contains(mark), "\(mark)")
    }
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("```") }.count.isMultiple(of: 2))
  }

  @Test func cutsRejoinToTheText() {
    let text = TextSynthesis.prose(scalars: 999, seed: 1, script: .emoji)
    var cutter = TokenCutter(text)
    var joined: [UInt8] = []
    for size in 0..<60 { joined += cutter.next(size) }
    #expect(joined == text)
    #expect(cutter.next(5).isEmpty)
  }

  /// FNV-1a, 64 bits.
  private func fingerprint(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
