import ChatSurface
import Files

extension ProfileFile {
  /// The built-in profiles, in the order in which they are shown: the files in `Profiles`, embedded in
  /// the program and read when they are first needed.
  package static let builtIn: [ProfileFile] = [
    PackageResources.reference_yaml, PackageResources.vercel_v0_yaml,
    PackageResources.swiftui_tips_yaml, PackageResources.parameter_article_yaml,
    PackageResources.messaging_ui_yaml, PackageResources.conversation_kit_yaml,
  ].map(embedded)

  /// Reads an embedded file.
  private static func embedded(_ bytes: [UInt8]) -> ProfileFile {
    InputLimit.$isOfProgram.withValue(true) {
      do {
        return try read(
          String(decoding: bytes, as: UTF8.self),
          path: "a built-in profile",
          among: []
        )
      } catch {
        preconditionFailure("\(error)")
      }
    }
  }
}

extension Profile {
  /// The built-in profiles, in the order in which they are shown.
  public static let all: [Profile] = ProfileFile.builtIn.map(\.profile)

  /// The built-in profile called `name`.
  ///
  /// - Precondition: One of ``all`` has that name.
  public static func builtIn(_ name: String) -> Profile {
    guard let found = all.first(where: { $0.name == name }) else {
      preconditionFailure("no built-in profile is called \(name)")
    }
    return found
  }
}
