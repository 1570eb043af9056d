/// A figure of which the distribution over sessions is shown.
package enum FleetFigure: String, CaseIterable, Hashable, Sendable {
  case hitchRatio = "hitch_ratio_ms_per_s"
  case longest = "hitch_max_ms"
  case textWait = "text_wait_max_ms"

  /// The figure for people.
  package var title: String {
    switch self {
    case .hitchRatio: "hitch ratio"
    case .longest: "longest hitch"
    case .textWait: "longest wait for text"
    }
  }

  /// Its unit: rows have a millionth of it.
  package var unit: String { self == .hitchRatio ? "ms/s" : "ms" }
}

package struct NamedSession: Hashable, Sendable {
  package var session: String
  package var keys: [SessionKey: String]
  package var digest: String
  /// The hitch ratio in ns/s and the longest hitch in ns; nil where they are not known.
  package var hitchRatio: Int64?
  package var longest: Int64?

  /// Whether it is worse than another one; of equal ones the names decide, so that order does not.
  func isWorse(than other: NamedSession) -> Bool {
    let own = [hitchRatio ?? -1, longest ?? -1]
    let others = [other.hitchRatio ?? -1, other.longest ?? -1]
    if own != others { return others.lexicographicallyPrecedes(own) }
    return (session, digest, text) < (other.session, other.digest, other.text)
  }

  private var text: String { SessionKey.allCases.map { keys[$0] ?? "" }.joined(separator: "\n") }
}

/// What sessions come to together.
struct FleetTally: Sendable {
  /// The most sessions that are named.
  static let mostNamed = 10

  var sessions = 0
  var parts: [SessionPart: Int] = [:]
  /// In the order of ``SessionShare``.
  var shares = Array(repeating: ShareCount(), count: SessionShare.allCases.count)
  /// In the order of ``FleetFigure``, in no order each.
  var values: [[Int64]] = Array(repeating: [], count: FleetFigure.allCases.count)
  /// How many of the hitch ratios are not exact.
  var approximate = 0
  var ranges = 0
  var intervals = FixedHistogram()
  var hitches = FixedHistogram()
  var works = FixedHistogram()
  var frames: Int128 = 0
  var late: Int128 = 0
  var animating: Int128 = 0
  var hitchTime: Int128 = 0
  var rates: [String: Int] = [:]
  var formats: [String: Int] = [:]
  /// The worst sessions, the worst first.
  var worst: [NamedSession] = []

  /// - Parameter answers: What can be said of the session, in the order of ``SessionShare``.
  mutating func add(
    _ figures: SessionFigures,
    _ answers: [SessionShare.Answer],
    _ line: SessionLine,
    keys: [String]
  ) {
    sessions += 1
    parts[figures.part, default: 0] += 1
    for (index, answer) in answers.enumerated() { shares[index].add(answer) }
    rates[keys[Self.rate], default: 0] += 1
    formats[keys[Self.format], default: 0] += 1
    guard figures.part == .whole || figures.part == .cut else { return }
    let all = [figures.hitchRatio?.value, figures.longest?.value, figures.textWait?.value]
    for (index, value) in all.enumerated() { if let value { values[index].append(value) } }
    switch figures.hitchRatio?.quality {
    case nil: break
    case .approximate?: approximate += 1
    case .range?, .approximateRange?: ranges += 1
    }
    frames += Int128(figures.frames ?? 0)
    late += Int128(figures.late ?? 0)
    // A ratio of two sums needs both of each session.
    if let hitch = figures.hitchTime, let time = figures.animating {
      hitchTime += Int128(hitch)
      animating += Int128(time)
    }
    SessionFigures.add(line[.intervals], to: &intervals)
    SessionFigures.add(line[.hitches], to: &hitches)
    SessionFigures.add(line[.works], to: &works)
    takeWorst(figures, line, keys)
  }

  static let rate = SessionKey.allCases.firstIndex(of: .rate) ?? 0
  static let format = SessionKey.allCases.firstIndex(of: .format) ?? 0

  private mutating func takeWorst(
    _ figures: SessionFigures,
    _ line: SessionLine,
    _ keys: [String]
  ) {
    guard figures.hitchRatio != nil || figures.longest != nil else { return }
    if worst.count == Self.mostNamed, let last = worst.last,
      (figures.hitchRatio?.value ?? -1, figures.longest?.value ?? -1)
        < (last.hitchRatio ?? -1, last.longest ?? -1)
    {
      return
    }
    let named = NamedSession(
      session: line.text(.session),
      keys: Dictionary(uniqueKeysWithValues: zip(SessionKey.allCases, keys)),
      digest: line.text(.digest),
      hitchRatio: figures.hitchRatio?.value,
      longest: figures.longest?.value
    )
    add(worst: named)
  }

  private mutating func add(worst named: NamedSession) {
    let place = worst.firstIndex { named.isWorse(than: $0) } ?? worst.count
    guard place < Self.mostNamed else { return }
    worst.insert(named, at: place)
    if worst.count > Self.mostNamed { worst.removeLast() }
  }

  /// Adds what other sessions come to.
  mutating func add(_ other: FleetTally) {
    sessions += other.sessions
    parts.merge(other.parts, uniquingKeysWith: +)
    for index in shares.indices { shares[index].add(other.shares[index]) }
    for index in values.indices { values[index] += other.values[index] }
    approximate += other.approximate
    ranges += other.ranges
    intervals.add(other.intervals)
    hitches.add(other.hitches)
    works.add(other.works)
    frames += other.frames
    late += other.late
    animating += other.animating
    hitchTime += other.hitchTime
    rates.merge(other.rates, uniquingKeysWith: +)
    formats.merge(other.formats, uniquingKeysWith: +)
    for named in other.worst { add(worst: named) }
  }
}
