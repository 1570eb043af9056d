import HeightIndexing
import Lengths
import Testing
import Timebase

/// How full the blocks of a `HeightIndex` are, and what is kept out of the directory for a while.
@Suite struct HeightIndexPackingTests {
  private func loaded(_ count: Int) -> HeightIndex {
    var index = HeightIndex()
    index.load(count: count) { (UInt32($0), LayoutUnit(points: 100)) }
    return index
  }

  @Test func editsEverywhereLeaveFullSegments() {
    let count = 100_000
    var index = loaded(count)
    var generator = SeededGenerator(seed: 9, index: 1)
    for item in 0..<count / 5 {
      index.insert(
        handle: UInt32(count + item),
        height: LayoutUnit(points: 50),
        at: Int.random(in: 0...index.count, using: &generator)
      )
    }
    index.checkInvariants()
    #expect(index.count / index.segmentCounts.count >= 180)
    for _ in 0..<count / 5 {
      let place = Int.random(in: 0..<index.count, using: &generator)
      index.remove(place..<place + 1)
    }
    index.checkInvariants()
    #expect(index.count / index.segmentCounts.count >= 150)
  }

  @Test func whatWasJustPrependedIsFound() {
    var index = loaded(5_000)
    index.insert(contentsOf: (0..<20).map { (UInt32(10_000 + $0), LayoutUnit(points: 30)) }, at: 0)
    index.checkInvariants()
    #expect(index.offset(of: 19) == LayoutUnit(points: 570))
    #expect(index.offset(of: 4_000) == LayoutUnit(points: 600 + 398_000))
    #expect(index.index(at: LayoutUnit(points: 599)) == 19)
    #expect(index.index(at: LayoutUnit(points: 600)) == 20)
    #expect(index.index(at: LayoutUnit(points: 400_600)) == 4_020)
    index.setHeights([LayoutUnit](repeating: .zero, count: 500), at: 0)
    index.checkInvariants()
    #expect(index.index(at: .zero) == 500)
    #expect(index.offset(of: 5_020) == index.total)
  }
}
