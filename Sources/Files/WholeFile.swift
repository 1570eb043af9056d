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
  /// What the name of an unfinished file begins with; a process and the last part of the name follow.
  static let partialMark = ".stillpoint-partial-"

  /// The name of the unfinished file of `path`, in the same folder.
  static func partial(for path: String) -> String {
    let name = String(FileName.last(of: path).unicodeScalars.prefix(60))
    return FileName.joined(FileName.folder(of: path), "\(partialMark)\(getpid())-\(name)")
  }

  /// Gives the finished file `partial` the name `path`, with the permissions of what is there.
  static func rename(_ partial: String, to path: String) throws(OutputError) {
    if let old = SystemCalls.status(of: path), old.isRegular {
      _ = SystemCalls.named(partial) { chmod($0, old.st_mode & 0o7777) }
    }
    guard SystemCalls.rename(partial, to: path) == 0 else {
      throw OutputError(path: path, code: errno)
    }
  }

  /// Makes or empties a file and writes `parts`, which need not come at once, to the disk.
  ///
  /// For files that nobody else looks for: of a folder that is renamed when it is whole.
  static func put(_ parts: some Sequence<[UInt8]>, to path: String) throws(OutputError) {
    let descriptor = SystemCalls.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw OutputError(path: path, code: errno) }
    var code: Int32 = 0
    for part in parts where code == 0 {
      code = part.withUnsafeBytes { SystemCalls.write($0, to: descriptor) }
    }
    if code == 0, fsync(descriptor) != 0, errno != EINVAL, errno != EROFS { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    guard code == 0 else { throw OutputError(path: path, code: code) }
  }

  /// Removes what processes that are no longer there have left unfinished in a folder.
  static func sweep(_ folder: String) {
    for name in FileName.list(folder) ?? [] where name.hasPrefix(partialMark) {
      let number = Int32(name.dropFirst(partialMark.count).prefix { $0 != "-" })
      guard let number, number > 0, kill(number, 0) == -1, errno == ESRCH else { continue }
      _ = SystemCalls.named(FileName.joined(folder, name)) { path in
        unlink(path) == 0 ? 0 : rmdir(path)
      }
    }
  }
}
