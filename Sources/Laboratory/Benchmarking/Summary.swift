/// What a README shows of the figures: a table of one suite's longest cases and a picture of one case
/// by its size, for all contestants.
public struct Summary: Sendable {
  /// The suite of both.
  let suite: String
  /// What a row of the table is.
  let row: String
  /// What sizes count.
  let unit: String
  /// The case of the picture.
  let picture: String
  /// What stands above it.
  let title: String
  /// Its file.
  let file: String

  /// Makes a summary.
  ///
  /// - Parameters:
  ///   - suite: The name of the suite.
  ///   - row: What a row of the table is: "a frame".
  ///   - unit: What sizes count: "messages".
  ///   - picture: The name of the case that is drawn, which has several sizes.
  ///   - title: What stands above the picture.
  ///   - file: The name of its SVG file.
  public init(
    suite: String,
    row: String,
    unit: String,
    picture: String,
    title: String,
    file: String
  ) {
    self.suite = suite
    self.row = row
    self.unit = unit
    self.picture = picture
    self.title = title
    self.file = file
  }
}
