import Comparing
import Records

extension FleetReport {
  /// What it came to.
  package var verdict: Verdict {
    var all: [Verdict] = checks.map(\.verdict)
    for one in comparisons where one.verdict == .worse { all.append(.worse) }
    if comparisons.contains(where: { $0.mixture != nil }) { all.append(.inconclusive) }
    if refusal != nil { all.append(.invalid) }
    if plan.isCompared || whole.before != nil, refusal == nil,
      comparisons.allSatisfy({ $0.interval == nil })
    {
      all.append(.notJudged)
    }
    if whole.summary.sessions == 0 { all.append(.invalid) }
    // What is left out may have missed: what is kept is not known to be.
    if !problems.isEmpty || !missing.isEmpty || !disputed.isEmpty { all.append(.inconclusive) }
    return all.max { $0.gravity < $1.gravity } ?? .pass
  }

  /// The verdict in a word for people; what is only described has none.
  package var word: String {
    if verdict == .pass, checks.isEmpty, comparisons.isEmpty { return "described" }
    return verdict == .pass && !comparisons.isEmpty && checks.isEmpty
      ? "nothing is worse" : verdict.rawValue
  }

  /// What decides, in one line: a mixture that turns a comparison round goes before all else.
  package var firstLine: String {
    var parts = comparisons.compactMap(mixtureWords) + mixtures
    if let refusal { parts.append("not comparable: \(refusal)") }
    if whole.summary.sessions == 0 { parts.append("there is no session") }
    let missed = checks.filter { $0.verdict == .missed }
    if let first = missed.first {
      let group = first.group.isEmpty ? "" : "\(first.group): "
      let others = missed.count > 1 ? " (and \(missed.count - 1) more limits)" : ""
      parts.append("\(group)\(first.words)\(others)")
    }
    if whole.before != nil {
      parts += changes
    } else if missed.isEmpty, let share = headline, let found = whole.summary.share(share) {
      parts.append(
        "\(Self.words(found)) of \(whole.summary[share].judged) sessions \(share.title)"
      )
    } else if missed.isEmpty, whole.summary.sessions > 0 {
      parts.append("\(whole.summary.sessions) sessions, and none tells of a hitch")
    }
    if let mixedRates { parts.append(mixedRates) }
    return parts.joined(separator: "; ")
  }

  /// The first share of which any session tells.
  private var headline: SessionShare? {
    SessionShare.allCases.first { whole.summary[$0].judged > 0 }
  }

  /// What became worse or better, and else the first share.
  private var changes: [String] {
    let all = comparisons.filter(\.group.isEmpty)
    let loud = all.filter { [.worse, .better].contains($0.verdict) }
    return (loud.isEmpty ? Array(all.prefix(1)) : loud).map { one in
      "sessions that \(one.share.title): \(Self.words(one)), \(one.verdict.rawValue)"
    }
  }

  /// Both shares.
  package static func words(_ one: FleetComparison) -> String {
    func share(_ count: ShareCount) -> String {
      count.judged == 0
        ? "n/a"
        : "\(DecimalText.short(100 * Double(count.bad) / Double(count.judged), places: 1)) %"
    }
    return "\(share(one.before)) -> \(share(one.after))"
  }

  private func mixtureWords(_ one: FleetComparison) -> String? {
    let isWorse =
      one.after.bad * max(1, one.before.judged) > one.before.bad * max(1, one.after.judged)
    let (sum, parts) = isWorse ? ("worse", "better") : ("better", "worse")
    switch one.mixture {
    case .reversed(let key)?:
      return
        "sessions that \(one.share.title): \(sum) in sum (\(Self.words(one))) and \(parts) within each "
        + "\(key.title): the sessions are mixed differently"
    case .vanishes(let key)?:
      return
        "sessions that \(one.share.title): \(sum) in sum (\(Self.words(one))), and no difference is left "
        + "within each \(key.title): the sessions are mixed differently"
    case nil: return nil
    }
  }

  /// The rates of the sessions where they have several; nil for one.
  package var mixedRates: String? {
    var rates = whole.summary.rates
    if let before = whole.before { rates.merge(before.rates, uniquingKeysWith: +) }
    guard rates.count > 1 else { return nil }
    let words = rates.sorted { Self.isBefore($0.key, $1.key) }.map {
      "\(SessionKey.rate.words($0.key)) \($0.value)"
    }
    return "refresh rates are mixed: " + words.prefix(6).joined(separator: ", ")
      + (words.count > 6 ? ", and \(words.count - 6) more" : "")
  }

  /// What else is to be known, a sentence each.
  package var sentences: [String] {
    var all: [String] = []
    func say(_ count: Int, _ one: String, _ many: String) {
      if count > 0 { all.append("\(count) \(count == 1 ? one : many)") }
    }
    for text in missing { all.append(text) }
    say(problems.count, "file was not read whole", "files were not read whole")
    if !disputed.isEmpty {
      let some = disputed.prefix(3).joined(separator: ", ")
      all.append(
        "\(disputed.count) session\(disputed.count == 1 ? "" : "s") left out, of which two rows say different "
          + "things: \(some)\(disputed.count > 3 ? ", ..." : "")"
      )
    }
    say(
      unmarked,
      "row has no digest: a copy of it counts twice",
      "rows have no digest: copies of them count twice"
    )
    say(shared, "session is on both sides", "sessions are on both sides")
    say(
      others,
      "session has neither of the compared values",
      "sessions have neither of the compared values"
    )
    let parts = whole.summary.parts
    say(
      parts[.short] ?? 0,
      "session is too short to be judged",
      "sessions are too short to be judged"
    )
    say(parts[.bystander] ?? 0, "session is of another process", "sessions are of other processes")
    say(
      parts[.cut] ?? 0,
      "session is not whole: it is never good",
      "sessions are not whole: they are never good"
    )
    say(parts[.unread] ?? 0, "recording could not be read", "recordings could not be read")
    say(
      whole.summary.ranges,
      "session's hitch ratio is a range: gaps were idle or stalls",
      "sessions' hitch ratios are ranges: gaps were idle or stalls"
    )
    if whole.summary.formats.count > 1 {
      let names = whole.summary.formats.sorted { $0.key < $1.key }.map {
        "\(SessionKey.format.words($0.key)) \($0.value)"
      }
      all.append("the recordings have several formats: \(names.joined(separator: ", "))")
    }
    return all
  }
}

extension FleetPlan {
  /// Whether two values of a key are compared.
  package var isCompared: Bool { compared != nil }
}
