/// Why the gate could not do its work; the command exits with 1.
public enum GateError: Error, Hashable, Sendable {
  /// A file or folder could not be read or written.
  ///
  /// - Parameters: what was tried ("read", "write"), the path, the system's reason.
  case file(action: String, path: String, reason: String)
  /// A baseline file says something that cannot be.
  ///
  /// - Parameters: the path, the line from 1, the key, the value found, what was expected.
  case content(path: String, line: Int, key: String, value: String, expected: String)
  /// A name cannot be part of the name of a file.
  case unusableName(key: String, value: String)
  /// Counts that are 0 although there was work cannot become a baseline.
  case invalidCounts(cell: String, names: [String])

  /// The command's exit code.
  public static let exitCode: Int32 = 1
}

extension GateError: CustomStringConvertible {
  /// One message: where, which value, what was expected, what to do.
  public var description: String {
    switch self {
    case .file(let action, let path, let reason):
      "\(path): cannot \(action): \(reason)"
    case .content(let path, let line, let key, let value, let expected):
      "\(path):\(line): \(key) is \(value), expected \(expected); "
        + "restore the file, or delete it and run gate --accept"
    case .unusableName(let key, let value):
      "the \(key) \"\(value)\" cannot name a baseline file, expected letters a to z, digits, "
        + "- and _ only; rename it"
    case .invalidCounts(let cell, let names):
      "\(cell): \(names.joined(separator: ", ")) is 0, expected more than 0 because there was "
        + "work; not accepted as a baseline"
    }
  }
}
