/// A page of cases that belong together.
public struct Suite {
  let name: String
  let title: String
  /// The file of its page.
  let page: String
  let notes: String
  /// The contestants that a page of one table shows beside ours; nil for a page of all figures.
  let beside: [String]?
  /// The cases, of few items for a check or of all sizes.
  let cases: (_ isSmall: Bool) -> [Case]

  /// Makes a suite.
  ///
  /// - Parameters:
  ///   - name: What filters match.
  ///   - title: The title of its page.
  ///   - page: The file of its page.
  ///   - notes: Markdown, below the title.
  ///   - beside: Contestants that stand beside the first one in a page of one table, which has a row for
  ///     each operation; nil for a page of all figures.
  ///   - cases: The cases, of few items for a check or of all sizes.
  public init(
    _ name: String,
    title: String,
    page: String,
    notes: String,
    beside: [String]? = nil,
    cases: @escaping (Bool) -> [Case]
  ) {
    self.name = name
    self.title = title
    self.page = page
    self.notes = notes
    self.beside = beside
    self.cases = cases
  }
}
