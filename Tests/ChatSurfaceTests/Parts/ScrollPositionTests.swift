import ChatSurface
import Lengths
import PublishedDesigns
import Testing
import Timebase

/// The content offset is derived from an anchor and a distance; no surface is needed to see it.
@Suite struct ScrollPositionTests {
  private func units(_ value: Int) -> LayoutUnit { LayoutUnit(rawValue: Int64(value)) }

  @Test func anotherAnchorMovesNothing() {
    var position = ScrollPosition(offset: units(640), deceleration: .normal)
    var generator = SeededGenerator(seed: PropertySettings.seed)
    for _ in 0..<PropertySettings.iterations(1_000) {
      let before = position.offset
      let anchor = ScrollAnchor.block(UInt32(generator.nextIndex(below: 9)), 0)
      position.take(anchor, at: units(generator.nextIndex(below: 100_000)))
      #expect(position.offset == before)
      #expect(position.anchor == anchor)
    }
  }

  /// A naive model keeps the offset and the place of a motion as numbers of their own.
  @Test func theOffsetIsTheSumOfWhatMovedIt() {
    var position = ScrollPosition(offset: units(0), deceleration: .normal)
    var generator = SeededGenerator(seed: PropertySettings.seed)
    var offset = 0
    var shift = 0
    for _ in 0..<PropertySettings.iterations(2_000) {
      let way = generator.nextIndex(below: 2_001) - 1_000
      switch generator.nextIndex(below: 5) {
      case 0:
        position.move(to: units(offset + way))
        offset += way
      case 1:
        position.follow(content: units(way))
        offset += way
      case 2:
        position.rebase(by: units(way))
        offset += way
        shift += way
      case 3:
        position.take(.end, at: units(way))
      default:
        position.beginFrame()
        #expect(position.travel == .zero)
      }
      #expect(position.offset == units(offset))
      #expect(position.spaceShift == units(shift))
      position.checkInvariants()
    }
  }

  @Test func theRangeEndsMoveAFreeViewportAndSayso() {
    var position = ScrollPosition(offset: units(100), deceleration: .normal)
    position.take(.scrolledAway)
    position.clamp(to: units(40))
    #expect(position.offset == units(40))
    #expect(position.isClamped && position.isHeldByClamp)
    position.checkInvariants()
    position.beginFrame()
    #expect(!position.isClamped && !position.isHeldByClamp)
  }

  @Test func aPinKeepsItsMessageUnderAnotherName() {
    var position = ScrollPosition(offset: units(0), deceleration: .normal)
    position.take(.broughtToTop(ViewportHold.Pin("a", 7)))
    position.rename("a", to: "b")
    #expect(position.follow == .pinning("b") && position.followed == 7)
    position.take(.arrived)
    position.checkInvariants()
    position.take(.scrolledAway)
    #expect(position.followed == nil)
  }

  @Test func aMessagePinnedBeyondTheRangeGoesBackWhenThereIsRoom() {
    var position = ScrollPosition(offset: units(0), deceleration: .normal)
    position.take(.broughtToTop(ViewportHold.Pin("a", 1)))
    position.take(.arrived)
    position.holdPin(at: units(50), goal: units(80))
    #expect(position.hold.pinned?.shortfall == units(30))
    #expect(position.isClamped && position.offset == units(50))
    position.holdPin(at: units(80), goal: units(80))
    #expect(position.hold.pinned?.shortfall == .zero && position.offset == units(80))
  }

  @Test func whatMovesContentForTheKeyboardMovesTheViewport() {
    var list = KeyboardDisplacement()
    list.open(by: units(640), pace: .keyboard, at: .zero)
    var position = ScrollPosition(offset: units(6_400), deceleration: .normal, list: list)
    #expect(position.movesForKeyboard && position.leftForKeyboard == units(640))
    position.advanceList(to: .zero + .milliseconds(50))
    #expect(position.offset == units(6_400) - position.displacement)
    #expect(position.displacement < .zero && position.displacement > units(-640))
    position.finishList()
    #expect(position.offset == units(7_040) && position.displacement == units(-640))
    #expect(!position.movesForKeyboard)
  }

  @Test func contentStretchedUnderAFingerStaysWhenTheViewportGetsAnotherHeight() {
    var motion = ScrollMotion()
    let range = ScrollMotion.Range(lower: 0, upper: 1_000)
    motion.touchBegan(y: 100, at: .zero, offset: 0, range: range, viewport: 667)
    let instant = Instant.zero + .milliseconds(16)
    _ = motion.touchMoved(y: 400, at: instant)
    let stretched = motion.advance(to: instant, range: range, viewport: 667)
    let turned = motion.advance(to: instant + .milliseconds(16), range: range, viewport: 375)
    #expect(stretched.map { $0 < -50 } == true)
    #expect(stretched.flatMap { old in turned.map { abs($0 - old) < 1e-6 } } == true)
  }
}
