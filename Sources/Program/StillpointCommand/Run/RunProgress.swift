import Foundation

/// How far a run has come, and how long it will go on.
///
/// What a cell will take is what its own pace says, or else what the cells of its load took, or else
/// what all cells took: the more is known, the better the estimate.
final class RunProgress {
  private struct Cell {
    var fraction = 0.0
    /// Seconds at work.
    var busy = 0.0
    var lastSeen: Date?
    var isOver = false
  }

  /// A cell's own pace counts from here on.
  private static let leastFraction = 0.02
  /// From here on it is said that no process says anything, in seconds.
  private static let noticedSilence = 5.0

  private let requests: [CellRequest]
  private let jobs: Int
  private let console: Console
  private var cells: [Cell]
  /// When a cell's process last said something.
  private var lastWord = Date()

  init(_ requests: [CellRequest], jobs: Int, console: Console) {
    self.requests = requests
    self.jobs = jobs
    self.console = console
    cells = Array(repeating: Cell(), count: requests.count)
    if let first = requests.first { say(first.words, 0) }
  }

  /// Takes note of what a cell's process says.
  func note(_ progress: CellProgress, of task: Int) {
    let now = Date()
    // The first word of a repetition comes after a wait for its turn.
    if progress.screenSeconds > 0, let last = cells[task].lastSeen {
      cells[task].busy += now.timeIntervalSince(last)
    }
    cells[task].lastSeen = now
    cells[task].fraction = progress.fraction
    lastWord = now
    say(requests[task].words, progress.fraction)
  }

  /// Takes note of a cell's end.
  func end(_ task: Int) {
    cells[task].isOver = true
    cells[task].fraction = 1
  }

  /// Says again where the run is when no process has said anything for a while: one that hangs is not
  /// to make the program silent.
  func tick() {
    let silence = Date().timeIntervalSince(lastWord)
    // With several at work the first of them is named.
    guard silence >= Self.noticedSilence, let task = cells.firstIndex(where: { !$0.isOver }) else {
      return
    }
    say(requests[task].words, cells[task].fraction, silence: Int(silence))
  }

  private func say(_ words: String, _ fraction: Double, silence: Int? = nil) {
    let still = silence.map { ", silent for \($0) s" } ?? ""
    console.progress(
      cells.count(where: \.isOver),
      of: cells.count,
      "\(words), \(Int(fraction * 100)) %\(still)",
      secondsLeft: secondsLeft
    )
  }

  /// Nil while nothing is known.
  private var secondsLeft: Double? {
    let over = cells.indices.filter { cells[$0].isOver && cells[$0].busy > 0 }
    let all = Self.mean(over.map { cells[$0].busy })
    var sum = 0.0
    for index in cells.indices where !cells[index].isOver {
      let cell = cells[index]
      let alike = Self.mean(
        over.filter { requests[$0].load == requests[index].load }.map { cells[$0].busy }
      )
      let pace = cell.fraction >= Self.leastFraction ? cell.busy / cell.fraction : nil
      guard let whole = pace ?? alike ?? all else { return nil }
      sum += max(whole * (1 - cell.fraction), 0)
    }
    return sum / Double(jobs)
  }

  private static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}
