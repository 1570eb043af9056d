import FrameMetrics
import FramePacing
import Records
import Testing
import Timebase

/// Which moments a cell keeps of what it missed, and what they say.
@Suite struct MomentTests {
  private func cell(missing budget: Budget?, lost: [Int] = [0, 0, 17, 3]) -> CellRecord {
    var cell = CellRecord(
      scenario: "s",
      profile: "reference",
      device: "d",
      refreshHertz: 60,
      seed: 1
    )
    for (tick, count) in lost.enumerated() {
      var frame = FrameRecord(swallowedTick: tick, at: Instant(milliseconds: Double(tick) * 100))
      frame.isSwallowed = false
      frame.lostVsyncs = count
      frame.cost[.layout] = Nanoseconds(milliseconds: Double(count) * 16)
      frame.cost[.measure] = Nanoseconds(milliseconds: 1)
      cell.frames.append(frame)
    }
    if let budget {
      cell.budgets = [
        BudgetCheck(
          name: budget.rawValue,
          limit: 0,
          value: 1,
          unit: budget.unit,
          isUpperLimit: true,
          state: .missed
        )
      ]
    }
    return cell
  }

  @Test(arguments: [Budget.longestHitch, .hitchRatio, .lateFrames, .adherence])
  func aMissOfLateFramesKnowsTheLatestAndWhatItTook(budget: Budget) throws {
    var cell = cell(missing: budget)
    cell.keepMoments([])
    let moment = try #require(cell.faults?.first)
    #expect(cell.faults?.count == 1 && moment.kind == .lateFrame)
    #expect(moment.words == "at 0.2 s a frame was 283 ms late: layout took 272.0 ms")
  }

  @Test func aFrameOfAnOpeningIsNoMomentOfLateFrames() throws {
    var cell = cell(missing: .longestHitch)
    cell.openings = [
      Opening(due: Instant(milliseconds: 150), settled: Instant(milliseconds: 250))
    ]
    cell.keepMoments([])
    #expect(cell.faults?.first?.instant == Instant(milliseconds: 300))
  }

  /// Of what judges of text found only the worst, and only what is missed; of the screen all.
  @Test func theWorstOfWhatIsMissedIsKept() throws {
    let found = [
      ScreenFault(.lateToken, at: Instant(milliseconds: 10), message: "a", milliseconds: 800),
      ScreenFault(.lateToken, at: Instant(milliseconds: 20), message: "b", milliseconds: 900),
      ScreenFault(.lateChunk, at: Instant(milliseconds: 30), message: "a", milliseconds: 500),
      ScreenFault(.jolt, at: Instant(milliseconds: 5), points: 3),
    ]
    var missed = cell(missing: .tokenLag)
    missed.keepMoments(found)
    #expect(missed.faults?.map(\.kind) == [.jolt, .lateToken])
    #expect(
      missed.faults?.last?.words == "at 0.02 s text of message b was shown 900 ms after it was due"
    )
    var kept = cell(missing: nil)
    kept.keepMoments(found)
    #expect(kept.faults?.map(\.kind) == [.jolt])
  }

  @Test func theFirstWordsOfItsMessageAreNamed() {
    var cell = cell(missing: .tokenLag)
    cell.screen.texts = [
      ScreenText(id: "b", role: .user, text: "How tall is  the tower of Pisa, please?", columns: 40)
    ]
    cell.keepMoments([
      ScreenFault(.lateToken, at: .zero, message: "b", milliseconds: 900)
    ])
    #expect(cell.faults?.first?.text == "How tall is the tower of Pisa,")
  }

  /// A line or a piece of text is quoted by its own words, from the one in which it begins; beyond the end by none.
  @Test(arguments: [
    (
      ScreenFault.Place.line(LineName(message: "b", part: 0, start: 17)),
      "Là-bas est la tour" as String?
    ),
    (.line(LineName(message: "b")), "How tall is it? Là-bas est la"),
    (.scalars(20), "Là-bas est la tour"), (.scalars(28), "la tour"), (.scalars(900), nil),
  ])
  func theWordsOfItsPlaceAreNamed(place: ScreenFault.Place, words: String?) {
    var cell = cell(missing: .tokenLag)
    let text = "How tall is it?\n\nLà-bas est la tour"
    cell.screen.texts = [ScreenText(id: "b", role: .user, text: text, columns: 40)]
    var fault = ScreenFault(.lateToken, at: .zero, message: "b", milliseconds: 900)
    fault.place = place
    cell.keepMoments([fault])
    #expect(cell.faults?.first?.text == words)
    #expect(cell.faults?.first?.place == nil)
  }

  /// Every budget but that of growth over a whole run has a kind that shows it.
  @Test func everyBudgetHasAMoment() {
    let shown = Set(ScreenFault.Kind.allCases.flatMap(\.checks))
    let without = Budget.allCases.filter { !shown.contains($0.rawValue) }
    #expect(without == [.shiftBack, .idleFrames, .costGrowth])
  }
}
