import CProbes

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Works in copies of this process, each of which begins where this one has got to: what takes long to
/// make ready is made ready once.
///
/// Only for a process with one thread.
package enum ProcessCopy {
  /// A copy that did not come to its end.
  package struct Failure: Error, CustomStringConvertible {
    /// The code that it exited with; nil when a signal ended it.
    package var code: Int32?
    /// What ended it; 0 when it exited.
    package var signal: Int32

    /// The code by which a shell would say it.
    package var exitCode: Int32 { code ?? 128 + signal }

    package var description: String {
      code.map { "a copy of the process exited with \($0)" }
        ?? "a copy of the process was ended by \(SignalName(signal))"
    }
  }

  /// Does `body` in a copy and waits for its answer.
  ///
  /// - Parameter body: What it throws is written to standard error.
  /// - Returns: The number of the copy's process, and what `body` returned there.
  /// - Throws: ``Failure``, and `ChildFailure` where no copy can be made.
  package static func run(
    _ body: () throws -> [UInt8]
  ) throws -> (process: Int32, answer: [UInt8]) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw ChildFailure.refused(call: "pipe", error: errno, subject: "a copy's answer")
    }
    let (reading, writing) = (ends[0], ends[1])
    let copy = stillpoint_copy_process()
    if copy == 0 {
      close(reading)
      do {
        send(try body(), to: writing)
        _exit(0)
      } catch {
        send(Array("\(error)\n".utf8), to: STDERR_FILENO)
        _exit(1)
      }
    }
    close(writing)
    defer { close(reading) }
    guard copy > 0 else {
      throw ChildFailure.refused(call: "fork", error: -copy, subject: "a copy of the process")
    }
    let answer = all(from: reading)
    var status: Int32 = 0
    while waitpid(copy, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    let code = status >> 8 & 0xFF
    guard signal == 0, code == 0 else {
      throw Failure(code: signal == 0 ? code : nil, signal: signal)
    }
    return (copy, answer)
  }

  private static func send(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func all(from descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}
