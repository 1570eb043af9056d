/// Why a measurer cannot be made.
package enum FontError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A file of the set is at none of its places.
  case missingFile(candidates: [String], package: String)
  /// A file is there, but no font can be read from it.
  case unreadableFile(path: String)
  /// The library could not be set up.
  case libraryFailure(version: String)

  /// What is wrong, with which value, and what to do.
  package var description: String {
    switch self {
    case .missingFile(let candidates, let package):
      "font file not found at \(candidates.joined(separator: ", ")): install \(package)"
    case .unreadableFile(let path): "no font can be read from \(path): install its package anew"
    case .libraryFailure(let version):
      "Pango \(version) could not be set up: check that Pango and fontconfig are installed whole"
    }
  }
}
