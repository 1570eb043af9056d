/// A share of sessions by which a fleet is judged: those that are bad, of those of which it can be said.
package enum SessionShare: String, CaseIterable, Hashable, Sendable {
  case hitching10 = "sessions_hitching_over_10_pct"
  case hitching5 = "sessions_hitching_over_5_pct"
  case frozen = "sessions_frozen_pct"
  case lateText = "sessions_with_late_text_pct"

  /// The share for people.
  package var title: String {
    switch self {
    case .hitching10: "hitch over 10 ms/s"
    case .hitching5: "hitch over 5 ms/s"
    case .frozen: "freeze for 250 ms"
    case .lateText: "wait 700 ms for text"
    }
  }

  /// Which sessions are bad, as a sentence.
  package var formula: String {
    switch self {
    case .hitching10: "hitch time of more than 10 ms in a second of animation"
    case .hitching5: "hitch time of more than 5 ms in a second of animation"
    case .frozen: "old content stayed on screen for 250 ms or more although something was due"
    case .lateText: "streamed text was not on screen 700 ms after it was due"
    }
  }

  /// The least value that is bad: ns/s, or ns.
  private var leastBad: Int64 {
    switch self {
    case .hitching10: 10_000_001
    case .hitching5: 5_000_001
    case .frozen: 250_000_000
    case .lateText: 700_000_001
    }
  }

  /// What of a session can be said.
  enum Answer: Int {
    case good, bad
    /// It may be bad: the file does not tell.
    case open
    /// Nothing that it could be told by is there.
    case silent
  }

  func answer(_ figures: SessionFigures) -> Answer {
    switch figures.part {
    case .whole, .cut: break
    case .unread: return self == .lateText ? .silent : .open
    case .short, .bystander: return .silent
    }
    let figure =
      switch self {
      case .hitching10, .hitching5: figures.hitchRatio
      case .frozen: figures.longest
      case .lateText: figures.textWait
      }
    guard let figure else { return .silent }
    if (figure.low ?? figure.value) >= leastBad { return .bad }
    // Of what is not there nobody knows.
    return figure.value < leastBad && figures.part == .whole ? .good : .open
  }
}

/// How many sessions are good, bad and open.
package struct ShareCount: Hashable, Sendable {
  package var good = 0
  package var bad = 0
  package var open = 0

  package init(good: Int = 0, bad: Int = 0, open: Int = 0) {
    (self.good, self.bad, self.open) = (good, bad, open)
  }

  /// How many can be judged.
  package var judged: Int { good + bad }

  mutating func add(_ answer: SessionShare.Answer) {
    switch answer {
    case .good: good += 1
    case .bad: bad += 1
    case .open: open += 1
    case .silent: break
    }
  }

  mutating func add(_ other: ShareCount) {
    good += other.good
    bad += other.bad
    open += other.open
  }
}
