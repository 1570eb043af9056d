import ChatSurface
import Files
import Records

/// Profiles and devices as texts, as requests and records carry those that are not built in.
package enum DesignText {
  /// The name that a profile's text has: what an ablation made has signs in its name that a file's
  /// may not have, and is called after its base.
  package static func name(of profile: Profile) -> String {
    profile.name.split(separator: "+").first.map(String.init) ?? profile.name
  }

  /// The text of a profile that is not built in; nil for one that is.
  package static func text(of profile: Profile) -> String? {
    if Profile.all.contains(profile) { return nil }
    return ProfileChoices(of: profile).yaml(name: name(of: profile), summary: profile.summary)
  }

  /// Reads a text that ``text(of:)`` made.
  ///
  /// - Parameter name: What the profile is called.
  /// - Throws: ``InputError`` when the text is of another release.
  package static func profile(_ text: String, called name: String) throws(InputError) -> Profile {
    var profile = try ProfileFile.read(text, path: name, among: []).profile
    profile.name = name
    return profile
  }
}

extension CellRecord {
  /// What the cell's profile chose, as far as this build can tell: from the record's text, or from the
  /// built-in profile of its name where that still has the record's digest; else nil.
  package var choices: ProfileChoices? {
    if let profileText {
      return (try? DesignText.profile(profileText, called: profile)).map(ProfileChoices.init(of:))
    }
    guard let builtIn = Profile.all.first(where: { $0.name == profile }) else { return nil }
    let choices = ProfileChoices(of: builtIn)
    return profileSHA256 == nil || profileSHA256 == choices.sha256 ? choices : nil
  }

  /// What the profile of another cell under the same name chose otherwise, as
  /// `pool: wait -> evict`; empty where both chose the same.
  package func designDifferences(to other: CellRecord) -> [String] {
    if let choices, let others = other.choices { return choices.differences(to: others) }
    guard let own = profileSHA256, let digest = other.profileSHA256, own != digest else {
      return []
    }
    return ["profile_sha256: \(own.prefix(12)) -> \(digest.prefix(12))"]
  }

  /// How the profile of the cell draws its messages: its own style, or that of the built-in profile
  /// of its name; nil where neither is known.
  package var style: MessageStyle? {
    if let profileText {
      return try? DesignText.profile(profileText, called: profile).style
    }
    return Profile.all.first { $0.name == profile }?.style
  }

  /// What the cell was shown on; nil where that is not known.
  package var shownOn: Device? {
    if let deviceText { return try? DeviceFile.read(deviceText, path: device) }
    return Device.all.first { $0.name == device }
  }
}
