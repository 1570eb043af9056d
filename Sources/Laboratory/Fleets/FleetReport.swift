import Comparing
import Records

/// A fleet, judged.
package struct FleetReport: Sendable {
  /// Sessions with the same values of the chosen keys.
  package struct Group: Sendable {
    /// Their values in words; empty for all sessions.
    package var name: String
    /// The values by key.
    package var keys: [(key: SessionKey, value: String)]
    package var summary: FleetSummary
    /// What they are compared with; nil for nothing.
    package var before: FleetSummary?
  }

  /// A limit held against a group.
  package struct Check: Sendable {
    package var group: String
    package var share: SessionShare
    /// In percent.
    package var limit: Double
    /// Pass, missed, inconclusive, or invalid where no session tells of it.
    package var verdict: Verdict
    package var words: String
  }

  /// A false *worse* among all shares that are compared comes in one of 500 comparisons.
  package static let level = Comparison.level
  /// Shares are equal when they differ by less than a point of percent.
  package static let resolution = 0.01

  package let plan: FleetPlan
  /// All sessions; of a comparison those after.
  package let whole: Group
  /// The groups, where there is more than one.
  package private(set) var groups: [Group] = []
  package private(set) var checks: [Check] = []
  package private(set) var comparisons: [FleetComparison] = []
  /// Mixtures of groups that were not asked to be compared, in sentences.
  package private(set) var mixtures: [String] = []
  /// Why two sides cannot be compared; nil where they can.
  package private(set) var refusal: String?
  package let problems: [FleetReader.Problem]
  /// Shards that are missing, in words.
  package let missing: [String]
  package let copies: Int
  package let unmarked: Int
  package let others: Int
  package let shared: Int
  package let disputed: [String]

  /// Judges what was read.
  ///
  /// - Parameters:
  ///   - problems: Further places that gave no rows.
  ///   - missing: Shards that are not there, in words.
  /// - Complexity: O(sessions log sessions).
  package init(
    _ reader: FleetReader,
    problems: [FleetReader.Problem] = [],
    missing: [String] = []
  ) {
    plan = reader.plan
    self.problems = (reader.problems + problems).sorted()
    self.missing = missing
    (copies, unmarked, others) = (reader.copies, reader.unmarked, reader.others)
    (shared, disputed) = (reader.shared, reader.disputed)
    let places = Set(
      reader.groups.keys.map {
        FleetReader.Place(isBefore: false, values: $0.values, lacksRate: $0.lacksRate)
      }
    )
    .sorted(by: Self.isBefore)
    let isCompared = reader.groups.keys.contains(where: \.isBefore) || reader.plan.compared != nil
    var all = [FleetTally(), FleetTally()]
    for place in places {
      for (index, isBefore) in [false, true].enumerated() {
        let side = FleetReader.Place(
          isBefore: isBefore,
          values: place.values,
          lacksRate: place.lacksRate
        )
        if let tally = reader.groups[side] { all[index].add(tally) }
      }
    }
    whole = Group(
      name: "",
      keys: [],
      summary: FleetSummary(all[0]),
      before: isCompared ? FleetSummary(all[1]) : nil
    )
    if places.count > 1 || places.first.map({ !$0.values.isEmpty || $0.lacksRate }) ?? false {
      groups = places.map { Self.group($0, reader, isCompared: isCompared) }
    }
    judgeLimits()
    if isCompared {
      refusal = Self.refusal(whole)
      if refusal == nil { compare(reader) }
    } else {
      lookForMixtures(reader)
    }
  }

  /// Why two sides differ in more than what is compared: the same frames read differently in two formats, and a hitch is
  /// longer at a lower rate.
  private static func refusal(_ whole: Group) -> String? {
    guard let before = whole.before, before.sessions > 0, whole.summary.sessions > 0 else {
      return "there are no sessions on one side"
    }
    func names(_ counts: [String: Int]) -> Set<String> { Set(counts.keys).subtracting([""]) }
    let formats = (names(before.formats), names(whole.summary.formats))
    if formats.0 != formats.1 {
      return "the formats differ: \(words(formats.0)) and \(words(formats.1))"
    }
    let rates = (names(before.rates), names(whole.summary.rates))
    return rates.0.isDisjoint(with: rates.1) && !rates.0.isEmpty && !rates.1.isEmpty
      ? "the refresh rates differ: \(words(rates.0)) Hz and \(words(rates.1)) Hz" : nil
  }

  private static func words(_ names: Set<String>) -> String {
    names.sorted(by: Self.isBefore).joined(separator: ", ")
  }

  private static func group(
    _ place: FleetReader.Place,
    _ reader: FleetReader,
    isCompared: Bool
  ) -> Group {
    var before = place
    before.isBefore = true
    var keys = Array(
      zip(reader.plan.by.filter { $0 != reader.plan.compared?.key }, place.values)
    ).map { (key: $0.0, value: $0.1) }
    if place.lacksRate { keys.append((.rate, "")) }
    return Group(
      name: keys.map { $0.key.words($0.value) }.joined(separator: ", "),
      keys: keys,
      summary: FleetSummary(reader.groups[place] ?? FleetTally()),
      before: isCompared ? FleetSummary(reader.groups[before] ?? FleetTally()) : nil
    )
  }

  // MARK: Order

  private static func isBefore(_ left: FleetReader.Place, _ right: FleetReader.Place) -> Bool {
    for (one, other) in zip(left.values, right.values) where one != other {
      return isBefore(one, other)
    }
    return !left.lacksRate && right.lacksRate
  }

  /// The order of values: numbers in them as numbers, so that 9 stands before 10.
  static func isBefore(_ left: String, _ right: String) -> Bool {
    func words(_ text: String) -> [(number: Double, text: String)] {
      var parts: [(number: Double, text: String)] = []
      var digits = ""
      func end() { if let number = Double(digits) { parts.append((number, "")) } }
      for character in text {
        if character.isASCII, character.isNumber {
          digits.append(character)
        } else {
          end()
          digits = ""
          parts.append((-1, String(character)))
        }
      }
      end()
      return parts
    }
    for (one, other) in zip(words(left), words(right)) where one != other { return one < other }
    return (left.count, left) < (right.count, right)
  }

  // MARK: Limits

  private mutating func judgeLimits() {
    guard !plan.limits.isEmpty else { return }
    for group in groups.isEmpty ? [whole] : groups {
      for share in SessionShare.allCases {
        guard let limit = plan.limits[share] else { continue }
        checks.append(Self.check(group, share, limit))
      }
    }
  }

  private static func check(_ group: Group, _ share: SessionShare, _ limit: Double) -> Check {
    var check = Check(group: group.name, share: share, limit: limit, verdict: .pass, words: "")
    let bound = "at most \(DecimalText.short(limit)) %"
    guard let found = group.summary.share(share) else {
      check.verdict = .invalid
      check.words = "no session tells whether it is one of those that \(share.title); \(bound)"
      return check
    }
    check.verdict = found.low > limit ? .missed : found.high <= limit ? .pass : .inconclusive
    check.words =
      "\(words(found)) of \(group.summary[share].judged) sessions \(share.title); \(bound)"
    return check
  }

  /// A share and its interval.
  package static func words(_ share: (value: Double, low: Double, high: Double)) -> String {
    func short(_ value: Double) -> String { DecimalText.short(value, places: value < 10 ? 2 : 1) }
    return "\(short(share.value)) % (\(short(share.low)) to \(short(share.high)))"
  }

  // MARK: Comparisons

  private mutating func compare(_ reader: FleetReader) {
    var subjects = [whole]
    if groups.count > 1 { subjects += groups }
    var pairs: [(group: String, share: SessionShare, before: ShareCount, after: ShareCount)] = []
    for group in subjects {
      for share in SessionShare.allCases {
        guard let before = group.before?[share], before.judged + group.summary[share].judged > 0
        else { continue }
        pairs.append((group.name, share, before, group.summary[share]))
      }
    }
    func sides(_ isWorst: Bool) -> [ShareComparison] {
      ShareComparison.all(
        pairs.map { pair in
          (
            .init(
              missed: pair.before.bad,
              judged: pair.before.judged + (isWorst ? pair.before.open : 0)
            ),
            .init(
              missed: pair.after.bad + (isWorst ? pair.after.open : 0),
              judged: pair.after.judged + (isWorst ? pair.after.open : 0)
            )
          )
        },
        level: Self.level,
        resolution: Self.resolution
      )
    }
    let isOpen = pairs.contains { $0.before.open + $0.after.open > 0 }
    let judged = sides(false)
    let atWorst = isOpen ? sides(true) : judged
    for (index, pair) in pairs.enumerated() {
      var one = FleetComparison(
        group: pair.group,
        share: pair.share,
        before: pair.before,
        after: pair.after,
        verdict: judged[index].verdict,
        interval: judged[index].interval,
        note: judged[index].note
      )
      // Those that could not be judged may be bad: what is good only without them is not known.
      if [.better, .equal].contains(one.verdict), atWorst[index].verdict != one.verdict {
        one.verdict = .cannotTell
        one.note += "; \(pair.before.open) before and \(pair.after.open) after may be bad"
      }
      if pair.group.isEmpty {
        one.mixture = mixture(of: one.verdict, pair.share, "before", "after", reader)
        if one.mixture != nil { one.verdict = .cannotTell }
      }
      comparisons.append(one)
    }
  }

  /// What of a difference is the mixture of sessions: the keys are looked at in their order, and one that turns it
  /// round goes before one that takes it away.
  private func mixture(
    of verdict: FigureComparison.Verdict,
    _ share: SessionShare,
    _ before: String,
    _ after: String,
    _ reader: FleetReader
  ) -> FleetComparison.Mixture? {
    guard verdict == .worse || verdict == .better,
      let place = SessionShare.allCases.firstIndex(of: share)
    else { return nil }
    var vanishes: SessionKey?
    for key in SessionKey.allCases {
      let first = Self.values(of: key, before, reader)
      let second = Self.values(of: key, after, reader)
      let names = Set(first.keys).union(second.keys)
      guard names.count > 1 else { continue }
      let parts = names.map { name in
        (before: first[name]?[place] ?? ShareCount(), after: second[name]?[place] ?? ShareCount())
      }
      switch StratifiedShare(parts.sorted(by: Self.isSmaller))?.contradicts(verdict) {
      case true?: return .reversed(key)
      case false?: vanishes = vanishes ?? key
      case nil: break
      }
    }
    return vanishes.map { .vanishes($0) }
  }

  /// Sums of fractions come in one order, so that the same bytes come of the same rows.
  private static func isSmaller(_ left: StratifiedShare.Sides, _ right: StratifiedShare.Sides)
    -> Bool
  {
    func numbers(_ sides: StratifiedShare.Sides) -> [Int] {
      [sides.before.good, sides.before.bad, sides.after.good, sides.after.bad]
    }
    return numbers(left).lexicographicallyPrecedes(numbers(right))
  }

  private static func values(
    of key: SessionKey,
    _ subject: String,
    _ reader: FleetReader
  ) -> [String: [ShareCount]] {
    var values: [String: [ShareCount]] = [:]
    for (stratum, counts) in reader.strata where stratum.key == key {
      // Of groups the side's name stands before the value.
      guard stratum.subject == subject || stratum.subject.hasPrefix(subject + "\n") else {
        continue
      }
      for (index, count) in counts.enumerated() {
        values[stratum.value, default: FleetReader.nothing][index].add(count)
      }
    }
    return values
  }

  /// Looks whether neighbours among the values of the first key, such as two versions, differ in sum one way and
  /// within the values of another key the other way.
  private mutating func lookForMixtures(_ reader: FleetReader) {
    guard let first = plan.by.first else { return }
    let values = Set(reader.strata.keys.map(\.subject)).map { $0.dropFirst("after\n".count) }
      .map(String.init).sorted(by: Self.isBefore)
    guard values.count <= 50 else { return }
    for (old, new) in zip(values, values.dropFirst()) {
      let sums = [old, new].map { value in
        Self.values(of: first == .format ? .app : .format, "after\n\(value)", reader).values
          .reduce(into: FleetReader.nothing) { sum, counts in
            for index in sum.indices { sum[index].add(counts[index]) }
          }
      }
      for (index, share) in SessionShare.allCases.enumerated() {
        let sides = sums.map {
          ShareComparison.Side(missed: $0[index].bad, judged: $0[index].judged)
        }
        let verdict = ShareComparison(sides[0], sides[1]).verdict
        let found = mixture(of: verdict, share, "after\n\(old)", "after\n\(new)", reader)
        guard case .reversed(let key)? = found else { continue }
        let other = verdict == .worse ? "better" : "worse"
        mixtures.append(
          "\(first.title) \(new) is \(verdict.rawValue) than \(old) in sum and \(other) within each \(key.title) "
            + "(sessions that \(share.title)): the sessions are mixed differently"
        )
      }
    }
  }
}
