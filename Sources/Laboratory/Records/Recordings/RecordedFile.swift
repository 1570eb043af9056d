/// A file of a real app's frames, and what became of its rows.
package struct RecordedFile: Codable, Hashable, Sendable {
  /// A row that was refused.
  package struct Refusal: Codable, Hashable, Sendable {
    /// Where it stands: a line, or the number of a record; from 1.
    package var line: Int
    /// What cannot be, with the value.
    package var reason: String

    /// Makes a refusal.
    package init(line: Int, reason: String) { (self.line, self.reason) = (line, reason) }
  }

  /// The file as it was given.
  package var path: String
  /// The format's name for programs.
  package var format: String
  /// The format's name for people.
  package var formatTitle: String
  /// Which release of the format, in words; empty where there is but one.
  package var variant: String
  /// Rows that tell of a frame or a hitch.
  package var rows: Int
  /// Rows of these that were refused.
  package var refusedRows: Int
  /// Records at the end that were cut off.
  package var unfinishedRows: Int
  /// The first of the refused rows.
  package var refusals: [Refusal]
  /// What is to be known of the file, a sentence each.
  package var notes: [String]
  /// The hash of the file's bytes: what tells a copy; empty where it was not read.
  package var digest: String
  /// The app, and its version; nil where the file does not say.
  package var app: String?
  package var version: String?
  /// Why it is only a part of what was recorded; nil where it is whole, or the format cannot tell.
  package var cut: String?

  private enum CodingKeys: String, CodingKey {
    case path = "file"
    case format
    case formatTitle = "format_title"
    case variant, rows
    case refusedRows = "refused_rows"
    case unfinishedRows = "unfinished_rows"
    case refusals, notes
    case digest = "file_digest"
    case app, version, cut
  }

  /// Names a file of which nothing is known yet.
  package init(path: String, format: String, formatTitle: String) {
    (self.path, self.format, self.formatTitle) = (path, format, formatTitle)
    (variant, digest) = ("", "")
    (rows, refusedRows, unfinishedRows) = (0, 0, 0)
    (refusals, notes) = ([], [])
  }

  /// The last part of the path.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}
