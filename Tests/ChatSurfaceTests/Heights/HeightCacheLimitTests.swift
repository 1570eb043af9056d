import ChatSurface
import Lengths
import Testing

@Suite struct HeightCacheLimitTests {
  @Test func aHundredThousandBlocksAreKept() {
    var cache = HeightCache()
    for number in 0...100_000 {
      var hasher = StableHasher()
      hasher.combine(number)
      cache.insert(LayoutUnit(points: 20), for: hasher.finish())
      if number == 99_999 { #expect(cache.evictions == 0) }
    }
    #expect(cache.count == 100_000)
    #expect(cache.evictions == 1)
  }
}
