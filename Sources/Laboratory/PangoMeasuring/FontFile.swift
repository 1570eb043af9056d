/// One file of a set of fonts and where it may lie.
package struct FontFile: Hashable, Sendable {
  /// Where the file is looked for, first hit first; `~` at the start is the home directory.
  package var candidates: [String]
  /// What installs it, as `fonts-inter (Debian) or font-inter (Homebrew cask)`.
  package var package: String

  /// Makes a file.
  ///
  /// - Parameters:
  ///   - candidates: Where the file is looked for.
  ///   - package: What installs it.
  package init(candidates: [String], package: String) {
    self.candidates = candidates
    self.package = package
  }
}
