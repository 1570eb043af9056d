/// Where in a file an event stands, for whoever has to mend it.
public struct EventPlace: Hashable, Sendable {
  /// The file, as the user named it.
  public var path: String
  /// The line, from 1.
  public var line: Int

  /// Names a place.
  public init(path: String, line: Int) {
    self.path = path
    self.line = line
  }
}

extension EventPlace: CustomStringConvertible {
  /// The place as editors read it: `path:line`.
  public var description: String { "\(path):\(line)" }
}
