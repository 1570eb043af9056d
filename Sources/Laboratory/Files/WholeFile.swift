#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes files whole, under another name, then renamed; ``OutputPlace`` alone says where.
///
/// Whoever reads one never sees half of it, and a writer that is killed leaves the older one.
enum WholeFile {
  /// What the name of something unfinished begins with; the number of a process, the mark of that process
  /// and another of its own follow, which nobody can guess.
  static let partialMark = ".stillpoint-partial-"
  /// Numbers of processes come again.
  private static let own = String(UInt64.random(in: 0...UInt64.max), radix: 36)

  /// A name for an unfinished file or folder in a folder, another one at each call.
  static func partial(in folder: String) -> String {
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    return FileName.joined(folder, "\(partialMark)\(getpid())-\(own)-\(number)")
  }

  /// Gives the finished file `partial` the name `path`, with the permissions of what is there, but for those
  /// by which a program runs as its owner.
  static func rename(_ partial: String, to path: String) throws(OutputError) {
    if let old = SystemCalls.status(of: path), old.isRegular {
      _ = SystemCalls.named(partial) { chmod($0, old.st_mode & 0o777) }
    }
    guard SystemCalls.rename(partial, to: path) == 0 else {
      throw OutputError(path: path, code: errno)
    }
  }

  /// Makes a file and writes `parts`, which need not come at once, to the disk.
  ///
  /// For files that nobody else looks for: of a folder that is renamed when it is whole.
  static func put(_ parts: some Sequence<[UInt8]>, to path: String) throws(OutputError) {
    try settle(path, O_WRONLY | O_CREAT | O_EXCL) { write(parts, to: $0) }
  }

  /// Returns: 0, or the `errno` of the call that failed.
  static func write(_ parts: some Sequence<[UInt8]>, to descriptor: Int32) -> Int32 {
    for part in parts {
      let code = part.withUnsafeBytes { SystemCalls.write($0, to: descriptor) }
      if code != 0 { return code }
    }
    return 0
  }

  /// Opens a file, and has what `body` writes to it on the disk.
  static func settle(
    _ path: String,
    _ flags: Int32,
    _ body: (Int32) -> Int32 = { _ in 0 }
  ) throws(OutputError) {
    let descriptor = SystemCalls.open(path, flags | O_NOFOLLOW)
    guard descriptor >= 0 else { throw OutputError(path: path, code: errno) }
    var code = body(descriptor)
    if code == 0, fsync(descriptor) != 0, errno != EINVAL, errno != EROFS { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    guard code == 0 else { throw OutputError(path: path, code: code) }
  }

  /// Removes what processes that are no longer there have left unfinished in a folder. What cannot be
  /// removed is nothing that a writer should fail for.
  static func sweep(_ folder: String) {
    for name in FileName.list(folder) ?? [] where name.hasPrefix(partialMark) {
      let parts = name.dropFirst(partialMark.count).split(separator: "-")
      guard let number = parts.first.flatMap({ Int32($0) }), number > 0 else { continue }
      let isLeft =
        number == getpid()
        ? parts.count == 3 && parts[1] != own : kill(number, 0) == -1 && errno == ESRCH
      if isLeft { try? Folder.remove(FileName.joined(folder, name)) }
    }
  }
}
