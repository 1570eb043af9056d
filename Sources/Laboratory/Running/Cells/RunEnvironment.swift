import Foundation
import PangoMeasuring
import Profiling

/// Facts about the machine and the build, as a report shows them.
package enum RunEnvironment {
  /// The revision that the build was made from and the versions of its packages: the two lines of
  /// `stillpoint.revision` beside the program, which the scripts write after each build. Empty when the
  /// program is newer than that.
  private static var buildStamp: [String] {
    guard let path = Bundle.main.executablePath else { return [] }
    let program = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let stamp = program.deletingLastPathComponent().appendingPathComponent("stillpoint.revision")
    guard let text = try? String(contentsOf: stamp, encoding: .utf8),
      let stamped = modified(stamp), let built = modified(program), stamped >= built
    else { return [] }
    return text.split(whereSeparator: \.isNewline).map(String.init)
  }

  private static func modified(_ file: URL) -> Date? {
    try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
  }

  /// The revision that the build was made from; `n/a` where that is not known.
  package static var revision: String { buildStamp.first ?? "n/a" }

  /// The facts in the order in which they are to be shown.
  package static func entries(tools: TextTools, options: RunOptions) -> [(
    key: String, value: String
  )] {
    var entries = MachineFacts.current().entries
    entries.append(("git_revision", revision))
    entries.append(("packages", buildStamp.dropFirst().first ?? "n/a"))
    entries.append(("measurer", tools.measurer.identity))
    if let pango = tools.measurer as? PangoMeasurer {
      let names = pango.fontFiles.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
      entries.append(("fonts", names.joined(separator: ", ")))
    }
    entries.append(("word_dictionary", tools.boundaries == nil ? "none" : "system"))
    entries.append(("pipeline_depth", String(options.depth)))
    if let costs = try? DeclaredCosts.builtIn() {
      entries.append(("declared_costs_of", costs.machine))
    }
    return entries
  }
}
