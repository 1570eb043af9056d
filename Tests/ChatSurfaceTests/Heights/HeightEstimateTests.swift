import ChatSurface
import HeightIndexing
import Lengths
import Testing

@Suite struct HeightEstimateTests {
  private let width = LayoutUnit(points: 320)

  @Test func beforeAnythingWasMeasuredLinesAreCounted() {
    let estimate = HeightEstimate()
    #expect(
      estimate.estimate(characters: 0, width: width, textSize: 0) == LayoutUnit(points: 20)
    )
    #expect(
      estimate.estimate(characters: 41, width: width, textSize: 0) == LayoutUnit(points: 40)
    )
  }

  @Test func anEstimateIsNeverNothing() {
    var estimate = HeightEstimate()
    estimate.record(.zero, characters: 5, width: width, textSize: 0)
    estimate.record(LayoutUnit(rawValue: 1), characters: 0, width: width, textSize: 0)
    #expect(estimate.estimate(characters: 0, width: width, textSize: 0) > .zero)
    #expect(
      estimate.estimate(characters: .max, width: width, textSize: 0) <= HeightIndex.maximumHeight
    )
    #expect(
      estimate.estimate(characters: .max, width: .zero, textSize: 9) <= HeightIndex.maximumHeight
    )
  }

  @Test func itLearnsABaseAndARate() {
    var estimate = HeightEstimate()
    for round in 0..<20_000 {
      let characters = round % 400
      estimate.record(
        LayoutUnit(points: 24 + characters / 2),
        characters: characters,
        width: width,
        textSize: 0
      )
    }
    let guess = estimate.estimate(characters: 200, width: width, textSize: 0).points
    #expect(guess > 118 && guess < 130, "\(guess)")
  }

  @Test func theLeastRecentlyRecordedWidthGoesFirst() {
    var estimate = HeightEstimate(limit: 2)
    for points in [100, 200, 100, 300] {
      estimate.record(
        LayoutUnit(points: 77),
        characters: 10,
        width: LayoutUnit(points: points),
        textSize: 0
      )
    }
    #expect(estimate.modelCount == 2)
    let kept = estimate.estimate(characters: 10, width: LayoutUnit(points: 100), textSize: 0)
    let gone = estimate.estimate(characters: 10, width: LayoutUnit(points: 200), textSize: 0)
    #expect(kept == LayoutUnit(points: 77))
    #expect(gone == LayoutUnit(points: 20))
  }
}
