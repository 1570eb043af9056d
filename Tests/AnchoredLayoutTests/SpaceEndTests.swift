import AnchoredLayout
import Lengths
import Testing

/// The ends of the content space, in the reference's layout with heights supplied by the host.
///
/// `ITERATIONS` is the number of prepends, 2,000,000 of 60 pt in full; with fewer the items are
/// higher by as much, so that the document is as tall. The document that is read has five times
/// as many items.
@Suite struct SpaceEndTests {
  private static let viewport = LayoutUnit(points: 852)
  private let prepends = PropertySettings.iterations(200_000)

  private var height: LayoutUnit { LayoutUnit(points: 60 * 2_000_000 / prepends) }

  /// Prepends one item after the other; twenty times the reader jumps to the first one.
  @Test func nothingMovesWhilePrependsRunPastTheSpacesEnd() {
    var reader = SpaceReader(viewport: Self.viewport)
    reader.load(count: 1, height: height)
    for number in 1...prepends {
      reader.prepend(handle: UInt32(number), height: height)
      if number % (prepends / 20) == 0 { reader.jump(to: reader.layout.top) }
      if reader.drift != .zero { break }
    }
    #expect(reader.drift == .zero)
    #expect(reader.layout.bottom - reader.layout.top == height * (prepends + 1))
    #expect(reader.layout.rebases >= 2)
    #expect(reader.rebaseWork == [0])
    reader.layout.checkInvariants()
  }

  /// Reads from the end to the first item, a screen at a time.
  @Test func nothingMovesWhileTheReaderGoesThroughTheWholeDocument() {
    let items = 5 * prepends
    var reader = SpaceReader(viewport: Self.viewport)
    reader.load(count: items, height: height)
    reader.jump(to: reader.layout.bottom - Self.viewport)
    while reader.offset > reader.layout.top, reader.drift == .zero {
      reader.scroll(by: -Self.viewport)
    }
    #expect(reader.drift == .zero)
    #expect(reader.seen == items)
    #expect(reader.layout.rebases >= 11)
    #expect(reader.rebaseWork == [0])
  }
}
