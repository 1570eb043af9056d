import ChatSurface

/// One key of a profile's file: what it takes, when it has a say, and where its effect is seen.
///
/// The table ``all`` is the one list of them: files are read and written by it, `stillpoint list
/// --long` prints it, and the tests try every row.
package struct ProfileKey: Sendable {
  /// What a key takes.
  package enum Shape: Sendable {
    /// One of some words.
    case words([String])
    /// A whole number of something.
    case whole(ClosedRange<Int>, unit: String)
    /// A whole number of points, or null.
    case wholeOrNull(ClosedRange<Int>, unit: String)
    /// Milliseconds, as whole numbers or with a fraction.
    case time(ClosedRange<Int>)
    /// The same, or null.
    case timeOrNull(ClosedRange<Int>)
    /// true or false.
    case flag
    /// Two whole numbers of points.
    case box
    /// A named curve, or four control points.
    case curve([String])
    /// Batch sizes by backlog.
    case tiers
  }

  /// What another key must say so that this one has a say.
  package struct Condition: Sendable {
    /// The other key.
    package let key: String
    /// The words that it may have; empty where any number will do.
    package let words: [String]

    init(_ key: String, _ words: String...) { (self.key, self.words) = (key, words) }

    /// Whether `value` fulfils it.
    func holds(for value: ProfileValue?) -> Bool {
      switch value {
      case .word(let word): words.contains(word)
      case .nothing, nil: false
      default: words.isEmpty
      }
    }

    /// The condition in words, as a file would have it.
    package var description: String {
      words.isEmpty ? "a number for \(key)" : "\(key): \(words.joined(separator: " or "))"
    }
  }

  /// Where a change of the key alone is seen: in the frame log or a figure of a scenario.
  package struct Effect: Sendable {
    /// What the design has beside the standard profile, so that the key has a say: keys and values.
    package var setting: [String: String] = [:]
    /// The value, in YAML, that makes a difference.
    package var value = ""
    /// The scenario, by its name in the catalogue.
    package var scenario = ""
  }

  /// The key.
  package let name: String
  /// The concern that it belongs to.
  package let concern: AblationConcern
  /// What it says.
  package let summary: String
  /// What it takes.
  package private(set) var shape = Shape.flag
  /// When it has a say; empty for always.
  package private(set) var conditions: [Condition] = []
  /// Its value where it has a say and the base none.
  package private(set) var standard = ProfileValue.nothing
  /// Where its effect is seen.
  package private(set) var effect = Effect()

  init(_ name: String, _ concern: AblationConcern, _ summary: String) {
    (self.name, self.concern, self.summary) = (name, concern, summary)
  }

  func takes(_ shape: Shape, _ standard: ProfileValue) -> ProfileKey {
    var key = self
    (key.shape, key.standard) = (shape, standard)
    return key
  }

  func when(_ conditions: Condition...) -> ProfileKey {
    var key = self
    key.conditions = conditions
    return key
  }

  func seen(
    as value: String,
    in scenario: String,
    with setting: [String: String] = [:]
  ) -> ProfileKey {
    var key = self
    key.effect = Effect(setting: setting, value: value, scenario: scenario)
    return key
  }

  /// What it takes, for people.
  package var values: String {
    switch shape {
    case .words(let words): words.joined(separator: ", ")
    case .whole(let range, let unit): "\(range.lowerBound) to \(range.upperBound) \(unit)"
    case .wholeOrNull(let range, let unit):
      "\(range.lowerBound) to \(range.upperBound) \(unit), or null"
    case .time(let range): "\(range.lowerBound) to \(range.upperBound) ms"
    case .timeOrNull(let range): "\(range.lowerBound) to \(range.upperBound) ms, or null"
    case .flag: "true, false"
    case .box: "[horizontal, vertical], 0 to 64 points each"
    case .curve(let names): names.joined(separator: ", ") + ", or [x1, y1, x2, y2]"
    case .tiers: "a list of {above, size} or {above, share, least, most}"
    }
  }

  /// The key with its condition and its place in the table.
  package static func named(_ name: String) -> ProfileKey? { all.first { $0.name == name } }

  /// Every key, those of a concern together.
  package static let all: [ProfileKey] = textKeys + screenKeys

  /// The built-in profiles by what they chose, in the order of the catalogue; a profile in which the
  /// key has no say is in none.
  package func choices(
    of profiles: [Profile] = Profile.all
  ) -> [(value: String, profiles: [String])] {
    var found: [(value: String, profiles: [String])] = []
    for profile in profiles {
      guard let value = ProfileChoices(of: profile)[name]?.yaml else { continue }
      if let index = found.firstIndex(where: { $0.value == value }) {
        found[index].profiles.append(profile.name)
      } else {
        found.append((value, [profile.name]))
      }
    }
    return found
  }
}
