#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Files that are read whole and written whole: whoever reads one never sees half of it.
enum WholeFile {
  /// No baseline is longer, in bytes.
  static let longest = 4 << 20

  /// Reads the file at `path`; nil when there is none.
  static func read(_ path: String) throws(GateError) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    if file < 0, errno == ENOENT { return nil }
    guard file >= 0 else { throw failure("read", path) }
    defer { _ = close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let length = read(file, into: &buffer)
      guard length >= 0 else { throw failure("read", path) }
      if length == 0 { return bytes }
      bytes += buffer[0..<length]
      guard bytes.count <= longest else {
        throw .file(action: "read", path: path, reason: "it is longer than \(longest) bytes")
      }
    }
  }

  /// Writes `text` under a temporary name in the same folder, then renames it to `path`; makes the
  /// folders above.
  ///
  /// - Throws: `GateError.file`; then nothing of the file is left behind and an older one is
  ///   untouched.
  static func write(_ text: String, to path: String) throws(GateError) {
    try makeFolder(of: path)
    let temporary = "\(path).\(getpid()).part"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw failure("write", path) }
    var error = put(Array(text.utf8), file) ? 0 : errno
    if fsync(file) != 0, error == 0 { error = errno }
    if close(file) != 0, error == 0 { error = errno }
    if error == 0, rename(temporary, path) != 0 { error = errno }
    guard error == 0 else {
      unlink(temporary)
      throw .file(action: "write", path: path, reason: String(cString: strerror(error)))
    }
  }

  private static func read(_ file: Int32, into buffer: inout [UInt8]) -> Int {
    while true {
      #if canImport(Darwin)
        let length = Darwin.read(file, &buffer, buffer.count)
      #elseif canImport(Glibc)
        let length = Glibc.read(file, &buffer, buffer.count)
      #elseif canImport(Musl)
        let length = Musl.read(file, &buffer, buffer.count)
      #endif
      if length >= 0 || errno != EINTR { return length }
    }
  }

  private static func put(_ bytes: [UInt8], _ file: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
      let length = bytes.withUnsafeBytes { all in
        posixWrite(file, UnsafeRawBufferPointer(rebasing: all[done...]))
      }
      if length < 0 {
        guard errno == EINTR else { return false }
      } else {
        done += length
      }
    }
    return true
  }

  private static func posixWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(file, bytes.baseAddress, bytes.count)
    #elseif canImport(Glibc)
      Glibc.write(file, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(file, bytes.baseAddress, bytes.count)
    #endif
  }

  private static func makeFolder(of path: String) throws(GateError) {
    var made = ""
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    for part in parts.dropLast() {
      made += part + "/"
      if part.isEmpty || part == "." || part == ".." { continue }
      if mkdir(made, 0o755) != 0, errno != EEXIST { throw failure("make", made) }
    }
  }

  private static func failure(_ action: String, _ path: String) -> GateError {
    .file(action: action, path: path, reason: String(cString: strerror(errno)))
  }
}
