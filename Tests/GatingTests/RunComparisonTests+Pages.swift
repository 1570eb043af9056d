import FrameMetrics
import Gating
import Records
import Testing

extension RunComparisonTests {
  /// A driven page of which one thing is known: when it followed again.
  private func page(_ outcome: MetricOutcome, doubt: String? = nil) -> CellRecord {
    var cell = cell(layout: [1], frame: [1])
    cell.metrics = [MetricValue(of: .pageReengage, .value, outcome)]
    cell.budgets =
      doubt.map { doubt in
        [
          BudgetCheck(
            name: "\(BudgetCheck.undriven)_1",
            limit: 0,
            value: nil,
            unit: "",
            isUpperLimit: true,
            state: .invalid,
            note: doubt
          )
        ]
      } ?? []
    return cell
  }

  private func compared(_ first: CellRecord, _ second: CellRecord) throws -> RunComparison.Cell {
    try RunComparison(run([first], cost: .modelled), run([second], cost: .modelled)).cells[0]
  }

  @Test func whatNeverCameIsBeyondEveryFigure() throws {
    let (never, came) = (page(.never("it never did")), page(.figure(0)))
    #expect(try compared(never, came).figures.map(\.verdict) == [.better])
    #expect(try compared(came, never).figures.map(\.verdict) == [.worse])
    let nothing = page(.nothing("nobody came back"))
    #expect(try compared(nothing, came).figures.map(\.verdict) == [.cannotTell])
  }

  /// An animation beside the text changes it: it is neither worse nor called the same.
  @Test func styleRecalculationsAreShownAndSaidToBeNotCompared() throws {
    func driven(_ styles: Double) -> CellRecord {
      var cell = self.page(.figure(0))
      cell.metrics.append(MetricValue(of: .pageStyles, .value, .figure(styles)))
      return cell
    }
    for (styles, verdict) in [(1.0, RunComparison.Verdict.equal), (9.0, .cannotTell)] {
      let figures = try compared(driven(1), driven(styles)).figures
      #expect(figures.map(\.verdict) == [.equal, verdict])
      #expect((figures[1].note != nil) == (styles != 1))
    }
  }

  @Test func aPageThatCannotBeJudgedIsNotCompared() throws {
    let (good, bad) = (page(.figure(0)), page(.figure(9), doubt: "the wheel moved nothing"))
    for (first, second, place) in [(good, bad, "second"), (bad, good, "first")] {
      let cell = try compared(first, second)
      #expect(cell.figures.isEmpty)
      #expect(
        cell.refusal == "it cannot be judged in the \(place) run: the wheel moved nothing"
      )
    }
  }
}
