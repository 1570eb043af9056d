import Lengths
import PublishedDesigns
import Testing
import Timebase
import ViewportPlacing

/// The content offset is derived from an anchor and a distance; no surface is needed to see it.
@Suite struct ViewportTests {
  /// Messages of 100 pt, one below the other from 0 on, all measured.
  private final class Content: ViewportContent {
    let isEmpty = false
    let first: (handle: UInt32, y: LayoutUnit) = (0, .zero)
    func topmost(at offset: LayoutUnit) -> PlacedAnchor? {
      item(atY: offset).map { PlacedAnchor(anchor: .block($0.handle, 0), y: $0.y) }
    }
    func top(ofBlock block: Int, of message: UInt32) -> LayoutUnit? { slot(of: message)?.y }
    func block(atUTF8 utf8: Int, of message: UInt32) -> Int { 0 }
    func slot(of message: UInt32) -> (y: LayoutUnit, height: LayoutUnit)? {
      message == gone ? nil : (LayoutUnit(points: 100 * Int(message)), LayoutUnit(points: 100))
    }
    func item(atY y: LayoutUnit) -> (handle: UInt32, y: LayoutUnit)? {
      let handle = max(0, Int(y.points / 100))
      return (UInt32(handle), LayoutUnit(points: 100 * handle))
    }
    func rank(of message: UInt32) -> (index: Int, count: Int, range: Range<LayoutUnit>)? {
      (Int(message), 100, .zero..<LayoutUnit(points: 10_000))
    }
    func headerHeight(above message: UInt32) -> LayoutUnit { .zero }
    func hiddenHeight(ofSlot height: LayoutUnit) -> LayoutUnit { .zero }
    func isMeasured(_ message: UInt32) -> Bool { true }
    func isMeasured(from message: UInt32, to end: LayoutUnit) -> Bool { true }
    var gone: UInt32?
    let (shown, isShownAsSet): ([ShownPlace], Bool) = ([], true)
    func nearest(
      to message: UInt32,
      where isMeant: (UInt32) -> Bool
    ) -> (handle: UInt32, y: LayoutUnit)? {
      isMeant(message + 1) ? (message + 1, LayoutUnit(points: 100 * Int(message + 1))) : nil
    }
    func block(
      of message: UInt32,
      from inset: LayoutUnit,
      besides folded: FoldedPart
    ) -> (block: Int, inset: LayoutUnit)? { nil }
  }

  private let content = Content()

  private func units(_ value: Int) -> LayoutUnit { LayoutUnit(rawValue: Int64(value)) }

  /// Content of this height in a viewport of 800 pt.
  private func scene(_ height: Int, ms: Int = 0) -> ViewportScene {
    let extents = ViewportExtents(
      contentTop: .zero,
      contentBottom: LayoutUnit(points: height),
      height: LayoutUnit(points: 800),
      insets: Insets(),
      restsAtBottom: false
    )
    return ViewportScene(extents, content, at: Instant(milliseconds: Double(ms)), endsAtEnd: true)
  }

  private func viewport(at points: Int, list: (any ListMoving)? = nil) -> Viewport {
    Viewport(offset: LayoutUnit(points: points), deceleration: .normal, list: list)
  }

  /// Makes frames of 10 ms each until nothing moves.
  private func settle(_ viewport: inout Viewport, _ height: Int, from start: Int = 0) {
    for frame in 1...200 {
      viewport.beginFrame()
      viewport.solve(in: scene(height, ms: start + 10 * frame), frame: frame)
      viewport.endFrame(in: scene(height, ms: start + 10 * frame))
      viewport.checkInvariants()
    }
  }

  @Test func anotherAnchorMovesNothing() {
    var viewport = viewport(at: 10)
    var generator = SeededGenerator(seed: PropertySettings.seed)
    for _ in 0..<PropertySettings.iterations(1_000) {
      let before = viewport.offset
      let anchor = ScrollAnchor.block(UInt32(generator.nextIndex(below: 9)), 0)
      let y = units(generator.nextIndex(below: 100_000))
      viewport.keep(PlacedAnchor(anchor: anchor, y: y), isKept: false)
      #expect(viewport.offset == before)
      #expect(viewport.anchor.anchor == anchor && viewport.anchor.y == y)
    }
  }

