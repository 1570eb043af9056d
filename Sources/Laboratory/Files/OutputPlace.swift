#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A place that a user named for one file, looked at before the work whose result goes there.
///
/// A regular file is replaced whole; a link is followed to its end. A device or pipe is written
/// through; so is standard output, which is named `-`.
package struct OutputPlace: Sendable {
  enum Kind: Hashable, Sendable {
    /// An open descriptor of this process.
    case descriptor(Int32)
    /// A device or pipe.
    case through
    /// A file that is there, or will be.
    case whole
  }

  /// The place, as the user named it.
  package let path: String
  let kind: Kind
  let target: String
  let makesFolder: Bool
  /// Where a part of the result may be gathered until it is whole: ``Content/gathered``.
  package let partial: String

  /// Looks whether something can be written there.
  ///
  /// - Parameters:
  ///   - path: The place; `-` is standard output where devices may be written.
  ///   - replacing: What may be there already.
  ///   - inputs: What the same command reads; none of it may be the place.
  ///   - folder: The folder that the same command replaces; the place may not lie in it.
  ///   - makesFolder: Whether the folder above is made when something is written.
  /// - Throws: ``OutputError`` for an empty name, a folder, an input, a disk, a file of another kind, a
  ///   folder above that is none or may not be written to.
  package init(
    _ path: String,
    replacing kinds: OutputKind = .any,
    inputs: [String] = [],
    outside folder: String? = nil,
    makesFolder: Bool = false
  ) throws(OutputError) {
    (self.path, self.makesFolder) = (path, makesFolder)
    let scratch = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    if path == InputFile.standardInput, kinds.takesDevices {
      (kind, target) = (.descriptor(STDOUT_FILENO), path)
      partial = WholeFile.partial(in: scratch)
      return
    }
    guard !path.isEmpty else { throw OutputError(path: path, reason: "an empty name") }
    if kinds.takesDevices, let descriptor = Self.descriptor(of: path) {
      guard fcntl(descriptor, F_GETFD) >= 0 else { throw OutputError(path: path, code: EBADF) }
      (kind, target) = (.descriptor(descriptor), path)
      partial = WholeFile.partial(in: scratch)
      return
    }
    try Self.check(path, isNoneOf: inputs)
    target = FileName.resolved(path)
    errno = 0
    let status = SystemCalls.status(of: target)
    let isWhole = status?.isRegular ?? true
    partial = WholeFile.partial(in: isWhole ? FileName.folder(of: target) : scratch)
    guard let status else {
      guard errno == ENOENT else { throw OutputError(path: path, code: errno) }
      guard !path.hasSuffix("/") else {
        throw OutputError(path: path, reason: "it is the name of a folder")
      }
      kind = .whole
      try checkFolder(outside: folder)
      return
    }
    switch status.kind {
    case S_IFDIR: throw OutputError(path: path, reason: "it is a folder")
    case S_IFBLK: throw OutputError(path: path, reason: "it is a disk")
    case S_IFSOCK: throw OutputError(path: path, reason: "it is a socket")
    case let other where other != S_IFREG && !kinds.takesDevices:
      throw OutputError(path: path, reason: "it is a device or a pipe, and not \(kinds.title)")
    case S_IFREG:
      guard kinds.allows(target) else {
        throw OutputError(
          path: path,
          reason: "there is a file that is not \(kinds.title)",
          advice: "Name another place, or move that file away: nothing else is replaced."
        )
      }
      kind = .whole
      try checkPermission()
      try checkFolder(outside: folder)
    default:
      kind = .through
      try checkPermission()
    }
  }

  /// Whether it is standard output, so that nothing else may be said there.
  package var isStandardOutput: Bool { kind == .descriptor(STDOUT_FILENO) }

  /// Errors name the place as the user did.
  func named(_ body: () throws(OutputError) -> Void) throws(OutputError) {
    do {
      try body()
    } catch {
      throw OutputError(path: path, reason: error.reason, advice: error.advice)
    }
  }

  /// Opens what is written through; a reader that went away is no error.
  func through(_ body: (Int32) -> Int32) throws(OutputError) {
    var descriptor: Int32
    var isOpened = true
    if case .descriptor(let open) = kind {
      (descriptor, isOpened) = (open, false)
    } else {
      descriptor = SystemCalls.open(target, O_WRONLY | O_NOCTTY)
    }
    guard descriptor >= 0 else { throw OutputError(path: path, code: errno) }
    let code = body(descriptor)
    let closing = isOpened && close(descriptor) != 0 ? errno : 0
    guard code == 0 || code == EPIPE else { throw OutputError(path: path, code: code) }
    guard closing == 0 else { throw OutputError(path: path, code: closing) }
  }

  // MARK: Checks

  /// The descriptor that a name of /dev or /proc stands for; nil for any other name.
  private static func descriptor(of path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
        return Int32(path.dropFirst(folder.count))
      }
      return nil
    }
  }

  private static func check(_ path: String, isNoneOf inputs: [String]) throws(OutputError) {
    guard let status = SystemCalls.status(of: path), status.isRegular || status.isFolder else {
      return
    }
    for input in inputs {
      guard let other = SystemCalls.status(of: input), other.isSame(as: status) else { continue }
      throw OutputError(
        path: path,
        reason: "it is the input \(input)",
        advice: "Name another place; an input is never replaced."
      )
    }
  }

  private func checkPermission() throws(OutputError) {
    guard SystemCalls.named(target, { access($0, W_OK) }) == 0 else {
      throw OutputError(path: path, code: errno)
    }
  }

  /// Whether the folder that the file is to stand in takes new files.
  private func checkFolder(outside folder: String?) throws(OutputError) {
    if let folder {
      let other = FileName.resolved(folder)
      guard target != other, !target.hasPrefix(other + "/") else {
        throw OutputError(path: path, reason: "it lies in \(folder), which is written anew")
      }
    }
    let parent = FileName.folder(of: target)
    if makesFolder, !Folder.exists(parent) {
      return try named { () throws(OutputError) in
        try FolderPlace(parent).check(isOwned: { _ in false }, isOurs: { _ in true })
      }
    }
    guard let status = SystemCalls.status(of: parent) else {
      throw OutputError(
        path: path,
        reason: "there is no folder \(FileName.folder(of: path))",
        advice: "Make it first, or name another place."
      )
    }
    guard status.isFolder else {
      throw OutputError(path: path, reason: "\(FileName.folder(of: path)) is no folder")
    }
    WholeFile.sweep(parent)
    let descriptor = SystemCalls.open(partial, O_WRONLY | O_CREAT | O_EXCL)
    guard descriptor >= 0 else { throw OutputError(path: path, code: errno) }
    close(descriptor)
    _ = SystemCalls.named(partial) { unlink($0) }
  }
}
