import PangoMeasuring
import Profiling

/// Facts about the machine and the build, as a report shows them.
public enum RunEnvironment {
  /// Where the program lies: the revision is looked for there, not where the user stands.
  private static var programFolder: String {
    let program = CommandLine.arguments.first ?? "."
    let folder = program.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return folder.isEmpty ? "." : folder.joined(separator: "/")
  }

  /// The facts in the order in which they are to be shown.
  public static func entries(tools: TextTools, options: RunOptions) -> [(
    key: String, value: String
  )] {
    var entries = MachineFacts.current().entries
    entries.append(("git_revision", SourceRevision.find(in: programFolder) ?? "n/a"))
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
