import FrameMetrics

/// What a session can say, and how well.
package struct LogSupport: Hashable, Sendable {
  /// How well something can be said.
  package enum Grade: Hashable, Sendable {
    case exact
    /// About right; why not exactly.
    case approximate(String)
    /// Not at all; why.
    case absent(String)
  }

  package typealias Subject = Metric.Subject

  private var grades: [Subject: Grade] = [:]

  /// Makes a support of nothing but what is said afterwards.
  package init(otherwise reason: String = "this format does not tell") {
    for subject in Subject.allCases { grades[subject] = .absent(reason) }
  }

  /// How well a subject can be said.
  package subscript(subject: Subject) -> Grade {
    get { grades[subject] ?? .absent("this format does not tell") }
    set { grades[subject] = newValue }
  }

  /// Says the same of several subjects.
  mutating func set(_ grade: Grade, _ subjects: Subject...) {
    for subject in subjects { grades[subject] = grade }
  }

  /// Makes the exact ones of these subjects approximate.
  mutating func weaken(_ why: String, _ subjects: Subject...) {
    for subject in subjects where self[subject] == .exact { grades[subject] = .approximate(why) }
  }

  /// The worst that is said of several subjects; the reasons of approximate ones together.
  func grade(of subjects: [Subject]) -> Grade {
    var reasons: [String] = []
    for subject in subjects {
      switch self[subject] {
      case .exact: break
      case .approximate(let why): if !reasons.contains(why) { reasons.append(why) }
      case .absent: return self[subject]
      }
    }
    return reasons.isEmpty ? .exact : .approximate(reasons.joined(separator: "; "))
  }
}
