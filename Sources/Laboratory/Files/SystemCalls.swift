#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Calls of the system on names that are bytes; each sets `errno` as the call itself does.
package enum SystemCalls {
  /// Calls `body` with the bytes of a name.
  ///
  /// - Returns: What it returns; -1 with EINVAL for a name that holds a zero byte.
  package static func named(_ path: String, _ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
    var bytes = FileName.bytes(of: path).map { CChar(bitPattern: $0) }
    guard !bytes.contains(0) else {
      errno = EINVAL
      return -1
    }
    bytes.append(0)
    return bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map(body) ?? -1
    }
  }

  /// Opens a file for this process alone, not for those that it starts.
  ///
  /// - Returns: The descriptor, or -1.
  package static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o666) -> Int32 {
    named(path) { name in
      #if canImport(Darwin)
        Darwin.open(name, flags | O_CLOEXEC, mode)
      #elseif canImport(Glibc)
        Glibc.open(name, flags | O_CLOEXEC, mode)
      #elseif canImport(Musl)
        Musl.open(name, flags | O_CLOEXEC, mode)
      #endif
    }
  }

  /// What the system says of a file; of the link itself unless `isFollowing`. Nil when it cannot say.
  package static func status(of path: String, isFollowing: Bool = true) -> stat? {
    var status = stat()
    let code = named(path) { isFollowing ? stat($0, &status) : lstat($0, &status) }
    return code == 0 ? status : nil
  }

  /// Reads once, again after a signal; nil when it failed.
  package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int?
  {
    while true {
      #if canImport(Darwin)
        let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Glibc)
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let count = Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 { return count }
      if errno != EINTR { return nil }
    }
  }

  /// Writes all of `bytes`.
  ///
  /// - Returns: 0, or the `errno` of the call that failed.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      #if canImport(Darwin)
        let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
      #elseif canImport(Glibc)
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      #elseif canImport(Musl)
        let count = Musl.write(descriptor, rest.baseAddress, rest.count)
      #endif
      if count < 0 {
        if errno == EINTR { continue }
        guard errno == EAGAIN else { return errno }
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, -1)
        continue
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return 0
  }

  /// Gives what is at `path` the name `target`, in the place of what is there.
  ///
  /// - Returns: 0 or -1.
  package static func rename(_ path: String, to target: String) -> Int32 {
    named(path) { from in
      named(target) { to in
        #if canImport(Darwin)
          Darwin.rename(from, to)
        #elseif canImport(Glibc)
          Glibc.rename(from, to)
        #elseif canImport(Musl)
          Musl.rename(from, to)
        #endif
      }
    }
  }

  /// What the system calls an error.
  package static func words(_ code: Int32) -> String { String(cString: strerror(code)) }
}

extension stat {
  /// The kind of file: `S_IFREG` and its like.
  package var kind: mode_t { st_mode & S_IFMT }
  /// Whether it is a file that can be replaced by another one, and read again.
  package var isRegular: Bool { kind == S_IFREG }
  /// Whether it is a folder.
  package var isFolder: Bool { kind == S_IFDIR }
  /// Whether both are the same file.
  package func isSame(as other: stat) -> Bool { st_dev == other.st_dev && st_ino == other.st_ino }
}