  /// A naive model keeps the offset and the shift of the space as numbers of their own.
  @Test func theOffsetIsTheSumOfWhatMovedIt() {
    var viewport = viewport(at: 0)
    var generator = SeededGenerator(seed: PropertySettings.seed)
    var (offset, shift, travel) = (0, 0, 0)
    for _ in 0..<PropertySettings.iterations(2_000) {
      let way = generator.nextIndex(below: 2_001) - 1_000
      switch generator.nextIndex(below: 5) {
      case 0:
        viewport.take(.hosted(by: units(way).points, .dragging), in: scene(9_000))
        offset += way
        travel += way
      case 1:
        viewport.follow(content: units(way))
        offset += way
      case 2:
        viewport.rebase(by: units(way))
        offset += way
        shift += way
      case 3:
        viewport.keep(PlacedAnchor(anchor: .end, y: units(way)), isKept: false)
      default:
        viewport.beginFrame()
        travel = 0
      }
      #expect(viewport.offset == units(offset))
      #expect(viewport.spaceShift == units(shift))
      #expect(viewport.travel == units(travel))
      viewport.checkInvariants()
    }
  }

  @Test func theRangeEndsMoveAFreeViewportAndSayso() {
    var viewport = viewport(at: 0)
    viewport.take(.opened(.held(.message(9, .top))), in: scene(3_000))
    settle(&viewport, 3_000)
    #expect(
      viewport.offset == LayoutUnit(points: 900) && viewport.follow(in: scene(2_700)) == .free
    )
    viewport.beginFrame()
    viewport.solve(in: scene(1_500), frame: 1)
    #expect(viewport.offset == LayoutUnit(points: 700) && viewport.isClamped)
    // While heights are still being found the end is kept.
    viewport.takeAnchor(in: scene(1_500))
    #expect(viewport.anchor.anchor == .end && viewport.anchor.y == LayoutUnit(points: 1_500))
    viewport.endFrame(in: scene(1_500))
    viewport.beginFrame()
    #expect(!viewport.isClamped)
    viewport.takeAnchor(in: scene(1_500))
    #expect(viewport.anchor.anchor == .block(7, 0) && viewport.offset == LayoutUnit(points: 700))
  }

  @Test func aSentMessageGoesToTheTopAndIsHeldThere() {
    var viewport = viewport(at: 0)
    viewport.take(.opened(.end), in: scene(2_000))
    viewport.take(.sendBegins, in: scene(2_000))
    viewport.take(.sent(19, isAgain: false, isFirst: false), in: scene(2_700))
    #expect(viewport.follow(in: scene(2_700)) == .approaching(19) && viewport.isMoving)
    settle(&viewport, 2_700)
    #expect(
      viewport.follow(in: scene(2_700)) == .pin(19) && viewport.offset == LayoutUnit(points: 1_900)
    )
    // The range's end keeps it from its place until there is room again.
    viewport.beginFrame()
    viewport.solve(in: scene(2_650), frame: 1)
    #expect(viewport.offset == LayoutUnit(points: 1_850) && viewport.isClamped)
    #expect(viewport.follow(in: scene(2_650)) == .approaching(19))
    settle(&viewport, 2_700)
    #expect(viewport.follow(in: scene(2_700)) == .pin(19) && !viewport.isClamped)
    #expect(viewport.offset == LayoutUnit(points: 1_900))
    content.gone = 19
    viewport.take(.left(keepsAnchor: true), in: scene(2_700))
    #expect(viewport.follow(in: scene(2_700)) == .free)
  }

  /// A move that stands at an end of the range gathers no speed behind it.
  @Test func aMoveThatAnEndStoppedGoesOnFromRest() {
    var viewport = viewport(at: 0)
    viewport.take(.opened(.start), in: scene(3_000))
    viewport.take(.asked(.message(20, .top), isAnimated: true, isByReader: true), in: scene(3_000))
    func frame(_ height: Int, _ ms: Int) {
      viewport.beginFrame()
      viewport.solve(in: scene(height, ms: ms), frame: ms)
      viewport.endFrame(in: scene(height, ms: ms))
    }
    frame(3_000, 50)
    let place = viewport.offset
    #expect(place > LayoutUnit(points: 10))
    #expect(viewport.velocity(at: Instant(milliseconds: 50)) > 0)
    frame(810, 51)
    #expect(viewport.offset == LayoutUnit(points: 10))
    #expect(viewport.velocity(at: Instant(milliseconds: 51)) == 0 && viewport.isMoving)
    frame(3_000, 67)
    frame(3_000, 84)
    #expect(viewport.offset > LayoutUnit(points: 10) && viewport.offset < place)
    settle(&viewport, 3_000, from: 84)
    #expect(viewport.offset == LayoutUnit(points: 2_000) && !viewport.isMoving)
  }

  /// Another thing that is asked for takes the place of what was: there is one goal.
  @Test func whatIsAskedForLastIsGoneTo() {
    var viewport = viewport(at: 0)
    viewport.take(.opened(.end), in: scene(3_000))
    viewport.take(.asked(.message(3, .top), isAnimated: false, isByReader: true), in: scene(3_000))
    viewport.take(.asked(.top, isAnimated: true, isByReader: false), in: scene(3_000))
    viewport.take(.asked(.message(5, .top), isAnimated: true, isByReader: true), in: scene(3_000))
    settle(&viewport, 3_000)
    #expect(viewport.offset == LayoutUnit(points: 500))
    // Selected text is moved by its reader alone.
    viewport.take(.selected(5, utf8: 0, offset: nil), in: scene(3_000))
    viewport.take(.asked(.end, isAnimated: false, isByReader: false), in: scene(3_000))
    #expect(viewport.wishes == (0, 1) && viewport.offset == LayoutUnit(points: 500))
  }

  /// What is asked for in a message that has not come is gone to once it has, unless something else is done.
  @Test func whatIsAskedForAheadWaitsForItsMessage() {
    var viewport = viewport(at: 0)
    viewport.take(.opened(.end), in: scene(3_000))
    let wish = ViewportWish("m7", .message(0, .top), isAnimated: false, isByReader: true)
    viewport.take(.askedAhead(wish), in: scene(3_000))
    #expect(viewport.awaited == "m7" && !viewport.wasMoved)
    viewport.take(.awaitedCame(7), in: scene(3_000))
    #expect(viewport.awaited == nil && viewport.wishes == (1, 0) && viewport.wasMoved)
    #expect(viewport.offset == LayoutUnit(points: 700))
    viewport.take(.askedAhead(wish), in: scene(3_000))
    viewport.take(.stepped(by: 10), in: scene(3_000))
    #expect(viewport.awaited == nil && viewport.wishes == (1, 1))
    viewport.beginFrame()
    #expect(viewport.wishes == (0, 0))
  }

  @Test func whatMovesContentForTheKeyboardMovesTheViewport() {
    var list = KeyboardDisplacement()
    list.open(by: units(640), pace: .keyboard, at: .zero)
    var viewport = viewport(at: 100, list: list)
    viewport.take(.opened(.held(.message(9, .top))), in: scene(3_000))
    #expect(viewport.isListRunning)
    viewport.solve(in: scene(3_000, ms: 50), frame: 1)
    let displacement = viewport.displacement
    #expect(displacement < .zero && displacement > units(-640))
    #expect(viewport.offset == LayoutUnit(points: 900))
    viewport.endFrame(in: scene(3_000, ms: 50))
    viewport.take(.foreground, in: scene(3_000, ms: 60))
    #expect(viewport.displacement == units(-640) && !viewport.isListRunning)
    #expect(viewport.offset == LayoutUnit(points: 900) + units(640) + displacement)
  }
}
