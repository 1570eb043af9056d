import Comparing
import FrameMetrics

/// One thing that is measured, with its figures.
package struct CheckSubject: Hashable, Codable, Sendable {
  /// A fact about it.
  package struct Fact: Hashable, Codable, Sendable {
    /// What it says.
    package var name: String
    /// What it is.
    package var value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// What it is called in the check; two subjects of a check have different names.
  package var name: String
  /// Whether its figures scatter or repeat.
  package var kind: Comparison.Kind
  /// What two measurements must share to be comparable: format, device, refresh rate, load.
  package var identity: [Fact]
  /// What may differ between two measurements: the app's version, the browser.
  package var versions: [Fact]
  /// The display's refresh rate in Hz; nil where it is unknown.
  package var hertz: Double?
  /// How many recordings or runs there are.
  package var recordings: Int
  /// How many frames a recording typically has: the median; nil where that says nothing, and in older files.
  package var frames: Int?
  /// Its figures, with a sample for each recording.
  package var figures: [FigureSamples]

  private enum CodingKeys: String, CodingKey {
    case name, kind, identity, versions
    case hertz = "refresh_hz"
    case recordings, frames, figures
  }

  /// Makes a subject.
  ///
  /// - Parameter figures: All figures of each recording; those that are neither good nor bad are left out.
  package init(
    name: String,
    kind: Comparison.Kind,
    identity: [Fact],
    versions: [Fact] = [],
    hertz: Double?,
    recordings: [[MetricValue]]
  ) {
    self.name = name
    self.kind = kind
    self.identity = identity
    self.versions = versions
    self.hertz = hertz
    self.recordings = recordings.count
    figures = FigureSamples.gathered(from: recordings).filter { $0.better != .none }
  }

  /// Whether it says what a measurement can say; a damaged file may not.
  var isPlausible: Bool {
    let samples = figures.flatMap(\.samples)
    return recordings >= 0 && (hertz ?? 1) > 0
      && samples.allSatisfy { $0.isFinite && $0.magnitude <= Self.greatest }
  }
  /// No figure is greater in any unit.
  private static let greatest = 1e15

  /// How its figures are compared.
  package var comparison: Comparison {
    Comparison(kind, period: hertz.map { 1000 / $0 }, unforgiving: ComparedFigures.unforgiving)
  }

  /// The figures that both have and that are compared.
  ///
  /// - Complexity: O(figures log figures + samples).
  func compared(with earlier: CheckSubject) -> [FigureComparison] {
    comparison.compare(earlier.chosen(kind), chosen(kind))
  }

  /// The figures that a baseline is held against.
  func chosen(_ kind: Comparison.Kind) -> [FigureSamples] {
    figures.filter { ComparedFigures.contains($0, kind: kind) }
  }

  /// Why it cannot be compared with an earlier measurement of the same name; nil where it can.
  package func refusal(against earlier: CheckSubject) -> String? {
    let before = Dictionary(earlier.identity.map { ($0.name, $0.value) }) { first, _ in first }
    let differences = identity.compactMap { fact -> String? in
      let old = before[fact.name] ?? "not known"
      return old == fact.value
        ? nil : "the \(fact.name) is \(fact.value), in the baseline \(old)"
    }
    if differences.isEmpty, let frames, let old = earlier.frames, frames * 2 < old {
      return
        "half a recording: about \(frames) frames each, in the baseline \(old); record the whole "
        + "session, or accept a baseline of the shorter one"
    }
    return differences.isEmpty ? nil : differences.joined(separator: "; ")
  }
}

/// A subject as it was measured, with what it fell short of.
package struct MeasuredSubject: Hashable, Codable, Sendable {
  /// A recording that missed budgets, or of which something cannot be judged.
  package struct Shortfall: Hashable, Codable, Sendable {
    /// Which recording; empty where there is but one.
    package var recording: String
    /// What, in words.
    package var words: String
    /// Whether nothing was missed, but what should be judged cannot be.
    package var isInvalid: Bool
    /// What recordings that fell short likewise have in common: the budgets, or the reason.
    package var cause: String
    /// How far: the largest of the figures over their limits; 0 where nothing was missed.
    package var excess: Double

    package init(
      recording: String,
      words: String,
      isInvalid: Bool,
      cause: String? = nil,
      excess: Double = 0
    ) {
      self.recording = recording
      self.words = words
      self.isInvalid = isInvalid
      self.cause = cause ?? words
      self.excess = excess
    }

    /// Puts those together that fell short likewise, the worst first, and the worst of each first.
    ///
    /// - Complexity: O(shortfalls log shortfalls).
    static func grouped(_ shortfalls: [Shortfall]) -> [[Shortfall]] {
      struct Key: Hashable {
        var isInvalid: Bool
        var cause: String
      }
      var places: [Key: Int] = [:]
      var groups: [[Shortfall]] = []
      let worstFirst = shortfalls.enumerated().sorted { left, right in
        (-left.element.excess, left.offset) < (-right.element.excess, right.offset)
      }
      for (_, shortfall) in worstFirst {
        let key = Key(isInvalid: shortfall.isInvalid, cause: shortfall.cause)
        let place = places[key] ?? groups.count
        if place == groups.count {
          places[key] = place
          groups.append([])
        }
        groups[place].append(shortfall)
      }
      return groups
    }
  }

  package var subject: CheckSubject
  /// What it fell short of, a recording each.
  package var shortfalls: [Shortfall]
  /// The command that shows it again; nil where there is none.
  package var command: String?
  /// Moments of its worst recording, or of its run.
  package var moments: [ScreenFault] = []
  /// The folder of its run below the report's; nil where none is kept.
  package var run: String?

  package init(_ subject: CheckSubject, shortfalls: [Shortfall] = []) {
    self.subject = subject
    self.shortfalls = shortfalls
  }
}
