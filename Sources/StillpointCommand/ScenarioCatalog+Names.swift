import ArgumentParser
import Simulation

extension ScenarioCatalog {
  /// The scenarios a user named, each once.
  ///
  /// - Throws: `ValidationError` with the near matches for a name that is neither in the catalogue
  ///   nor a path.
  func checked(_ named: [String]) throws -> [String] {
    for name in named {
      let isPath = name.hasSuffix(".yaml") || name.hasSuffix(".yml") || name.contains("/")
      guard isPath || names.contains(name) else {
        throw ValidationError(unknown("scenario", name, among: names))
      }
    }
    return named.withoutRepeats
  }

  /// Where the baselines of the catalogue's package lie: `Reports/baselines` beside its folder.
  var baselinesFolder: String {
    let parent = folder.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parent.isEmpty
      ? "Reports/baselines" : parent.joined(separator: "/") + "/Reports/baselines"
  }
}
