import Files
import Foundation

/// dygraphs (MIT), which draws the frame charts: read from where a package put it.
struct ChartLibrary {
  /// The library's script.
  var script: String
  /// The library's style.
  var style: String

  /// Where packages put it: Debian, Homebrew's npm on both architectures, npm beside the project.
  static let folders = [
    "/usr/share/javascript/dygraphs", "/opt/homebrew/lib/node_modules/dygraphs/dist",
    "/usr/local/lib/node_modules/dygraphs/dist", "node_modules/dygraphs/dist",
  ]

  /// The folders to look into: the one named by `STILLPOINT_DYGRAPHS` alone, or the one that a release
  /// has beside the program, and all known ones.
  static func candidates(environment: [String: String]) -> [String] {
    if let named = environment["STILLPOINT_DYGRAPHS"], !named.isEmpty { return [named] }
    let own = Bundle.main.executablePath.map {
      URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent().path
        + "/dygraphs"
    }
    return [own].compactMap { $0 } + folders
  }

  /// Finds the folder that has the script; nil when none has.
  static func folder(environment: [String: String]) -> String? {
    candidates(environment: environment).first {
      FileManager.default.isReadableFile(atPath: $0 + "/dygraph.min.js")
    }
  }

  /// Reads the library.
  ///
  /// - Throws: ``OutputError`` when it is nowhere or cannot be read.
  static func load(environment: [String: String]) throws(OutputError) -> ChartLibrary {
    guard let folder = folder(environment: environment) else {
      throw OutputError(
        path: ReportFiles.page,
        reason: "dygraphs, which draws its charts, was not found (looked at "
          + candidates(environment: environment).joined(separator: ", ") + ")",
        advice: "Install the package libjs-dygraphs (apt) or dygraphs (npm), or set "
          + "STILLPOINT_DYGRAPHS to the folder with dygraph.min.js."
      )
    }
    let script = try read(folder + "/dygraph.min.js")
    let stylePath = ["/dygraph.min.css", "/dygraph.css"].map { folder + $0 }
      .first { FileManager.default.isReadableFile(atPath: $0) }
    let style = try stylePath.map { path throws(OutputError) in try read(path) } ?? []
    return ChartLibrary(
      script: inlined(script),
      style: String(decoding: style, as: UTF8.self).replacing("</", with: "<\\/")
    )
  }

  private static func read(_ path: String) throws(OutputError) -> [UInt8] {
    do {
      return try InputFile.read(path, as: .bytes(64 << 20)).bytes
    } catch {
      throw OutputError(path: ReportFiles.page, reason: "\(error)")
    }
  }

  /// A script that may stand inside a script element; without its reference to a source map.
  private static func inlined(_ script: [UInt8]) -> String {
    let end = Array("</script".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(script.count)
    for line in script.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    where !line.starts(with: "//# sourceMappingURL".utf8) {
      if !text.isEmpty { text.append(UInt8(ascii: "\n")) }
      var rest = line
      while let found = rest.firstIndex(of: end[0]) {
        let isEnd = rest[found...].starts(with: end)
        text += rest[rest.startIndex...found]
        if isEnd { text.append(UInt8(ascii: "\\")) }
        rest = rest[(found + 1)...]
      }
      text += rest
    }
    return String(decoding: text, as: UTF8.self)
  }
}
