import ChildProcesses
import Foundation
import Records
import Statistics
import Timebase

extension CapacityProcesses {
  /// How many places the change point is looked for at, each once in a round, and how many rounds there are.
  private static let places = 9
  private static let rounds = 8

  /// Looks for the change points of measured cost.
  ///
  /// A round of a cell is a process of its own, and the cells take turns: what changes from process to process,
  /// and while the machine has other work, is within a cell's rounds and not between two cells, or two reports.
  ///
  /// - Parameter answers: What the searches found of `requests`; gets the change points.
  /// - Throws: As ``run(_:_:)``.
  func measure(_ requests: [CapacityRequest], _ answers: inout [CapacityAnswer]) throws {
    let loads = zip(requests, answers).map { Self.loads(around: $1.brackets[.frames]) }
    let cells = loads.indices.filter { !loads[$0].isEmpty }
    let rounds = (0..<Self.rounds).flatMap { round in cells.map { (cell: $0, round: round) } }
    var left = rounds.map { place in
      var chance = SeededGenerator(
        seed: requests[place.cell].seed ?? 1,
        index: UInt64(54 + Self.rounds * place.cell + place.round)
      )
      return loads[place.cell].shuffled(using: &chance)
    }
    var trials: [[ChangePoint.Trial]] = rounds.map { _ in [] }
    var whole: [[[ChangePoint.Trial]]] = answers.map { _ in [] }
    var done = 0
    try pool.run(
      rounds.indices.map { ChildTask(command: command, group: $0) },
      next: { task, answer in
        let cell = rounds[task].cell
        if let answer, let probe = try Self.probe(answer) {
          trials[task].append(
            ChangePoint.Trial(place: probe.load, isMissed: probe.miss(of: .frames) != nil)
          )
        }
        guard let load = left[task].popLast() else { return nil }
        var request = requests[cell]
        request.load = load
        console.progress(
          done,
          of: rounds.count,
          "\(request.words), round \(rounds[task].round + 1) of \(Self.rounds)"
        )
        return Array(try JSONEncoder().encode(request))
      },
      deliver: { task, _ in
        done += 1
        let cell = rounds[task].cell
        if trials[task].count == loads[cell].count { whole[cell].append(trials[task]) }
      }
    )
    for cell in cells { answers[cell].change = CapacityAnswer.MeasuredChange(rounds: whole[cell]) }
  }

  /// Loads from half to twice the one that the search found.
  private static func loads(around bracket: CapacitySearch.Bracket?) -> [Double] {
    guard let broken = bracket?.broken, bracket?.kept != nil else { return [] }
    let half = places / 2
    return (-half...half)
      .map { max(1, (broken * exp2(Double($0) / Double(half))).rounded()) }
      .reduce(into: []) { loads, load in if loads.last != load { loads.append(load) } }
  }
}
