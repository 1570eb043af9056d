/// Where in a file an event stands, for whoever has to mend it.
package struct EventPlace: Hashable, Sendable {
  /// The file, as the user named it.
  package var path: String
  /// The line, from 1.
  package var line: Int
}

extension EventPlace: CustomStringConvertible {
  /// The place as editors read it: `path:line`.
  package var description: String { "\(path):\(line)" }
}
