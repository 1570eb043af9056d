/// A page of cases that belong together.
public struct Suite {
  let name: String
  let title: String
  /// The file of its page.
  let page: String
  let notes: String
  /// The cases, of few items for a check or of all sizes.
  let cases: (_ isSmall: Bool) -> [Case]

  /// Makes a suite; `notes` is Markdown, below the title of its page.
  public init(
    _ name: String,
    title: String,
    page: String,
    notes: String,
    cases: @escaping (Bool) -> [Case]
  ) {
    self.name = name
    self.title = title
    self.page = page
    self.notes = notes
    self.cases = cases
  }
}
