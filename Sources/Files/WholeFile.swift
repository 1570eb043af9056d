#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The one place that writes files: whole, under another name, then renamed.
///
/// Whoever reads one never sees half of it, and a writer that is killed leaves the older one.
package enum WholeFile {
  /// What the name of an unfinished file begins with; a process and the last part of the name follow.
  package static let partialMark = ".stillpoint-partial-"

  /// Writes `parts` to `path`, which is no link, device or pipe; a file there keeps its permissions.
  ///
  /// - Throws: ``OutputError``; then nothing of it is left behind and an older file is untouched.
  package static func write(_ parts: some Sequence<[UInt8]>, to path: String) throws(OutputError) {
    let partial = Self.partial(for: path)
    do {
      try put(parts, to: partial, named: path)
      try rename(partial, to: path)
    } catch {
      _ = SystemCalls.named(partial) { unlink($0) }
      throw error
    }
  }

  /// Writes `bytes` as ``write(_:to:)-(Sequence,_)`` does.
  package static func write(_ bytes: [UInt8], to path: String) throws(OutputError) {
    try write(CollectionOfOne(bytes), to: path)
  }

  /// The name of the unfinished file of `path`, in the same folder.
  package static func partial(for path: String) -> String {
    let name = String(FileName.last(of: path).unicodeScalars.prefix(60))
    return FileName.joined(FileName.folder(of: path), "\(partialMark)\(getpid())-\(name)")
  }

  /// Gives the finished file `partial` the name `path`, with the permissions of what is there.
  package static func rename(_ partial: String, to path: String) throws(OutputError) {
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
  package static func put(
    _ parts: some Sequence<[UInt8]>,
    to path: String,
    named name: String? = nil
  ) throws(OutputError) {
    let name = name ?? path
    let descriptor = SystemCalls.open(path, O_WRONLY | O_CREAT | O_TRUNC)
    guard descriptor >= 0 else { throw OutputError(path: name, code: errno) }
    var code: Int32 = 0
    for part in parts where code == 0 {
      code = part.withUnsafeBytes { SystemCalls.write($0, to: descriptor) }
    }
    if code == 0, fsync(descriptor) != 0, errno != EINVAL, errno != EROFS { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    guard code == 0 else { throw OutputError(path: name, code: code) }
  }
}
