/// Compares the page about metrics with the figures that a run gives.
package enum MetricCatalogCheck {
  /// Finds what one has and the other has not.
  ///
  /// - Parameters:
  ///   - page: The page, as Markdown: the first cell of each row of a family's table is a name.
  ///   - figures: The names of a run's figures.
  /// - Returns: A sentence for each, those missing on the page first; empty when they agree.
  package static func problems(page: String, figures: some Sequence<String>) -> [String] {
    let documented = names(on: page)
    let given = Set(figures)
    return given.subtracting(documented).sorted().map { "\($0) is a figure and not on the page" }
      + documented.subtracting(given).sorted().map { "\($0) is on the page and no figure" }
  }

  private static func names(on page: String) -> Set<String> {
    let families = Set(Metric.Family.allCases.map(\.rawValue))
    var isInFamily = false
    var names: Set<String> = []
    for line in page.split(separator: "\n") {
      if line.hasPrefix("<!-- begin ") {
        let name = line.dropFirst("<!-- begin ".count).prefix { $0 != ":" }
        isInFamily = families.contains(String(name))
      } else if line.hasPrefix("<!-- end ") {
        isInFamily = false
      } else if isInFamily, line.hasPrefix("| `") {
        names.insert(String(line.dropFirst(3).prefix { $0 != "`" }))
      }
    }
    return names
  }
}
