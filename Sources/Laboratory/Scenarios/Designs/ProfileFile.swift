import ChatSurface
import Files
import LoadGeneration

/// A profile's file: a design of one's own, or a built-in one.
///
/// ```yaml
/// name: mine
/// base: reference
/// stagger_ms: 24
/// pool: wait
/// ```
///
/// Without a `base` every key that has a say must be there. ``ProfileKey/all`` has the keys.
package struct ProfileFile: Sendable {
  /// What it says.
  package var profile: Profile
  /// The profile that it starts from; nil where it says everything itself.
  package var base: String?
  /// What a load may ask and the published design says nothing about, with what this project does.
  package var leftOpen: [ProfileGap] = []

  /// The most characters of a name.
  static let longestName = 64
  /// The keys that are none of a choice.
  package static let ownKeys = ["name", "summary", "base", "left_open"]

  /// Reads the profile at `path`.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - known: The profiles that a base may name.
  /// - Throws: ``InputError`` when the file cannot be read, is not YAML, has a key or a value that a
  ///   profile cannot have, or choices that exclude each other; also for the name of one of `known`
  ///   over other choices than its own.
  package static func read(
    _ path: String,
    among known: [Profile] = Profile.all
  ) throws(InputError) -> ProfileFile {
    let file = try InputFile.read(path, as: .document)
    let read = try read(InputLines.text(of: file), path: file.path, among: known)
    let name = read.profile.name
    if let taken = known.first(where: { $0.name == name }), taken != read.profile {
      let isSame = ProfileChoices(of: taken) == ProfileChoices(of: read.profile)
      guard isSame else { throw nameTaken(name, path: file.path) }
      return ProfileFile(profile: taken, base: read.base, leftOpen: read.leftOpen)
    }
    return read
  }

  /// Reads the profile `text`; `path` is for messages.
  ///
  /// - Throws: ``InputError`` as ``read(_:among:)`` does, but for reading and for the name.
  package static func read(
    _ text: String,
    path: String,
    among known: [Profile]
  ) throws(InputError) -> ProfileFile {
    let root = try InputObject(
      PositionedYAML.parse(text, path: path, as: "a profile in YAML"),
      path: path,
      expected: "a profile: name, base, and what differs"
    )
    try root.refuseUnknown(
      among: ownKeys + ProfileKey.all.map(\.name),
      other: FileKind.advice(forKey:)
    )
    let name = try name(root)
    let base = try base(root, among: known)
    let choices = try ProfileReader(root: root, base: base, known: known).choices()
    let summary = root.has("summary") ? try root.string("summary") : summary(of: root, base)
    var file = ProfileFile(profile: choices.profile(name: name, summary: summary), base: base?.name)
    if root.has("left_open") { file.leftOpen = try gaps(root.required("left_open"), path) }
    return file
  }

  static func name(_ root: InputObject) throws(InputError) -> String {
    let name = try root.string("name")
    let isPlain = name.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
    }
    guard isPlain, name != "all", (1...longestName).contains(name.utf8.count) else {
      throw root.mismatch(
        "name",
        try root.required("name"),
        expected: "1 to \(longestName) lower-case letters, digits and hyphens, not \"all\""
      )
    }
    return name
  }

  private static func nameTaken(_ name: String, path: String) -> InputError {
    InputError(
      path: path,
      problem: "the name is that of a built-in profile, which chose otherwise",
      value: name,
      expected: "a name of its own",
      advice: "Call it \"my-\(name)\", or name the built-in one as its base."
    )
  }

  private static func base(
    _ root: InputObject,
    among known: [Profile]
  ) throws(InputError) -> Profile? {
    guard root.has("base") else { return nil }
    let name = try root.choice("base", of: known.map(\.name))
    return known.first { $0.name == name }
  }

  /// What a design is called that has no summary: its base and what it changes.
  private static func summary(of root: InputObject, _ base: Profile?) -> String {
    let changed = root.fields.map(\.key).filter { !ownKeys.contains($0) }
    guard let base else { return "a design of its own" }
    return changed.isEmpty
      ? "as \(base.name)" : "\(base.name), but for \(changed.joined(separator: ", "))"
  }

  private static func gaps(_ value: InputValue, _ path: String) throws(InputError) -> [ProfileGap] {
    let object = try InputObject(value, path: path, expected: "sentences by what is left open")
    let names = ProfileGap.Subject.allCases.map(\.rawValue)
    try object.refuseUnknown(among: names)
    var gaps: [ProfileGap] = []
    for subject in ProfileGap.Subject.allCases where object.has(subject.rawValue) {
      gaps.append(ProfileGap(subject: subject, answer: try object.string(subject.rawValue)))
    }
    return gaps
  }
}
