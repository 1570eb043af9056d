import Files

/// Adds the rows of files.
package struct FleetReader {
  /// A file of rows.
  package struct Part: Hashable, Sendable {
    package var path: String
    /// Whether its rows are what others are compared with.
    package var isBefore: Bool

    package init(path: String, isBefore: Bool = false) {
      (self.path, self.isBefore) = (path, isBefore)
    }
  }

  /// Something of a file that was not counted.
  package struct Problem: Hashable, Sendable, Comparable {
    package var path: String
    /// Why, in words.
    package var reason: String

    package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

    package static func < (left: Problem, right: Problem) -> Bool {
      (left.path, left.reason) < (right.path, right.reason)
    }
  }

  /// Sessions with the same values of the chosen keys, on one side of a comparison.
  struct Place: Hashable, Sendable {
    var isBefore: Bool
    /// In the order of ``FleetPlan/by``, with an empty rate behind them where sessions have none.
    var values: [String]
    /// Whether the sessions have no rate, which nobody asked to be told apart.
    var lacksRate: Bool
  }

  /// Sessions with one value of a key, of what is compared.
  struct Stratum: Hashable, Sendable {
    var subject: String
    var key: SessionKey
    var value: String
  }

  /// There are more groups than a report can show.
  package struct TooManyGroups: Error, CustomStringConvertible {
    package var description: String {
      "the sessions fall into over \(FleetReader.mostGroups) groups.\n"
        + "Choose fewer keys with --by, or keys of fewer values."
    }
  }

  package static let mostGroups = 10_000
  /// The most values of a key within which two groups are compared.
  static let mostStrata = 10_000
  /// The most bytes of a row.
  private static let longestLine = 1 << 20

  let plan: FleetPlan
  private(set) var groups: [Place: FleetTally] = [:]
  private(set) var strata: [Stratum: [ShareCount]] = [:]
  /// Keys of more values than are looked at.
  private(set) var wideKeys: Set<SessionKey> = []
  /// Files and rows that were not counted, in order.
  package private(set) var problems: [Problem] = []
  /// Rows that were there before.
  package private(set) var copies = 0
  /// Rows of which nobody knows whether they are copies.
  package private(set) var unmarked = 0
  /// Rows of neither value that is compared.
  package private(set) var others = 0
  /// Names of sessions of which two rows say different things: none of them counts.
  package private(set) var disputed: [String] = []
  /// Sessions that are on both sides.
  package private(set) var shared = 0
  private var seen: [[UInt64: UInt64]] = [[:], [:]]
  private var conflicts: Set<UInt64> = []
  private var strataCounts: [SessionKey: Int] = [:]
  /// Whether rows of two places are compared.
  private var comparesParts = false

  /// Chooses how rows are put together.
  package init(_ plan: FleetPlan) { self.plan = plan }

  /// Reads files, in any order.
  ///
  /// - Parameter onPart: Called before each file with how many stand before it, how many there are, and the file.
  /// - Throws: ``TooManyGroups``.
  /// - Complexity: O(bytes + sessions log sessions); memory grows by some 60 bytes a session.
  package mutating func read(
    _ parts: [Part],
    onPart: (_ done: Int, _ total: Int, _ path: String) -> Void = { _, _, _ in }
  ) throws(TooManyGroups) {
    let comparesParts = parts.contains(where: \.isBefore)
    self.comparesParts = comparesParts
    try pass(parts, [], onPart)
    guard !conflicts.isEmpty else { return finish() }
    // Of sessions of which two rows say different things none may count, the first one no more than the second.
    let conflicts = conflicts
    self = FleetReader(plan)
    self.comparesParts = comparesParts
    try pass(parts, conflicts, onPart)
    finish()
  }

  private mutating func finish() {
    problems.sort()
    disputed.sort()
    if !seen[1].isEmpty { shared = seen[1].keys.count { seen[0][$0] != nil } }
    seen = []
  }

  private mutating func pass(
    _ parts: [Part],
    _ refused: Set<UInt64>,
    _ onPart: (Int, Int, String) -> Void
  ) throws(TooManyGroups) {
    var names: [UInt64: String] = [:]
    for (index, part) in parts.enumerated() {
      onPart(index, parts.count, part.path)
      var state = PartState()
      do {
        try FileLines.forEach(of: part.path, longest: Self.longestLine) { line, number, isWhole in
          take(line, number, isWhole, part, refused, &state, &names)
          return groups.count <= Self.mostGroups && !state.hasNoHeader
        }
      } catch {
        problems.append(Problem(path: part.path, reason: Self.words(error)))
        continue
      }
      if groups.count > Self.mostGroups { throw TooManyGroups() }
      if let reason = state.reason { problems.append(Problem(path: part.path, reason: reason)) }
    }
    disputed = Array(names.values)
  }

  private static func words(_ error: InputError) -> String {
    error.line.map { "line \($0): \(error.problem)" } ?? error.problem
  }

  /// What was met in one file.
  private struct PartState {
    var header: SessionLine.Header?
    var hasNoHeader = false
    var fields: [Range<Int>] = []
    var refused = 0
    var first = ""

    var reason: String? {
      if hasNoHeader || header == nil { return "it has no header of session rows" }
      guard refused > 0 else { return nil }
      return "\(refused) row\(refused == 1 ? "" : "s") left out, the first at \(first)"
    }

    mutating func refuse(_ number: Int, _ why: String) {
      if refused == 0 { first = "line \(number): \(why)" }
      refused += 1
    }
  }

  private mutating func take(
    _ line: FileLines.Line,
    _ number: Int,
    _ isWhole: Bool,
    _ part: Part,
    _ refused: Set<UInt64>,
    _ state: inout PartState,
    _ names: inout [UInt64: String]
  ) {
    guard let header = state.header else {
      state.header = SessionLine.Header(line)
      state.hasNoHeader = state.header == nil
      return
    }
    if line.isEmpty { return }
    guard isWhole else { return state.refuse(number, "it is cut off") }
    guard let row = SessionLine(line, header, &state.fields) else {
      return state.refuse(number, "it has another number of fields than the header")
    }
    let figures: SessionFigures
    do {
      figures = try SessionFigures(row)
    } catch {
      return state.refuse(number, "\(error.column.rawValue) is `\(Self.shown(row, error.column))`")
    }
    let keys = SessionKey.allCases.map { row.text(SessionColumn($0)) }
    guard let isBefore = side(keys, part) else {
      others += 1
      return
    }
    if let digest = SessionFigures.digest(row[.digest]) {
      if refused.contains(digest) {
        names[digest] = min(names[digest] ?? row.text(.session), row.text(.session))
        return
      }
      let (hash, side) = (row.hash, plan.compared == nil && isBefore ? 1 : 0)
      if let old = seen[side].updateValue(hash, forKey: digest) {
        if old != hash { conflicts.insert(digest) }
        copies += 1
        return
      }
    } else {
      unmarked += 1
    }
    add(figures, row, keys, isBefore)
  }

  private static func shown(_ row: SessionLine, _ column: SessionColumn) -> String {
    ShownText.value(String(row.text(column).prefix(40)))
  }

  /// Which side a row is of; nil for neither.
  private func side(_ keys: [String], _ part: Part) -> Bool? {
    guard let compared = plan.compared, let index = SessionKey.allCases.firstIndex(of: compared.key)
    else { return part.isBefore }
    if keys[index] == compared.before { return true }
    return keys[index] == compared.after ? false : nil
  }

  private mutating func add(
    _ figures: SessionFigures,
    _ row: SessionLine,
    _ keys: [String],
    _ isBefore: Bool
  ) {
    var values: [String] = []
    for key in plan.by where key != plan.compared?.key {
      values.append(keys[SessionKey.allCases.firstIndex(of: key) ?? 0])
    }
    let lacksRate = keys[FleetTally.rate].isEmpty && !plan.by.contains(.rate)
    let place = Place(isBefore: isBefore, values: values, lacksRate: lacksRate)
    let answers = SessionShare.allCases.map { $0.answer(figures) }
    groups[place, default: FleetTally()].add(figures, answers, row, keys: keys)
    // Without two sides nothing is compared within anything.
    if plan.compared != nil || !plan.by.isEmpty || comparesParts {
      addStrata(answers, keys, isBefore)
    }
  }

  /// Counts a session by each of its keys, so that what is compared can be compared within each.
  private mutating func addStrata(
    _ answers: [SessionShare.Answer],
    _ keys: [String],
    _ isBefore: Bool
  ) {
    var subject = isBefore ? "before" : "after"
    var own = plan.compared?.key
    if own == nil, let first = plan.by.first,
      let index = SessionKey.allCases.firstIndex(of: first)
    {
      own = first
      subject += "\n\(keys[index])"
    }
    for (index, key) in SessionKey.allCases.enumerated()
    where key != own && key != .day && !wideKeys.contains(key) {
      let stratum = Stratum(subject: subject, key: key, value: keys[index])
      if strata[stratum] == nil {
        strataCounts[key, default: 0] += 1
        if strataCounts[key, default: 0] > Self.mostStrata {
          wideKeys.insert(key)
          for old in strata.keys where old.key == key { strata[old] = nil }
          continue
        }
      }
      Self.add(answers, to: &strata[stratum, default: Self.nothing])
    }
  }

  static let nothing = Array(repeating: ShareCount(), count: SessionShare.allCases.count)

  private static func add(_ answers: [SessionShare.Answer], to counts: inout [ShareCount]) {
    for (place, answer) in answers.enumerated() { counts[place].add(answer) }
  }
}
