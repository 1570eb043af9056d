#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension OutputPlace {
  /// Writes the result.
  package func write(_ bytes: [UInt8]) throws(OutputError) { try Self.write([(self, bytes)]) }

  /// Writes the result in parts, which need not come at once.
  package func write(parts: some Sequence<[UInt8]>) throws(OutputError) {
    guard kind == .whole else {
      return try through { descriptor in
        for part in parts {
          let code = part.withUnsafeBytes { SystemCalls.write($0, to: descriptor) }
          if code != 0 { return code }
        }
        return 0
      }
    }
    do {
      try prepare(parts)
      try take()
    } catch {
      discard()
      throw error
    }
  }

  /// Writes files that belong together: all are prepared before the first takes its place.
  ///
  /// - Parameters:
  ///   - files: The places, and what goes there.
  ///   - condition: What has to be done before the first takes its place, and may fail.
  /// - Throws: ``OutputError``; then nothing of it is left behind and older files are untouched.
  package static func write(
    _ files: [(place: OutputPlace, bytes: [UInt8])],
    once condition: () throws(OutputError) -> Void = {}
  ) throws(OutputError) {
    let whole = files.filter { $0.place.kind == .whole }
    do {
      for file in whole { try file.place.prepare(CollectionOfOne(file.bytes)) }
      try condition()
      for file in whole { try file.place.take() }
    } catch {
      for file in whole { file.place.discard() }
      throw error
    }
    for file in files where file.place.kind != .whole {
      try file.place.through { descriptor in
        file.bytes.withUnsafeBytes { SystemCalls.write($0, to: descriptor) }
      }
    }
  }

  /// Refuses two places that are one file.
  package static func check(areApart places: [OutputPlace]) throws(OutputError) {
    var seen: [String: String] = [:]
    for place in places where place.kind == .whole {
      if let other = seen.updateValue(place.path, forKey: place.target) {
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

  // MARK: A whole file

  private func prepare(_ parts: some Sequence<[UInt8]>) throws(OutputError) {
    try named { () throws(OutputError) in
      let folder = FileName.folder(of: target)
      if makesFolder { try Folder.make(folder) }
      WholeFile.sweep(folder)
      try WholeFile.put(parts, to: partial)
    }
  }

  private func take() throws(OutputError) {
    try named { () throws(OutputError) in try WholeFile.rename(partial, to: target) }
  }

  private func discard() { _ = SystemCalls.named(partial) { unlink($0) } }
}
