import ChatSurface
import Testing
import Timebase

/// An answer that comes in any order: split, dropped, repeated, with and without places. `ITERATIONS` answers
/// from `SEED` on, in every profile.
@Suite struct ReconnectTests {
  private static let words = [
    "the ", "tide ", "rises\n", "über ", "日本", "👩‍👧 ", "e\u{301} ", "**bold** ", "- item\n",
    "`code` ",
  ]

  @Test(arguments: Profile.all.map(\.name))
  func whateverTheOrderTheTextIsShownOnce(profile: String) throws {
    let profile = try #require(Profile.all.first { $0.name == profile })
    for seed in PropertySettings.seed..<PropertySettings.seed
      + UInt64(PropertySettings.iterations(40))
    {
      var random = SeededGenerator(seed: seed)
      let text = (0..<5 + random.nextIndex(below: 60))
        .map { _ in Self.words[random.nextIndex(below: Self.words.count)] }.joined()
      let scalars = Array(text.unicodeScalars)
      let driver = Driver(profile, messages: [Message(id: "q", role: .user, text: "?")])
      driver.checksInvariants = seed.isMultiple(of: 5)
      driver.frame(.streamBegin("a"))
      var network = Network(scalars: scalars, random: random)
      while let event = network.next() {
        if network.random.nextIndex(below: 3) == 0 {
          driver.frame(event)
        } else {
          driver.frame(event, .typing(false))
        }
        let shown = driver.text(of: "a") ?? ""
        #expect(
          text.unicodeScalars.starts(with: shown.unicodeScalars),
          "\(profile.name), seed \(seed): shows \(shown.debugDescription) of \(text.debugDescription)"
        )
      }
      driver.frame(.streamEnd("a", .complete))
      driver.settle()
      let hasAll = network.delivered == scalars.count
      let expected = String(String.UnicodeScalarView(scalars[..<network.delivered]))
      #expect(driver.text(of: "a") == expected, "\(profile.name), seed \(seed)")
      let state = driver.surface.conversation.last?.state
      #expect(
        state == (network.hasHole ? .failed : .complete),
        "\(profile.name), seed \(seed), all of it: \(hasAll)"
      )
      #expect(driver.violations.isEmpty)
    }
  }

  /// What a connection brings: by itself it knows what has arrived without a hole.
  private struct Network {
    let scalars: [Unicode.Scalar]
    var random: SeededGenerator
    /// Which scalars were sent.
    private var isSent: [Bool]
    private var steps = 0

    init(scalars: [Unicode.Scalar], random: SeededGenerator) {
      (self.scalars, self.random) = (scalars, random)
      isSent = Array(repeating: false, count: scalars.count)
    }

    /// How many scalars have arrived without a hole.
    var delivered: Int { isSent.firstIndex(of: false) ?? scalars.count }
    /// Whether something was sent beyond a hole.
    var hasHole: Bool { isSent[delivered...].contains(true) }

    mutating func next() -> SurfaceEvent? {
      guard steps < 400, delivered < scalars.count || random.nextIndex(below: 4) > 0 else {
        return nil
      }
      steps += 1
      // Now and then a connection ends early.
      if random.nextIndex(below: 150) == 0 { return nil }
      switch random.nextIndex(below: 10) {
      case 0...3:
        // A plain token goes on where the text ends.
        let start = delivered
        return .token("a", bytes(start, 1 + random.nextIndex(below: 9)))
      case 4:
        // A snapshot of the text as far as the server has it.
        let start = min(scalars.count, delivered + random.nextIndex(below: 8))
        for place in 0..<start { isSent[place] = true }
        return .update("a", text: String(String.UnicodeScalarView(scalars[..<start])))
      default:
        let start = max(0, delivered - 12 + random.nextIndex(below: 30))
        guard start < scalars.count else { return .typing(false) }
        return .tokenAt("a", bytes(start, 1 + random.nextIndex(below: 9)), scalar: start)
      }
    }

    private mutating func bytes(_ start: Int, _ count: Int) -> [UInt8] {
      let end = min(scalars.count, start + count)
      for place in start..<end { isSent[place] = true }
      return Array(String(String.UnicodeScalarView(scalars[start..<end])).utf8)
    }
  }
}
