#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An input as it was read: a file, a pipe, a device, or standard input.
package struct InputFile: Sendable {
  /// How messages name it.
  package let path: String
  /// What is in it, without a byte order mark.
  package let bytes: [UInt8]
  /// Whether it can be read again: pipes cannot.
  package let isRepeatable: Bool

  /// What is limited of an input beside its size.
  package enum Shape: Sendable {
    /// A text of lines.
    case lines
    /// One value.
    case document
    /// Bytes of any kind, up to so many.
    case bytes(Int)
  }

  /// How standard input is named on a command line.
  package static let standardInput = "-"

  /// What messages call an input.
  package static func title(of path: String) -> String {
    path == standardInput ? "standard input" : path
  }

  /// Reads an input whole.
  ///
  /// - Parameters:
  ///   - path: Its name; `-` is standard input.
  ///   - shape: What it is, which says what limits it has.
  /// - Throws: ``InputError`` for what is not there, a folder, not readable, UTF-16, or beyond a
  ///   limit; a limit is noticed while reading.
  package static func read(_ path: String, as shape: Shape) throws(InputError) -> InputFile {
    let reader = Reader(path: title(of: path))
    let descriptor = try reader.open(path)
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw reader.failure(errno) }
    if status.isFolder { throw reader.folder }
    var bytes = try reader.bytes(from: descriptor, status, shape)
    try reader.removeMark(&bytes)
    return InputFile(
      path: reader.path,
      bytes: bytes,
      isRepeatable: status.isRegular && path != standardInput && !isDescriptor(path)
    )
  }

  /// Takes bytes that were read before, or never stood in a file.
  package init(path: String, bytes: [UInt8]) {
    self.init(path: path, bytes: bytes, isRepeatable: false)
  }

  private init(path: String, bytes: [UInt8], isRepeatable: Bool) {
    (self.path, self.bytes, self.isRepeatable) = (path, bytes, isRepeatable)
  }

  /// Whether a name stands for an open descriptor of this process, which another one does not have.
  static func isDescriptor(_ path: String) -> Bool {
    path == "/dev/stdin" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/")
  }
}

/// Reads one input.
private struct Reader {
  let path: String

  private static let piece = 256 << 10

  func open(_ name: String) throws(InputError) -> Int32 {
    if name == InputFile.standardInput { return STDIN_FILENO }
    if name.isEmpty {
      throw InputError(
        path: "\"\"",
        problem: "an empty name",
        expected: "the name of a file",
        advice: "Name one; - is standard input."
      )
    }
    let descriptor = SystemCalls.open(name, O_RDONLY)
    guard descriptor >= 0 else { throw failure(errno) }
    return descriptor
  }

  var folder: InputError {
    InputError(
      path: path,
      problem: "a directory",
      expected: "a file",
      advice: "Name a file in it."
    )
  }

  /// What to do where nothing is at the path: names beside it that are near, or what is for addresses.
  private var adviceOnPath: String {
    if path.contains("://") {
      return
        "A file or a folder is read here. A running app is described by `command` and `port` in a file: "
        + "Docs/Web.md."
    }
    let folder = FileName.folder(of: path)
    let own = FileName.last(of: path)
    // The extension is no part of what may be misspelt: it would make short names alike.
    let end = own.dropFirst(FileName.stem(of: own).count)
    let names = ((try? Folder.names(in: folder)) ?? []).filter { name in
      !name.hasPrefix(".") && name.dropFirst(FileName.stem(of: name).count) == end
    }
    let near = nearMatches(to: FileName.stem(of: own), among: names.map { FileName.stem(of: $0) })
    guard let stem = near.first else {
      return "Check the path; it is taken from \(FileName.resolved("."))."
    }
    let name = stem + end
    return "Did you mean \(FileName.shown(folder == "." ? name : FileName.joined(folder, name)))?"
  }

  func failure(_ code: Int32) -> InputError {
    switch code {
    case ENOENT, ENOTDIR:
      InputError(
        path: path,
        problem: "no such file",
        expected: "a file that exists",
        advice: adviceOnPath
      )
    case EACCES, EPERM:
      InputError(
        path: path,
        problem: "no permission to read",
        expected: "a readable file",
        advice: "Give yourself the right: chmod u+r \(path)"
      )
    case EISDIR: folder
    case EBADF:
      InputError(
        path: path,
        problem: "it is closed",
        expected: "an input that is open",
        advice: "Name a file, or give one with <."
      )
    default:
      InputError(
        path: path,
        problem: "it cannot be read",
        value: SystemCalls.words(code),
        expected: "a readable file",
        advice: "Check the path and the disk."
      )
    }
  }

  /// Reads to the end, or to the first limit.
  func bytes(
    from descriptor: Int32,
    _ status: stat,
    _ shape: InputFile.Shape
  ) throws(InputError) -> [UInt8] {
    var most = try InputLimit.bytes.value()
    var watch: LineWatch?
    switch shape {
    case .lines: watch = try LineWatch()
    case .document: break
    case .bytes(let count): most = count
    }
    // A regular file says its size; one of /proc says 0 and has bytes all the same.
    let size = status.isRegular ? Int(status.st_size) : 0
    if size > most { throw tooLarge("\(size) bytes", most, shape) }
    var all: [UInt8] = []
    all.reserveCapacity(size)
    var buffer = [UInt8](repeating: 0, count: Self.piece)
    while true {
      guard let count = buffer.withUnsafeMutableBytes({ SystemCalls.read(descriptor, into: $0) })
      else { throw failure(errno) }
      if count == 0 { return all }
      if all.count + count > most { throw tooLarge("over \(most) bytes", most, shape) }
      if let error = watch?.look(at: buffer[0..<count], path: path) { throw error }
      all += buffer[0..<count]
    }
  }

  private func tooLarge(_ value: String, _ most: Int, _ shape: InputFile.Shape) -> InputError {
    if case .bytes = shape {
      return InputError(
        path: path,
        problem: "the file is too large",
        value: value,
        expected: "at most \(most) bytes",
        advice: "Give a part of it."
      )
    }
    return InputLimit.bytes.error(path: path, value: value, limit: most, advice: "Split it.")
  }

  /// Takes off the mark of UTF-8 and refuses those of UTF-16.
  func removeMark(_ bytes: inout [UInt8]) throws(InputError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      bytes.removeFirst(3)
    } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw InputError(
        path: path,
        line: 1,
        column: 1,
        problem: "not UTF-8",
        value: "the byte order mark of UTF-16",
        expected: "UTF-8",
        advice: "Convert it: iconv -f UTF-16 -t UTF-8."
      )
    }
  }
}

/// Counts lines and their lengths while bytes come in.
private struct LineWatch {
  private let longest: Int
  private let most: Int
  private var line = 1
  private var length = 0

  init() throws(InputError) {
    longest = try InputLimit.lineBytes.value()
    most = try InputLimit.lines.value()
  }

  mutating func look(at bytes: ArraySlice<UInt8>, path: String) -> InputError? {
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: 0x0A)
      length += (end ?? bytes.endIndex) - start
      if length > longest {
        return InputLimit.lineBytes.error(
          path: path,
          line: line,
          value: "over \(longest) bytes",
          limit: longest,
          advice: "Check that lines end with a line feed, or split what stands in it."
        )
      }
      guard let end else { return nil }
      (line, length, start) = (line + 1, 0, end + 1)
      if line > most + 1 {
        return InputLimit.lines.error(path: path, limit: most, advice: "Split it.")
      }
    }
    return nil
  }
}
