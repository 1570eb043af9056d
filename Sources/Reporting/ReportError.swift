/// Why a run could not be written or read.
///
/// Its description names the path and, where there is one, line, key, value and what was expected.
public enum ReportError: Error, Hashable, Sendable {
  /// The system refused an operation on a file or folder.
  case system(path: String, operation: String, reason: String, advice: String)
  /// Something that is no run stands where the run is to go.
  case inTheWay(path: String, what: String)
  /// A file's content is not what this version reads; `line` counts from 1.
  case invalid(path: String, line: Int, key: String, value: String, expected: String)
  /// dygraphs, which draws the charts, was found nowhere.
  case chartLibraryMissing(searched: [String])
  /// The page came out wrong, which is a defect of this program.
  case template(String)
}

extension ReportError: CustomStringConvertible {
  /// The error in words, with what to do.
  public var description: String {
    switch self {
    case .system(let path, let operation, let reason, let advice):
      "\(path): cannot \(operation): \(reason); \(advice)"
    case .inTheWay(let path, let what):
      "\(path): \(what) is in the way; give another --output or move it away"
    case .invalid(let path, let line, let key, let value, let expected):
      "\(path):\(line): \(key): got \(value), expected \(expected)"
    case .chartLibraryMissing(let searched):
      "dygraphs, which draws the report's charts, was not found (looked at "
        + searched.joined(separator: ", ")
        + "); install the package libjs-dygraphs (apt) or dygraphs (npm), or set "
        + "STILLPOINT_DYGRAPHS to the folder with dygraph.min.js"
    case .template(let reason):
      "the report's template is broken: \(reason)"
    }
  }
}
