import Foundation
import Reporting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the command says: results on standard output, progress and errors on standard error.
///
/// On a terminal progress is one line that is written over; in a pipe it is a plain line a step.
final class Console {
  private let isQuiet: Bool
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let start = Date()
  private var hasOpenLine = false

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  /// Whether words on standard output may be coloured.
  var wantsColour: Bool {
    TerminalTable.wantsColour(
      isTerminal: isatty(STDOUT_FILENO) == 1,
      environment: ProcessInfo.processInfo.environment
    )
  }

  /// How many columns standard output has; nil when it is no terminal.
  var width: Int? {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
    return TerminalTable.width(
      isTerminal: isatty(STDOUT_FILENO) == 1,
      environment: ProcessInfo.processInfo.environment,
      system: isKnown ? Int(size.ws_col) : nil
    )
  }

  /// A line of the result.
  func say(_ text: String) {
    guard !isQuiet else { return }
    closeLine()
    write(text + "\n", to: STDOUT_FILENO)
  }

  /// Text that a program reads; printed even when quiet.
  func put(_ text: String) {
    closeLine()
    write(text, to: STDOUT_FILENO)
  }

  /// A remark beside the result, on standard error.
  func note(_ text: String) {
    guard !isQuiet else { return }
    complain("note: \(text)")
  }

  /// An error.
  func complain(_ text: String) {
    closeLine()
    write(text + "\n", to: STDERR_FILENO)
  }

  /// How far long work has come: `done` of `total`, and what is at hand.
  func progress(_ done: Int, of total: Int, _ what: String) {
    guard !isQuiet else { return }
    let elapsed = Date().timeIntervalSince(start)
    let rate = elapsed > 0 ? Double(done) / elapsed : 0
    let left = done > 0 && rate > 0 ? ", \(Int(Double(total - done) / rate)) s left" : ""
    let text = "[\(done)/\(total)] \(what) (\(Int(elapsed)) s\(left))"
    if isTerminal {
      write("\r\u{1B}[K" + text, to: STDERR_FILENO)
      hasOpenLine = true
    } else {
      write(text + "\n", to: STDERR_FILENO)
    }
  }

  func closeLine() {
    guard hasOpenLine else { return }
    write("\r\u{1B}[K", to: STDERR_FILENO)
    hasOpenLine = false
  }

  private func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { buffer in
        #if canImport(Darwin)
          Darwin.write(descriptor, buffer.baseAddress, buffer.count)
        #else
          Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        #endif
      }
      guard written > 0 else { return }
      bytes = bytes.dropFirst(written)
    }
  }
}
