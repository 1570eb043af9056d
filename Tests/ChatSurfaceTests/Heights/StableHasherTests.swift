import ChatSurface
import Testing

@Suite struct StableHasherTests {
  private func key(_ feed: (inout StableHasher) -> Void) -> HeightKey {
    var hasher = StableHasher()
    feed(&hasher)
    return hasher.finish()
  }

  @Test func textAndBytesGiveTheSameKey() {
    for length in 0..<70 {
      let text = String(repeating: "aé", count: length)
      #expect(key { $0.combine(text) } == key { $0.combine(Array(text.utf8)) })
    }
  }

  @Test func everyBitOfTheInputCounts() {
    var seen: Set<HeightKey> = []
    var made = 0
    for length in 0..<40 {
      let bytes = [UInt8](repeating: 0, count: length)
      seen.insert(key { $0.combine(bytes) })
      made += 1
      for place in 0..<length {
        for bit in 0..<8 {
          var changed = bytes
          changed[place] = 1 << bit
          seen.insert(key { $0.combine(changed) })
          made += 1
        }
      }
    }
    #expect(seen.count == made)
    let highs = Set(seen.map(\.high))
    let lows = Set(seen.map(\.low))
    #expect(highs.count == made && lows.count == made)
  }

  @Test func whereOnePieceEndsCounts() {
    let left = key {
      $0.combine("ab")
      $0.combine("c")
    }
    let right = key {
      $0.combine("a")
      $0.combine("bc")
    }
    #expect(left != right)
    #expect(key { $0.combine(1) } != key { $0.combine(2) })
    #expect(StableHasher(seed: 1).finish() != StableHasher(seed: 2).finish())
  }

  @Test func halfTheBitsChangeWithOneBitOfTheInput() {
    var changed = 0
    var pairs = 0
    for number in 0..<256 {
      for bit in 0..<64 {
        let first = key { $0.combine(number) }
        let second = key { $0.combine(number ^ (1 << bit)) }
        changed += (first.high ^ second.high).nonzeroBitCount
        changed += (first.low ^ second.low).nonzeroBitCount
        pairs += 1
      }
    }
    let share = Double(changed) / Double(pairs * 128)
    #expect(share > 0.49 && share < 0.51, "\(share)")
  }
}
