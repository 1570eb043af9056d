/// What is wrong with a file that a user gave, and what to do about it.
///
/// One type for every file that is read: streams, scripts, scenarios, runs, baselines and frame logs.
/// Its printed form is one message of two lines: where and what, then what to do.
package struct InputError: Error, Hashable, Sendable {
  /// The file, as the user named it.
  package var path: String
  /// The line, from 1; nil when the file as a whole is meant.
  package var line: Int?
  /// The column, from 1, in Unicode scalars of the line; nil when the line as a whole is meant.
  package var column: Int?
  /// What is wrong.
  package var problem: String
  /// The offending value, shortened to 40 scalars; nil where there is none.
  package var value: String?
  /// What would have been right.
  package var expected: String
  /// What the user can do.
  package var advice: String
  /// Whether nothing is wrong with it but that another version of this program made it.
  package var isOfOtherVersion = false

  /// Describes a fault in an input file.
  ///
  /// - Parameters:
  ///   - path: The file, as the user named it.
  ///   - line: The line, from 1; nil when the file as a whole is meant.
  ///   - column: The column, from 1, in Unicode scalars; nil when the line as a whole is meant.
  ///   - problem: What is wrong, without a full stop.
  ///   - value: The offending value; it is shortened and its control characters are escaped.
  ///   - expected: What would have been right, without a full stop.
  ///   - advice: What the user can do, a sentence.
  package init(
    path: String = "",
    line: Int? = nil,
    column: Int? = nil,
    problem: String,
    value: String? = nil,
    expected: String,
    advice: String
  ) {
    self.path = path
    self.line = line
    self.column = column
    self.problem = problem
    self.value = value.map(Self.excerpt)
    self.expected = expected
    self.advice = advice
  }

  /// Shortens `text` to 40 Unicode scalars and escapes what would break the line.
  static func excerpt(of text: String) -> String {
    let limit = 40
    let shown = ShownText.value(String(text.unicodeScalars.prefix(limit)))
    return text.unicodeScalars.count > limit ? shown + "..." : shown
  }
}

extension InputError: CustomStringConvertible {
  /// The message: `path:line:column: problem: value; expected ...`, then what to do.
  package var description: String {
    var text = ShownText.value(path)
    if let line { text += ":\(line)" }
    if let column { text += ":\(column)" }
    text += ": \(ShownText.value(problem, most: ShownText.mostOfSentence))"
    if let value { text += ": \(value)" }
    return text
      + "; expected \(ShownText.value(expected, most: ShownText.mostOfSentence)).\n\(ShownText.lines(advice))"
  }
}
