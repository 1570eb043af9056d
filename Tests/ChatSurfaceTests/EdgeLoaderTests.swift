import ChatSurface
import Lengths
import Testing
import Timebase

@Suite struct EdgeLoaderTests {
  /// A frame in a viewport of 600 pt.
  private func asks(
    _ loader: inout EdgeLoader,
    at distance: Int,
    content: Int = 5_000,
    hasMoved: Bool = true
  ) -> Bool {
    loader.update(
      distance: LayoutUnit(points: distance),
      content: LayoutUnit(points: content),
      viewport: LayoutUnit(points: 600),
      hasMoved: hasMoved
    )
  }

  @Test func aPageIsAskedForWithinAHundredPointsOnce() {
    var loader = EdgeLoader()
    #expect(!asks(&loader, at: 101))
    #expect(asks(&loader, at: 100))
    #expect(!asks(&loader, at: 60))
    #expect(!asks(&loader, at: -20))
    #expect(loader.requests == 1)
  }

  @Test func oneUnitMoreThanAHundredPointsIsTooFar() {
    for (extra, expected) in [(1, false), (0, true)] {
      var loader = EdgeLoader()
      let asks = loader.update(
        distance: LayoutUnit(points: 100) + LayoutUnit(rawValue: Int64(extra)),
        content: LayoutUnit(points: 5_000),
        viewport: LayoutUnit(points: 600),
        hasMoved: true
      )
      #expect(asks == expected)
    }
  }

  @Test func nothingIsAskedForAtFirstDisplay() {
    var loader = EdgeLoader()
    #expect(!asks(&loader, at: 0, hasMoved: false))
    #expect(!asks(&loader, at: 0, content: 600, hasMoved: false))
    #expect(asks(&loader, at: 0))
  }

  @Test func contentShorterThanTheViewportIsFilledUpAtFirstDisplay() {
    var loader = EdgeLoader()
    var height = 0
    while loader.requests < 50, asks(&loader, at: 0, content: height, hasMoved: false) {
      loader.begin()
      height += 150
      loader.end()
    }
    #expect(loader.requests == 4)
    #expect(height == 600)
  }

  @Test func shortContentIsNotAskedForInALoopWhenPagesAreEmpty() {
    var loader = EdgeLoader()
    #expect(asks(&loader, at: 0, content: 100, hasMoved: false))
    loader.begin()
    loader.end()
    #expect(!asks(&loader, at: 0, content: 100, hasMoved: false))
    #expect(asks(&loader, at: 0, content: 120, hasMoved: false))
  }

  @Test func nothingIsAskedForWhileALoadRuns() {
    var loader = EdgeLoader()
    loader.begin()
    #expect(loader.isLoading)
    #expect(!asks(&loader, at: 10))
    loader.end()
    #expect(asks(&loader, at: 10))
  }

  @Test func aPageShorterThanTheTriggerDistanceLetsItAskAgain() {
    var loader = EdgeLoader()
    #expect(asks(&loader, at: 10))
    loader.begin()
    loader.end()
    #expect(asks(&loader, at: 70))
    loader.end()
    #expect(!asks(&loader, at: 130))
  }

  @Test func anEmptyOrFailedPageArmsItButTheViewportMustMoveFirst() {
    var loader = EdgeLoader()
    #expect(asks(&loader, at: 10))
    loader.begin()
    loader.end()
    #expect(!asks(&loader, at: 10))
    #expect(asks(&loader, at: 9))
  }

  @Test func theValueOfIsProcessingMayBeRepeated() {
    var loader = EdgeLoader()
    #expect(asks(&loader, at: 10))
    loader.setProcessing(false)
    #expect(!asks(&loader, at: 20))
    for _ in 0..<3 { loader.setProcessing(true) }
    #expect(loader.isLoading)
    #expect(!asks(&loader, at: 30))
    loader.setProcessing(false)
    #expect(asks(&loader, at: 40))
  }

  @Test func anotherConversationIsAskedForAnew() {
    var loader = EdgeLoader()
    #expect(asks(&loader, at: 10))
    loader.reopen()
    #expect(asks(&loader, at: 10))
    loader.begin()
    loader.reopen()
    #expect(loader.isLoading)
  }

  /// Between two requests a load has ended, and none is made while one runs.
  @Test func requestsAndLoadsAlternate() {
    for seed in PropertySettings.seed..<PropertySettings.seed + 20 {
      var random = SeededGenerator(seed: seed)
      var loader = EdgeLoader()
      var mayAsk = true
      for step in 0..<PropertySettings.iterations {
        switch random.nextIndex(below: 6) {
        case 0:
          loader.begin()
          mayAsk = false
        case 1:
          loader.end()
          mayAsk = true
        default:
          let distance = random.nextIndex(below: 300) - 50
          let isShort = random.nextIndex(below: 4) == 0
          let hasMoved = random.nextIndex(below: 4) != 0
          let asks = asks(
            &loader,
            at: distance,
            content: random.nextIndex(below: 600) + (isShort ? 0 : 600),
            hasMoved: hasMoved
          )
          if asks, !mayAsk || (!isShort && (distance > 100 || !hasMoved)) {
            Issue.record("seed \(seed), step \(step): asked at \(distance) pt")
            return
          }
          if asks { mayAsk = false }
        }
      }
    }
  }
}
