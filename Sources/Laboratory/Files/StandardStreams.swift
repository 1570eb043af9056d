#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Standard input, output and error of this process.
package enum StandardStreams {
  /// Gives descriptors 0 to 2 that are closed something that can be neither read nor written, so that
  /// no file which is opened later becomes one of them; lets writing to a reader that went away fail
  /// instead of ending the process.
  ///
  /// Call it before anything is opened.
  package static func prepare() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free descriptor is the one that is closed.
      let isInput = descriptor == STDIN_FILENO
      _ = SystemCalls.open("/dev/null", isInput ? O_WRONLY : O_RDONLY)
    }
    // A handler, unlike SIG_IGN, is not passed on to programs that this one starts. A file that is
    // larger than `ulimit -f` allows is an error of the call that writes it.
    for number in [SIGPIPE, SIGXFSZ] { signal(number) { _ in } }
  }

  /// Writes text for people to standard output, without what would steer a terminal or a CI job.
  ///
  /// - Parameter isColoured: Whether it may have sequences that colour a table.
  /// - Returns: The `errno` of what failed; nil when all was written, or the reader went away.
  package static func write(_ text: String, isColoured: Bool) -> Int32? {
    write(Array(ShownText.harmless(text, isColoured: isColoured).utf8))
  }

  /// Writes text for programs to standard output: what JSON and tables escape is as it should be.
  ///
  /// - Returns: The `errno` of what failed; nil when all was written, or the reader went away.
  package static func write(_ bytes: [UInt8]) -> Int32? {
    let code = bytes.withUnsafeBytes { SystemCalls.write($0, to: STDOUT_FILENO) }
    return code == 0 || code == EPIPE ? nil : code
  }

  /// Writes text for people to standard error; there is nowhere to say that it failed.
  package static func writeError(_ text: String, isColoured: Bool = false) {
    let bytes = Array(ShownText.harmless(text, isColoured: isColoured).utf8)
    _ = bytes.withUnsafeBytes { SystemCalls.write($0, to: STDERR_FILENO) }
  }

  /// Empties the line of a terminal at standard error.
  package static func clearErrorLine() {
    _ = Array("\r\u{1B}[K".utf8).withUnsafeBytes { SystemCalls.write($0, to: STDERR_FILENO) }
  }

  /// The arguments of this process, program and all; names keep their bytes.
  package static var arguments: [String] {
    (0..<Int(CommandLine.argc)).compactMap { index in
      guard let argument = CommandLine.unsafeArgv[index] else { return nil }
      let bytes = UnsafeBufferPointer(start: argument, count: strlen(argument))
      return FileName.text(of: bytes.map(UInt8.init(bitPattern:)))
    }
  }
}
