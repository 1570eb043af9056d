import ChatSurface
import Files
import LoadGeneration

/// The files of the built-in profiles: the folder `Profiles`.
///
/// `catalog.yaml` names them in order, and the one that runs where none is named.
package struct ProfileCatalog: Sendable {
  /// What the list of the folder is called.
  package static let list = "catalog.yaml"

  /// The profiles, in order.
  package let files: [ProfileFile]
  /// The name of the one that runs where none is named.
  package let standard: String

  /// Reads the profiles of a folder.
  ///
  /// - Throws: ``InputError`` for a file that cannot be read or is no complete profile, one of another
  ///   name than its file's, one that the list does not name, and a list that names what is not there.
  package init(folder: String) throws(InputError) {
    let path = FileName.joined(folder, Self.list)
    let text = try InputLines.text(of: InputFile.read(path, as: .document))
    let root = try InputObject(
      PositionedYAML.parse(text, path: path, as: "a list of profiles in YAML"),
      path: path,
      expected: "standard and profiles"
    )
    try root.refuseUnknown(among: ["standard", "profiles"])
    let present = ScenarioCatalog.names(in: folder, withExtension: "yaml")
      .filter { "\($0).yaml" != Self.list }
    var names: [String] = []
    for value in try root.list("profiles") {
      guard case .string(let name) = value.kind, present.contains(name), !names.contains(name)
      else {
        throw root.mismatch(
          "profiles",
          value,
          expected: "the files of the folder, each once: \(present.joined(separator: ", "))"
        )
      }
      names.append(name)
    }
    if let missing = present.first(where: { !names.contains($0) }) {
      throw root.mismatch(
        "profiles",
        try root.required("profiles"),
        expected: "every file of the folder, \(missing) too"
      )
    }
    standard = try root.choice("standard", of: names)
    var files: [ProfileFile] = []
    for name in names {
      let path = FileName.joined(folder, "\(name).yaml")
      let text = try InputLines.text(of: InputFile.read(path, as: .document))
      let file = try ProfileFile.read(text, path: path, among: [])
      guard file.profile.name == name else {
        throw InputError(
          path: path,
          problem: "the file and the profile in it have two names",
          value: file.profile.name,
          expected: name,
          advice: "Rename one of them."
        )
      }
      files.append(file)
    }
    self.files = files
  }
}
