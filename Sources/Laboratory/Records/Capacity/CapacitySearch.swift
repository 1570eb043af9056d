/// Looks for the load at which each judge says that a design breaks: doubled until frames break, then
/// halved between the last load that was kept and the first that was not.
///
/// It says which load is to be tried next and takes what came of it. A load that breaks is taken to
/// break above it, too.
package struct CapacitySearch: Sendable {
  /// How near two loads are to be, as a ratio.
  package static let precision = 1.05

  /// Between which loads a judge says that the design breaks.
  package struct Bracket: Hashable, Codable, Sendable {
    /// The highest load that was kept; nil when the lowest was not.
    package var kept: Double?
    /// The lowest load that was not; nil when all were kept.
    package var broken: Double?

    /// Makes a bracket.
    package init(kept: Double? = nil, broken: Double? = nil) {
      (self.kept, self.broken) = (kept, broken)
    }
  }

  /// Which misses end the doubling.
  package enum Ending: Hashable, Sendable {
    /// Frames that come late, and limits: other judges go on by themselves.
    case framesOrLimit
    /// Any.
    case anyMiss
    /// Any of a judge who kept a lower load.
    case anyNewMiss
  }

  private let range: ClosedRange<Double>
  private let isWhole: Bool
  private let bisects: Bool
  private let ending: Ending
  private var isDoubling = true
  private var ended = false
  /// All that was tried, in order.
  package private(set) var probes: [CapacityProbe] = []
  /// What each judge says so far.
  package private(set) var brackets: [CapacityProbe.Judge: Bracket] = [:]
  /// The next load; nil when nothing is left to be tried.
  package private(set) var next: Double?

  /// Begins a search.
  ///
  /// - Parameters:
  ///   - range: The lowest and the highest load.
  ///   - isWhole: Whether loads are whole numbers.
  ///   - bisects: Whether more is wanted than the doubling.
  ///   - ending: Which misses end the doubling.
  /// - Precondition: The range begins above 0.
  package init(
    _ range: ClosedRange<Double>,
    isWhole: Bool = true,
    bisects: Bool = true,
    ending: Ending = .framesOrLimit
  ) {
    precondition(range.lowerBound > 0, "loads begin above 0, got \(range.lowerBound)")
    self.range = range
    self.isWhole = isWhole
    self.bisects = bisects
    self.ending = ending
    for judge in CapacityProbe.Judge.allCases { brackets[judge] = Bracket() }
    next = range.lowerBound
  }

  /// Takes what came of ``next``.
  package mutating func take(_ probe: CapacityProbe) {
    probes.append(probe)
    for judge in CapacityProbe.Judge.allCases {
      var bracket = brackets[judge] ?? Bracket()
      let isBeyond = bracket.broken.map { probe.load >= $0 } ?? false
      if probe.miss(of: judge) != nil {
        if !isBeyond { bracket.broken = probe.load }
      } else if !isBeyond {
        bracket.kept = max(bracket.kept ?? 0, probe.load)
      }
      brackets[judge] = bracket
    }
    choose(after: probe)
  }

  /// The load that was to be tried next cannot be, nor any above it.
  package mutating func stop() {
    isDoubling = false
    next = ended ? nil : bisection
    ended = true
  }

  private mutating func choose(after probe: CapacityProbe) {
    if isDoubling, !isTooMuch(probe), probe.load < range.upperBound {
      next = min(probe.load * 2, range.upperBound)
      return
    }
    isDoubling = false
    next = bisection
  }

  private func isTooMuch(_ probe: CapacityProbe) -> Bool {
    switch ending {
    case .framesOrLimit: probe.miss(of: .frames) != nil || probe.miss(of: .limit) != nil
    case .anyMiss: !probe.misses.isEmpty
    case .anyNewMiss:
      CapacityProbe.Judge.allCases.contains { judge in
        probe.miss(of: judge) != nil && brackets[judge]?.kept != nil
      }
    }
  }

  /// About how many loads are tried at most: those of the doubling, and those between two of them.
  package var mostProbes: Int {
    var (load, count) = (range.lowerBound, 1)
    while load < range.upperBound { (load, count) = (load * 2, count + 1) }
    return count + (bisects ? 4 : 0)
  }

  /// The load in the middle of the first bracket that is too wide.
  private var bisection: Double? {
    guard bisects else { return nil }
    for judge in CapacityProbe.Judge.allCases {
      guard let bracket = brackets[judge], let kept = bracket.kept, let broken = bracket.broken
      else { continue }
      guard broken / kept > Self.precision, !isWhole || broken - kept > 1 else { continue }
      let middle = (kept * broken).squareRoot()
      if !isWhole { return middle }
      return min(max(middle.rounded(), kept + 1), broken - 1)
    }
    return nil
  }
}
