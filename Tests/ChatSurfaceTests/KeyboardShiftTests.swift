import ChatSurface
import Lengths
import PublishedDesigns
import Testing
import Timebase

@Suite struct KeyboardShiftTests {
  /// One line of the published table: distance, blank, T, M and the shift.
  struct Check: Sendable, CustomStringConvertible {
    var distance: Int
    var blank: Int
    var travel: Int
    var reach: Int
    var shift: Int

    var description: String { "\(distance)/\(blank)/\(travel)/\(reach) → \(shift)" }
  }

  static let checks = [
    Check(distance: 80, blank: 20, travel: 300, reach: 300, shift: -280),
    Check(distance: 0, blank: 100, travel: 230, reach: 300, shift: -100),
    Check(distance: 1, blank: 50, travel: 300, reach: 300, shift: -49),
    Check(distance: 5, blank: 350, travel: 300, reach: 350, shift: -300),
    Check(distance: 10, blank: 400, travel: 300, reach: 350, shift: -300),
    Check(distance: 250, blank: 0, travel: 350, reach: 350, shift: -350),
    Check(distance: 0, blank: 0, travel: 302, reach: 336, shift: 0),
  ]

  private func shift(
    _ direction: KeyboardShift.Direction,
    _ distance: Int,
    _ blank: Int,
    _ travel: Int,
    _ reach: Int
  ) -> LayoutUnit {
    KeyboardShift.shift(
      direction,
      distance: LayoutUnit(points: distance),
      blank: LayoutUnit(points: blank),
      travel: LayoutUnit(points: travel),
      reach: LayoutUnit(points: reach)
    )
  }

  @Test(arguments: checks)
  func openingFollowsThePublishedTable(check: Check) {
    let shift = shift(.opening, check.distance, check.blank, check.travel, check.reach)
    #expect(shift == LayoutUnit(points: check.shift))
  }

  /// The blank's own formula holds below M; from there on it is all of T.
  @Test func withFewerPointsThanTheBlankTheBlankDecidesBelowM() {
    #expect(shift(.opening, 300, 349, 300, 350) == LayoutUnit(points: -49))
    #expect(shift(.opening, 300, 350, 300, 350) == LayoutUnit(points: -300))
    #expect(shift(.opening, 49, 50, 300, 350) == LayoutUnit(points: -1))
    #expect(shift(.opening, 0, 330, 300, 350) == LayoutUnit(points: -300))
    #expect(shift(.opening, -10, 50, 300, 350) == LayoutUnit(points: -60))
    #expect(shift(.opening, 50, 50, 300, 350) == LayoutUnit(points: -250), "as many are not fewer")
  }

  @Test func withoutABlankNothingMovesNearTheEnd() {
    #expect(shift(.opening, 0, 0, 300, 350) == .zero)
    #expect(shift(.opening, 99, 0, 300, 350) == .zero)
    #expect(shift(.opening, 100, 0, 300, 350) == LayoutUnit(points: -300))
    #expect(shift(.opening, 99, 1, 300, 350) == LayoutUnit(points: -299))
    #expect(shift(.opening, 60, 40, 41, 400) == LayoutUnit(points: -1))
  }

  @Test func nearTheEndIsBelowAHundredPoints() {
    #expect(shift(.opening, 99, 20, 300, 300) == LayoutUnit(points: -280))
    #expect(shift(.opening, 100, 20, 300, 300) == LayoutUnit(points: -300))
    #expect(shift(.opening, 60, 40, 40, 400) == LayoutUnit(points: -40))
  }

  @Test func closingAtTheEndGivesBackWhatTheBlankTakes() {
    #expect(shift(.closing, 0, 120, 300, 400) == LayoutUnit(points: -120))
    #expect(shift(.closing, 12, 120, 300, 400) == LayoutUnit(points: -120))
    #expect(shift(.closing, 13, 120, 300, 400) == LayoutUnit(points: -300))
    #expect(shift(.closing, -5, 500, 300, 400) == LayoutUnit(points: -300))
    #expect(shift(.closing, 0, 0, 300, 400) == .zero)
  }

  /// Content moves up or stays, and never by more than the keyboard moves.
  @Test func aShiftLiesBetweenTheTravelAndZero() {
    for seed in PropertySettings.seed..<PropertySettings.seed + 20 {
      var random = SeededGenerator(seed: seed)
      func length(_ points: Int) -> LayoutUnit {
        LayoutUnit(rawValue: Int64(random.nextIndex(below: points * 64)))
      }
      for _ in 0..<PropertySettings.iterations {
        let travel = length(400)
        let blank = length(600)
        let distance = length(700) - LayoutUnit(points: 100)
        let reach = travel + length(150)
        for direction in KeyboardShift.Direction.allCases {
          let shift = KeyboardShift.shift(
            direction,
            distance: distance,
            blank: blank,
            travel: travel,
            reach: reach
          )
          guard shift <= .zero, shift >= -travel else {
            Issue.record("seed \(seed): \(shift) of \(distance), \(blank), \(travel), \(reach)")
            return
          }
        }
      }
    }
  }
}
