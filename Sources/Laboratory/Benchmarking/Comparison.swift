import Foundation
import Statistics

/// Two programs with the same cases, which may stand for two revisions, case by case.
package struct Comparison {
  let programs: (old: String, new: String)
  /// How many pairs of processes there are: where memory lies differs from process to process.
  var pairs = 10
  /// How often both take turns in each pair; contestants that time themselves do 12 at most.
  var rounds = 40
  /// What is planted in the new program, by case, in percent.
  var planted: [String: Double] = [:]
  /// The least difference that counts.
  static let least = 0.02
  /// How often at most more processes look at a case whose ratio is over that and its interval is not.
  static let looks = 3

  /// What a comparison says of a case.
  package struct Verdict {
    let id: String
    /// New over old, and its interval of 99 %.
    package private(set) var ratio: Double
    package private(set) var interval: ClosedRange<Double>

    /// Makes the verdict on some ratios, one of each pair of processes.
    ///
    /// - Precondition: There is one at least.
    package init(of id: String, ratios: [Double]) {
      self.id = id
      ratio = Bootstrap.median(ratios)
      interval = SampleStatistics.interval(ratios, confidence: 0.99)
    }

    /// 1 for slower, -1 for faster, 0 when the interval holds a difference that is none.
    package var direction: Int {
      interval.lowerBound > 1 + least ? 1 : interval.upperBound < 1 - least ? -1 : 0
    }

    /// Whether more figures may tell that there is a difference.
    package var isOpen: Bool { direction == 0 && abs(ratio - 1) > least }

    /// The verdict of other processes where both find the same; where they do not, it holds what either
    /// found possible.
    package func confirmed(by second: Verdict) -> Verdict {
      var verdict = second
      if direction != second.direction {
        verdict.interval =
          min(
            interval.lowerBound,
            second.interval.lowerBound
          )...max(
            interval.upperBound,
            second.interval.upperBound
          )
      }
      return verdict
    }

    /// A row of a table.
    ///
    /// - Parameter instructions: New over old; nil where they were not counted.
    func row(instructions: Double?) -> String {
      func text(_ value: Double) -> String { String(format: "%.3f", value) }
      let word = direction > 0 ? "slower" : direction < 0 ? "faster" : ""
      return "| \(id) | \(text(ratio)) | \(text(interval.lowerBound)) to "
        + "\(text(interval.upperBound)) | \(instructions.map(text) ?? "n/a") | \(word) |"
    }
  }

  /// Compares cases. What differs is looked at again, with other processes; it counts when these
  /// find the same.
  func verdicts(_ ids: [String]) throws -> [Verdict] {
    var verdicts = try settled(ids)
    let seen = verdicts.filter { $0.direction != 0 }
    guard !seen.isEmpty else { return verdicts }
    let again = try settled(seen.map(\.id))
    for second in again {
      guard let place = verdicts.firstIndex(where: { $0.id == second.id }) else { continue }
      verdicts[place] = verdicts[place].confirmed(by: second)
    }
    return verdicts
  }

  /// What as many processes say as it takes to tell.
  private func settled(_ ids: [String]) throws -> [Verdict] {
    var ratios: [String: [Double]] = [:]
    var verdicts: [Verdict] = []
    var open = ids
    for _ in 0..<Self.looks where !open.isEmpty {
      try look(open, &ratios)
      verdicts = ids.compactMap { id in ratios[id].map { Verdict(of: id, ratios: $0) } }
      open = verdicts.filter(\.isOpen).map(\.id)
    }
    return verdicts
  }

  /// Adds the ratios that some pairs of processes find, by case: one a pair.
  ///
  /// - Throws: ``Complaint`` when a program ends, has no such case, or answers otherwise.
  private func look(_ ids: [String], _ ratios: inout [String: [Double]]) throws {
    for _ in 0..<pairs {
      let old = try Peer(program: programs.old)
      let new = try Peer(program: programs.new)
      for id in ids {
        guard let load = try old.open(id, load: nil, plus: 0),
          try new.open(id, load: load, plus: planted[id] ?? 0) != nil
        else { throw Complaint(text: "\(id): \(programs.old) has no such case; filter it out") }
        if ratios[id] == nil {
          let answers = (old: try old.answer(), new: try new.answer())
          guard answers.old == answers.new else {
            throw Complaint(text: "\(id): answers \(answers.new), the older one \(answers.old)")
          }
        }
        // The least of each: a neighbour makes a machine slower, never faster.
        var least = (old: Double.infinity, new: Double.infinity)
        let timesItself = load.hasSuffix(" 0 0")
        for round in 0..<(timesItself ? min(rounds, 12) : rounds) {
          for isOld in round.isMultiple(of: 2) ? [true, false] : [false, true] {
            guard let sample = try isOld ? old.sample() : new.sample() else {
              throw Complaint(text: "\(id): failed in \(isOld ? programs.old : programs.new)")
            }
            if isOld {
              least.old = min(least.old, sample)
            } else {
              least.new = min(least.new, sample)
            }
          }
        }
        if least.old < .infinity, least.new < .infinity {
          ratios[id, default: []].append(least.new / least.old)
        }
      }
      old.end()
      new.end()
    }
  }
}
