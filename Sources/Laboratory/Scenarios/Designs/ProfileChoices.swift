import ChatSurface
import Files
import PublishedDesigns
import Records
import Revealing
import TokenStreaming

/// What a profile chose, key by key of ``ProfileKey/all``: the form between a profile and its file.
///
/// Only keys that have a say are there; see ``ProfileKey/conditions``.
package struct ProfileChoices: Equatable, Sendable {
  private var values: [String: ProfileValue] = [:]

  /// The value of a key; nil where it has no say.
  package subscript(key: String) -> ProfileValue? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// Makes choices that say nothing.
  package init() {}

  /// Whether `key` has a say.
  package func hasSay(_ key: ProfileKey) -> Bool {
    key.conditions.allSatisfy { $0.holds(for: values[$0.key]) }
  }

  /// Drops what has no say and gives every key that has one a value.
  ///
  /// - Complexity: O(keys).
  package mutating func complete() {
    for key in ProfileKey.all {
      if hasSay(key) {
        if values[key.name] == nil { values[key.name] = key.standard }
      } else {
        values[key.name] = nil
      }
    }
  }

  /// The lines of a file that says all of it, in the order of the table.
  package func yaml(name: String, summary: String) -> String {
    var text = "name: \(name)\nsummary: \(PositionedYAML.quoted(summary))\n"
    for key in ProfileKey.all {
      if let value = values[key.name] { text += "\(key.name): \(value.yaml)\n" }
    }
    return text
  }

  /// SHA-256 of the choices, in hexadecimal: the same for every profile that chose the same,
  /// whatever it is called.
  ///
  /// A key at its standard value is left out, so that a key of a later release, whose standard value is
  /// what was done before, changes no digest.
  package var sha256: String {
    var text = ""
    for key in ProfileKey.all {
      guard let value = values[key.name], value != key.standard else { continue }
      text += "\(key.name): \(value.yaml)\n"
    }
    return TextDigest.sha256(Array(text.utf8))
  }

  /// Every key that has a say with its value in YAML.
  package var written: [String: String] { values.mapValues(\.yaml) }

  /// What `other` chose otherwise, in the order of the table, as `pool: wait -> evict`; a key that has a
  /// say on one side only is `n/a` on the other.
  ///
  /// - Complexity: O(keys).
  package func differences(to other: ProfileChoices) -> [String] {
    ProfileKey.all.compactMap { key in
      let (old, new) = (values[key.name], other.values[key.name])
      return old == new ? nil : "\(key.name): \(old?.yaml ?? "n/a") -> \(new?.yaml ?? "n/a")"
    }
  }
}

// MARK: Profiles

extension ProfileChoices {
  /// Takes a profile apart.
  ///
  /// - Complexity: O(keys).
  package init(of profile: Profile) {
    var mapping = ProfileMapping(choices: ProfileChoices(), takesApart: true)
    var profile = profile
    mapping.map(&profile)
    self = mapping.choices
    for key in ProfileKey.all where !hasSay(key) { self[key.name] = nil }
  }

  /// Puts a profile together.
  ///
  /// - Precondition: The choices are complete, and none excludes another one; see
  ///   ``ProfileConflict``.
  /// - Complexity: O(keys).
  package func profile(name: String, summary: String) -> Profile {
    for key in ProfileKey.all {
      precondition(self[key.name] != nil || !hasSay(key), "\(key.name) is not there")
    }
    var profile = Profile.reference
    profile.name = name
    profile.summary = summary
    // What has no say is the same in all designs.
    profile.reveal = RevealRule(
      stagger: .none,
      batch: BatchRule(tiers: [BatchRule.Tier(above: 0, size: 1)]),
      pool: PoolRule(limit: 4, overflow: .bypass, slot: .batch),
      fade: nil
    )
    profile.blank = BlankSize()
    var mapping = ProfileMapping(choices: self, takesApart: false)
    mapping.map(&profile)
    // It checks itself as it is made.
    let reveal = profile.reveal
    profile.reveal = RevealRule(
      stagger: reveal.stagger,
      batch: reveal.batch,
      pool: reveal.pool,
      fade: reveal.fade
    )
    return profile
  }
}
