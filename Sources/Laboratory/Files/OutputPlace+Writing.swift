#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension OutputPlace {
  /// What goes to a place.
  package enum Content {
    /// What need not come at once.
    case parts(any Sequence<[UInt8]>)
    /// What was gathered in the place's ``OutputPlace/partial``.
    case gathered

    /// What is there already.
    package static func bytes(_ bytes: [UInt8]) -> Content { .parts(CollectionOfOne(bytes)) }
  }

  /// Writes the result.
  package func write(_ bytes: [UInt8]) throws(OutputError) {
    try Self.write([(self, .bytes(bytes))])
  }

  /// Writes files that belong together: all are prepared before the first takes its place.
  ///
  /// - Parameters:
  ///   - files: The places, and what goes there.
  ///   - condition: What has to be done before the first takes its place, and may fail.
  /// - Throws: ``OutputError``; then nothing of it is left behind and older files are untouched.
  package static func write(
    _ files: [(place: OutputPlace, content: Content)],
    once condition: () throws(OutputError) -> Void = {}
  ) throws(OutputError) {
    let whole = files.filter { $0.place.kind == .whole }
    defer { for file in files { file.place.discard() } }
    for file in whole { try file.place.gather(file.content) }
    // A device cannot be prepared: it is written when all else is.
    for file in files where file.place.kind != .whole {
      try file.place.through { descriptor in
        file.place.write(file.content, to: descriptor)
      }
    }
    try condition()
    for file in whole { try file.place.take() }
  }

  /// Refuses two places that are one file.
  package static func check(areApart places: [OutputPlace]) throws(OutputError) {
    var seen: [String: String] = [:]
    for place in places where place.kind != .through {
      let key = place.kind == .whole ? place.target : "\(place.kind)"
      if let other = seen.updateValue(place.path, forKey: key) {
        throw OutputError(
          path: place.path,
          reason: "it is \(other), too, where something else is written",
          advice: "Name another place for one of them."
        )
      }
    }
  }

  /// Adds a line at the end, under the file's lock: of several that come at once none is lost.
  ///
  /// - Throws: ``OutputError``; what was written of the line is taken back then.
  package func append(line: [UInt8]) throws(OutputError) {
    let line = line + [0x0A]
    guard kind == .whole else {
      return try through { descriptor in
        line.withUnsafeBytes { SystemCalls.write($0, to: descriptor) }
      }
    }
    if makesFolder { try Folder.make(FileName.folder(of: target)) }
    let (descriptor, size) = try lock()
    defer { close(descriptor) }
    var last: UInt8 = 0x0A
    // What another writer left without an end keeps its own line.
    if size > 0, pread(descriptor, &last, 1, size - 1) != 1 {
      throw OutputError(path: path, code: errno)
    }
    let bytes = last == 0x0A ? line : [0x0A] + line
    var code = bytes.withUnsafeBytes { SystemCalls.write($0, to: descriptor) }
    if code == 0, fsync(descriptor) != 0, errno != EINVAL { code = errno }
    guard code != 0 else { return }
    if ftruncate(descriptor, size) == 0, size == 0 { _ = SystemCalls.named(target) { unlink($0) } }
    throw OutputError(path: path, code: code)
  }

  /// Opens the file and waits for its lock.
  ///
  /// - Returns: The descriptor, whose end gives the lock back, and the file's size.
  private func lock() throws(OutputError) -> (descriptor: Int32, size: off_t) {
    while true {
      let descriptor = SystemCalls.open(target, O_RDWR | O_CREAT | O_APPEND)
      guard descriptor >= 0 else { throw OutputError(path: path, code: errno) }
      while flock(descriptor, LOCK_EX) != 0 {
        let code = errno
        guard code == EINTR else {
          close(descriptor)
          throw OutputError(path: path, code: code)
        }
      }
      var own = stat()
      // Whoever had the lock before may have put another file there.
      if fstat(descriptor, &own) == 0, SystemCalls.status(of: target)?.isSame(as: own) == true {
        return (descriptor, own.st_size)
      }
      close(descriptor)
    }
  }

  // MARK: Contents

  /// Returns: 0, or the `errno` of the call that failed.
  private func write(_ content: Content, to descriptor: Int32) -> Int32 {
    switch content {
    case .parts(let parts): return WholeFile.write(parts, to: descriptor)
    case .gathered:
      let source = SystemCalls.open(partial, O_RDONLY | O_NOFOLLOW)
      guard source >= 0 else { return errno }
      defer { close(source) }
      var buffer = [UInt8](repeating: 0, count: 256 << 10)
      while true {
        guard let count = buffer.withUnsafeMutableBytes({ SystemCalls.read(source, into: $0) })
        else { return errno }
        if count == 0 { return 0 }
        let code = buffer[0..<count].withUnsafeBytes { SystemCalls.write($0, to: descriptor) }
        if code != 0 { return code }
      }
    }
  }

  private func take() throws(OutputError) {
    try named { () throws(OutputError) in try WholeFile.rename(partial, to: target) }
  }

  /// Gathers what goes there in ``partial``, beside what is there.
  package func gather(_ content: Content) throws(OutputError) {
    try named { () throws(OutputError) in
      let folder = FileName.folder(of: target)
      if makesFolder { try Folder.make(folder) }
      WholeFile.sweep(folder)
      if case .gathered = content { return try WholeFile.settle(partial, O_WRONLY) }
      try WholeFile.settle(partial, O_WRONLY | O_CREAT | O_EXCL) { write(content, to: $0) }
    }
  }

  /// Removes what was gathered, and has not taken its place.
  package func discard() { _ = SystemCalls.named(partial) { unlink($0) } }
}
