import ChatSurface
import Lengths
import MarkdownBlocks
import Testing
import Timebase

@Suite struct PlacedTextTests {
  private func block(_ top: Int, _ height: Int) -> PlacedBlock {
    PlacedBlock(top: LayoutUnit(points: top), height: LayoutUnit(points: height))
  }

  private func measured(_ count: Int) -> PlacedText {
    var text = PlacedText()
    for index in 0..<count { text.add(block(index * 30, 20)) }
    return text
  }

  /// As many blocks are known after a change as there are, and none after the change holds.
  @Test func aChangeKeepsThePlacesOfWhatItLeavesAlone() {
    var generator = SeededGenerator(seed: PropertySettings.seed)
    for _ in 0..<PropertySettings.iterations(500) {
      let count = 1 + generator.nextIndex(below: 8)
      var text = measured(count)
      let start = generator.nextIndex(below: count + 1)
      let end = start + generator.nextIndex(below: count - start + 1)
      let inserted = generator.nextIndex(below: 4)
      let old = text.blocks
      text.invalidate(
        BlockListChange(
          replaced: start..<end,
          inserted: start..<start + inserted,
          keptUTF8Count: 0
        )
      )
      text.checkInvariants()
      #expect(text.measuredCount == min(count, start))
      #expect(Array(text.blocks.prefix(start)) == Array(old.prefix(start)))
      // Those after the change are counted from the end.
      #expect(Array(text.blocks.suffix(count - end)) == Array(old.suffix(count - end)))
    }
  }

  /// Against laying all blocks out one after the other: a block lies 8 pt below the last one that takes
  /// room. Only what changed is measured.
  @Test func placesAreThoseOfBlocksLaidOutOneAfterTheOther() {
    var generator = SeededGenerator(seed: PropertySettings.seed, index: 5)
    for round in 0..<PropertySettings.iterations(300) {
      var text = PlacedText()
      var heights: [Int] = []
      var isStale: [Bool] = []
      for _ in 0..<30 {
        for _ in 0..<1 + generator.nextIndex(below: 4) {
          let start = generator.nextIndex(below: heights.count + 1)
          let most = generator.nextIndex(below: 4) == 0 ? heights.count - start : 1
          let end = start + min(heights.count - start, generator.nextIndex(below: most + 1))
          let inserted =
            generator.nextIndex(below: 3) == 0 ? generator.nextIndex(below: 4) : end - start
          let new = (0..<inserted).map { _ in
            generator.nextIndex(below: 4) == 0 ? 0 : 1 + generator.nextIndex(below: 50)
          }
          text.invalidate(
            BlockListChange(
              replaced: start..<end,
              inserted: start..<start + inserted,
              keptUTF8Count: 0
            )
          )
          heights.replaceSubrange(start..<end, with: new)
          isStale.replaceSubrange(start..<end, with: new.map { _ in true })
          text.checkInvariants()
        }
        // A change that is not laid out before the next frame's.
        if generator.nextIndex(below: 3) == 0 { continue }
        text.prepare(
          TextGeometry(width: LayoutUnit(points: 300), textSize: .large),
          count: heights.count
        )
        var measured = 0
        while text.measuredCount < heights.count {
          let index = text.measuredCount
          let upper = text.lastShown(before: index)
          let isShown = heights[index] > 0
          #expect(upper == heights[..<index].lastIndex { $0 > 0 })
          var top = index > 0 ? text[index - 1].bottom : .zero
          if isShown, upper != nil { top = top + LayoutUnit(points: 8) }
          if let known = text.heightOfNext {
            #expect(known == LayoutUnit(points: heights[index]))
          } else {
            measured += 1
          }
          text.add(
            PlacedBlock(top: top, height: LayoutUnit(points: heights[index])),
            isVisible: isShown
          )
        }
        text.checkInvariants()
        var bottom = 0
        var hasUpper = false
        for (index, height) in heights.enumerated() {
          if height > 0, hasUpper { bottom += 8 }
          #expect(text[index] == block(bottom, height), "seed \(PropertySettings.seed), \(round)")
          bottom += height
          hasUpper = hasUpper || height > 0
        }
        // The block after one that is gone is measured again; beyond eight stretches so is what lies
        // between the last ones.
        #expect(measured >= isStale.count { $0 })
        isStale = isStale.map { _ in false }
      }
    }
  }

  /// A change far above the end measures what changed, whatever number of blocks there are.
  @Test func whatLiesBelowAChangeIsNotMeasuredAgain() {
    var text = measured(5_000)
    for index in [2_500, 0, 4_998, 77] {
      text.invalidate(
        BlockListChange(
          replaced: index..<index + 1,
          inserted: index..<index + 1,
          keptUTF8Count: 0
        )
      )
      let old = text.blocks
      var placed = 0
      while text.measuredCount < 5_000 {
        let next = text.measuredCount
        let isChanged = text.heightOfNext == nil
        let top = text[next].top + (isChanged ? .zero : LayoutUnit(points: 5))
        text.add(
          PlacedBlock(
            top: top,
            height: isChanged ? text[next].height + LayoutUnit(points: 5) : text[next].height
          )
        )
        placed += 1
      }
      #expect(placed == 2)
      text.checkInvariants()
      #expect(text[4_999].top == old[4_999].top + LayoutUnit(points: 5))
    }
    var looks = 0
    let place = text.firstBlock(endingBelow: text[3_210].top, counting: &looks)
    #expect(place == 3_210 && looks <= 13)
  }

  @Test func heightsAreForgottenBeforePlaces() {
    var text = measured(3)
    text.forgetHeights()
    #expect(text.measuredCount == 0 && text.blocks.count == 3)
    text.add(block(0, 40))
    #expect(text.measuredCount == 1 && text.blocks[0] == block(0, 40))
    text.forget()
    #expect(text.blocks.isEmpty)
  }

  @Test func anItemIsDrawnAnewWhenItChangesOrMoves() {
    var shown = ShownItem()
    func commit(_ y: Int, _ height: Int, _ frame: Int) -> Bool {
      guard
        shown.commit(y: LayoutUnit(points: y), height: LayoutUnit(points: height), frame: frame)
      else { return false }
      shown.draw(version: shown.version + 1)
      return true
    }
    #expect(commit(0, 10, 1) && shown.version == 1)
    #expect(!commit(0, 10, 2) && shown.version == 1 && shown.frame == 2)
    #expect(commit(1, 10, 3) && commit(1, 11, 4))
    shown.markChanged()
    #expect(commit(1, 11, 5) && shown.version == 4)
  }
}
