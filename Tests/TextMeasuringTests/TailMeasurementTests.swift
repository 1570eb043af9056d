import Lengths
import Testing
import TextMeasuring

/// What a growing text's measurement keeps, and what it goes back to.
@Suite struct TailMeasurementTests {
  private let measurer = FixedAdvanceMeasurer()

  private var context: TailMeasurement.Context {
    .init(
      measurer: ObjectIdentifier(measurer),
      textWidth: LayoutUnit(points: 100),
      face: .body,
      textSize: .large
    )
  }

  private func state(_ offset: Int, needing needed: Int) -> TailMeasurement.State {
    .init(utf8Offset: offset, neededUTF8Count: needed, registers: .init(repeating: Int64(offset)))
  }

  private func tail(_ offsets: some Sequence<Int>) -> TailMeasurement {
    var tail = TailMeasurement()
    tail.resume(in: context, keeping: 0)
    for offset in offsets { tail.settle(state(offset, needing: offset + 10)) }
    return tail
  }

  @Test func aStateThatNeedsWhatChangedIsNotTakenUp() {
    for kept in stride(from: 0, through: 6_100, by: 7) {
      var tail = tail(stride(from: 40, through: 6_000, by: 40))
      let isKnown = tail.resume(in: context, keeping: kept)
      #expect(isKnown)
      #expect(tail.state.neededUTF8Count <= kept)
      #expect(tail.registers[0] == Int64(tail.utf8Offset))
      // The next one kept would have needed more, or lies less than a step further.
      #expect(tail.utf8Offset + 10 + TailMeasurement.spacing + 40 > min(kept, 6_010))
    }
  }

  @Test func whatWasForgottenIsThereNoMore() {
    var tail = tail([600, 1_200])
    tail.forget()
    let isKnown = tail.resume(in: context, keeping: 2_000)
    #expect(!isKnown)
    #expect(tail.utf8Offset == 0)
    #expect(tail.earlierCount == 0)
  }

  @Test func anotherContextStartsOver() {
    var tail = tail([600, 1_200])
    var other = context
    other.textSize = .small
    let isKnown = tail.resume(in: other, keeping: 2_000)
    #expect(!isKnown)
    #expect(tail.utf8Offset == 0)
    #expect(tail.earlierCount == 0)
  }

  /// One that keeps nothing begins at the start, and knows all the same what the text had.
  @Test func withoutStatesEveryCallBeginsAtTheStart() {
    var tail = TailMeasurement(keepsStates: false)
    for kept in [0, 700, 1_200] {
      tail.resume(in: context, keeping: kept)
      #expect(tail.utf8Offset == 0 && tail.earlierCount == 0)
      #expect(tail.keptUTF8Count == kept)
      tail.settle(state(600, needing: 610))
    }
    var other = context
    other.textSize = .small
    tail.resume(in: other, keeping: 1_000)
    #expect(tail.utf8Offset == 0 && tail.keptUTF8Count == 1_000)
  }

  @Test func aStateBeforeTheLastOneIsLeftOut() {
    var tail = tail([600, 1_200])
    tail.settle(state(700, needing: 701))
    tail.settle(state(1_200, needing: 1_900))
    #expect(tail.state == state(1_200, needing: 1_210))
  }

  @Test func asManyStatesAsTheLimitAreKeptTheLastOfThemClose() {
    let end = 4 << 20
    var tail = tail(stride(from: 50, through: end, by: 50))
    #expect(tail.earlierCount <= TailMeasurement.limit)
    // Gone back through to the start: each step is as long as `spacing` near the end.
    var last = tail.utf8Offset
    var steps = 0
    while last > 0 {
      tail.resume(in: context, keeping: tail.state.neededUTF8Count - 1)
      let step = last - tail.utf8Offset
      if steps < TailMeasurement.limit / 2 - 1 { #expect(step <= TailMeasurement.spacing + 100) }
      last = tail.utf8Offset
      steps += 1
    }
    #expect(steps <= TailMeasurement.limit + 1)
  }
}
