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
    for index in 0..<count { text.place(block(index * 30, 20)) }
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

  @Test func heightsAreForgottenBeforePlaces() {
    var text = measured(3)
    text.forgetHeights()
    #expect(text.measuredCount == 0 && text.blocks.count == 3)
    text.place(block(0, 40))
    #expect(text.measuredCount == 1 && text.blocks[0] == block(0, 40))
    text.forget()
    #expect(text.blocks.isEmpty)
  }

  @Test func anItemIsDrawnAnewWhenItChangesOrMoves() {
    var shown = ShownItem()
    var version = 0
    func next() -> Int {
      version += 1
      return version
    }
    func commit(_ y: Int, _ height: Int, _ frame: Int) -> Bool {
      shown.commit(
        y: LayoutUnit(points: y),
        height: LayoutUnit(points: height),
        frame: frame,
        nextVersion: next
      )
    }
    #expect(commit(0, 10, 1) && shown.version == 1)
    #expect(!commit(0, 10, 2) && shown.version == 1 && shown.frame == 2)
    #expect(commit(1, 10, 3) && commit(1, 11, 4))
    shown.markChanged()
    #expect(commit(1, 11, 5) && shown.version == 4)
  }
}
