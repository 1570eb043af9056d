import Revealing
import Testing
import Timebase
import TokenStreaming

/// Random streams through chunker, scheduler and pool by events alone, under every design.
@Suite struct EndToEndTests {
  static let fragments = [
    "word ", "streaming ", "a", "b ", "\n\n", "```swift\n", "| a | b |\n", "你好世界", "。", "食べる",
    "ภาษาไทย",
    "සිංහල ", "مرحبا ", "👩‍💻", "🇩🇪", "e\u{301} ", "한국어 ", "नमस्ते ", "https://example.org/a?b ",
    "  ", "(", ")", "**bold** ", "- item\n", "\u{A0}", "ខ្មែរ", "မြန်မာ", "ລາວ", "\u{FFFD}",
  ]

  struct EveryThird: WordBoundaries {
    func firstWord(in window: UnsafeBufferPointer<UInt8>) -> Int? {
      window.count > 9 ? 9 : nil
    }
  }

  /// A stream: tokens of whole and broken text with their arrivals, metronomic, bursty or flooding.
  static func tokens(_ generator: inout SeededGenerator) -> [(bytes: [UInt8], time: Double)] {
    var bytes: [UInt8] = []
    for _ in 0..<(5 + generator.nextIndex(below: 150)) {
      let fragment = fragments[generator.nextIndex(below: fragments.count)]
      bytes += Array(fragment.utf8)
      if generator.nextIndex(below: 60) == 0 { bytes.append(0xE4) }
    }
    let gap = [0.1, 5, 20, 120][generator.nextIndex(below: 4)]
    let longest = [2, 5, 12, 400][generator.nextIndex(below: 4)]
    var tokens: [(bytes: [UInt8], time: Double)] = []
    var time = 0.0
    var rest = bytes[...]
    while !rest.isEmpty {
      let token = rest.prefix(1 + generator.nextIndex(below: longest))
      rest = rest.dropFirst(token.count)
      time += generator.nextIndex(below: 25) == 0 ? 300 + gap : generator.nextFraction() * 2 * gap
      tokens.append((Array(token), time))
    }
    return tokens
  }

  @Test(
    arguments: SeedDefectTests.designs
  )
  func theTextIsExactAndTheLawsHold(design: SeedDefectTests.Design) {
    for iteration in 0..<PropertySettings.iterations(200) {
      var generator = SeededGenerator(seed: PropertySettings.seed, index: UInt64(iteration))
      let label: Comment = "SEED=\(PropertySettings.seed), iteration \(iteration)"
      var stream = StreamedText(
        design.chunks,
        design.reveal,
        boundaries: generator.nextIndex(below: 2) == 0 ? EveryThird() : nil
      )
      let tokens = Self.tokens(&generator)
      let stopAt =
        generator.nextIndex(below: 3) == 0 ? generator.nextIndex(below: tokens.count) : -1
      var sent: [UInt8] = []
      var stopped = false
      for (index, token) in tokens.enumerated() where !stopped {
        if generator.nextIndex(below: 30) == 0 { stream.visible.toggle() }
        if generator.nextIndex(below: 20) == 0 { stream.wait(until: token.time - 0.01) }
        if generator.nextIndex(below: 60) == 0 {
          // Fallback, background or reduced motion for a while.
          let animated = generator.nextIndex(below: 2) == 0
          stream.wait(until: token.time - 0.005)
          stream.timeline.setAnimated(animated, at: stream.timeline.now, into: &stream.releases)
        }
        stream.token(token.bytes, token.time)
        sent += token.bytes
        #expect(stream.timeline.fadeCount <= 4, label)
        if index == stopAt {
          stream.stop(token.time + 1)
          stopped = true
          #expect(stream.timeline.backlogChunks == 0, label)
        }
      }
      let end = (tokens.last?.time ?? 0) + 2
      if !stopped {
        stream.finish(end)
      }
      #expect(stream.shown == String(decoding: sent, as: UTF8.self), label)
      #expect(stream.timeline.releasedUTF8(of: 1) == stream.text.count, label)
      #expect(stream.timeline.poolPeak <= 4, label)
      let releases = stream.releases
      #expect(releases.map(\.at) == releases.map(\.at).sorted(), label)
      if design.name == "reference" {
        #expect(releases.allSatisfy { $0.at - $0.completed <= .milliseconds(400) }, label)
        #expect(releases.allSatisfy { $0.heldFor <= .milliseconds(32) }, label)
        if !stopped, let last = releases.last {
          #expect(last.at <= Reveal.at(end) + .milliseconds(400), label)
        }
      }
    }
  }
}
