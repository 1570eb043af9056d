import Foundation

/// The list of system packages that scripts, README and this program share.
enum PackageList {
  /// Packages of the list that this Debian system does not have, each with what it is for; empty
  /// where the list or the system's own register of packages is not to be found.
  static func missing() -> [String] {
    let register = "/var/lib/dpkg/info"
    guard let text = find(), FileManager.default.fileExists(atPath: register) else { return [] }
    return text.split(separator: "\n").compactMap { line in
      guard !line.hasPrefix("#") else { return nil }
      let columns = line.split(separator: " ", maxSplits: 3)
      guard columns.count == 4 else { return nil }
      let name = columns[0]
      let candidates = [
        "\(register)/\(name).list", "\(register)/\(name):\(debianArchitecture).list",
      ]
      let isThere = candidates.contains { FileManager.default.fileExists(atPath: $0) }
      let use = columns[3].trimmingCharacters(in: .whitespaces)
      return isThere ? nil : "\(name) (\(use)); scripts/bootstrap --with-tests installs it"
    }
  }

  private static var debianArchitecture: String {
    #if arch(x86_64)
      "amd64"
    #else
      "arm64"
    #endif
  }

  /// The list's text: beside the working directory or the program, or above either.
  private static func find() -> String? {
    let places = [
      URL(fileURLWithPath: FileManager.default.currentDirectoryPath),
      URL(fileURLWithPath: CommandLine.arguments.first ?? ".").deletingLastPathComponent(),
    ]
    for place in places {
      var folder = place.resolvingSymlinksInPath()
      while folder.path != "/" {
        let file = folder.appendingPathComponent("scripts/packages.txt").path
        if let data = FileManager.default.contents(atPath: file) {
          return String(decoding: data, as: UTF8.self)
        }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }
}
