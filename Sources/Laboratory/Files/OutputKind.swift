/// What may be replaced at a place: anything that a person named, or files of one kind alone.
///
/// A place that stands in a file was not named by who runs the command: it may come with a branch that was
/// checked out.
package struct OutputKind: Sendable {
  /// What such a file is called, as in `a baseline`.
  let title: String
  /// Whether a device or a pipe may be written in place of a file.
  let takesDevices: Bool
  /// Whether a file that is there is of the kind, by its bytes; nil for any.
  let contains: (@Sendable ([UInt8]) -> Bool)?

  /// No file of a kind that is looked at is longer: 64 MiB.
  static let longest = 64 << 20

  /// Describes a kind.
  ///
  /// - Parameters:
  ///   - title: What such a file is called, as in `a baseline`.
  ///   - takesDevices: Whether a device or a pipe may be written in place of a file.
  ///   - contains: Whether a file that is there is of the kind, by its bytes; nil for any.
  package init(
    _ title: String,
    takesDevices: Bool = false,
    contains: (@Sendable ([UInt8]) -> Bool)?
  ) {
    (self.title, self.takesDevices, self.contains) = (title, takesDevices, contains)
  }

  /// Whatever a person named.
  package static let any = OutputKind("a file", takesDevices: true, contains: nil)

  package static let picture = OutputKind("a PNG picture", takesDevices: true) {
    $0.starts(with: [0x89, 0x50, 0x4E, 0x47])
  }

  /// Files of this program's that have `mark` as a JSON string in them.
  package static func marked(_ mark: String, _ title: String) -> OutputKind {
    OutputKind(title) { String(decoding: $0, as: UTF8.self).contains("\"\(mark)\"") }
  }

  /// Whether what is at a path may be replaced: a file of the kind, or an empty one.
  package func allows(_ path: String) -> Bool {
    guard let contains else { return true }
    guard SystemCalls.status(of: path)?.isRegular == true,
      let file = try? InputFile.read(path, as: .bytes(Self.longest))
    else { return false }
    return file.bytes.isEmpty || contains(file.bytes)
  }
}
