import ChatSurface
import Lengths
import Testing
import Timebase

@Suite struct HeightCacheTests {
  private func key(_ number: Int) -> HeightKey {
    var hasher = StableHasher()
    hasher.combine(number)
    return hasher.finish()
  }

  @Test func theLeastRecentlyUsedGoesFirst() {
    var cache = HeightCache(capacity: 2)
    cache.insert(LayoutUnit(points: 1), for: key(1))
    cache.insert(LayoutUnit(points: 2), for: key(2))
    #expect(cache.height(for: key(1)) == LayoutUnit(points: 1))
    cache.insert(LayoutUnit(points: 3), for: key(3))
    #expect(cache.height(for: key(2)) == nil)
    #expect(cache.height(for: key(1)) == LayoutUnit(points: 1))
    #expect(cache.hits == 2 && cache.misses == 1 && cache.evictions == 1)
    cache.checkInvariants()
  }

  @Test func randomUseAgreesWithAList() {
    var generator = SeededGenerator(seed: PropertySettings.seed, index: 5)
    for (capacity, room) in [(1, 1), (2, 1), (7, 7), (50, 2)] {
      var cache = HeightCache(capacity: capacity, room: room)
      var model: [(number: Int, height: Int64)] = []
      var hits: UInt64 = 0
      var evictions: UInt64 = 0
      for step in 0..<PropertySettings.iterations(4_000) {
        let number = generator.nextIndex(below: capacity * 2 + 1)
        let place = model.firstIndex { $0.number == number }
        if generator.nextIndex(below: 2) == 0 {
          #expect(cache.height(for: key(number))?.rawValue == place.map { model[$0].height })
          if let place {
            model.insert(model.remove(at: place), at: 0)
            hits += 1
          }
        } else {
          let height = Int64(step)
          cache.insert(LayoutUnit(rawValue: height), for: key(number))
          if let place { model.remove(at: place) }
          if model.count == capacity {
            model.removeLast()
            evictions += 1
          }
          model.insert((number, height), at: 0)
        }
        cache.checkInvariants()
        #expect(cache.count == model.count)
      }
      #expect(cache.hits == hits && cache.evictions == evictions, "SEED=\(PropertySettings.seed)")
      cache.removeAll()
      cache.checkInvariants()
      #expect(cache.count == 0)
    }
  }
}
