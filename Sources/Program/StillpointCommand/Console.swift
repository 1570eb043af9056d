import Files
import Foundation
import Reporting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the command says: results on standard output, progress and errors on standard error.
///
/// On a terminal progress is one line that is written over; in a pipe it is a plain line every 10 s.
package final class Console {
  private let isQuiet: Bool
  /// Whether results go to standard error, since standard output is for a file that was asked for.
  package var saysToError = false
  /// Why standard output could not be written; nil while all was, or when its reader went away.
  private(set) var outputFailure: OutputError?
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let start = Date()
  private var hasOpenLine = false
  private var lastProgress: Date?
  /// How far the work at hand has come, and when it began.
  private var work = (done: 0, total: 0, start: Date.distantPast)

  package init(isQuiet: Bool) { self.isQuiet = isQuiet }

  /// Whether words on standard output may be coloured.
  package var wantsColour: Bool {
    TerminalTable.wantsColour(
      isTerminal: isatty(STDOUT_FILENO) == 1,
      environment: ProcessInfo.processInfo.environment
    )
  }

  /// How many columns tables have; 80 where standard output is no terminal.
  var width: Int {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
    return TerminalTable.width(
      isTerminal: isatty(STDOUT_FILENO) == 1,
      environment: ProcessInfo.processInfo.environment,
      system: isKnown ? Int(size.ws_col) : nil
    ) ?? 80
  }

  /// A line of the result.
  package func say(_ words: ShownText) {
    guard !isQuiet else { return }
    closeLine()
    write(words.text + "\n", to: STDOUT_FILENO)
  }

  /// Text that a program reads, such as JSON; printed even when quiet.
  package func put(_ text: String) {
    closeLine()
    guard !saysToError else { return write(text, to: STDERR_FILENO) }
    take(StandardStreams.write(Array(ShownText.json(FileName.shown(text)).utf8)))
  }

  /// A remark beside the result, on standard error.
  package func note(_ words: ShownText) {
    guard !isQuiet else { return }
    complain("note: \(lines: words.text)")
  }

  /// An error.
  package func complain(_ words: ShownText) {
    closeLine()
    write(words.text + "\n", to: STDERR_FILENO)
  }

  /// Work that what is reported next is a part of.
  package struct Whole {
    /// How many of its parts are done, and how many there are.
    package var done: Int
    package var count: Int
    /// What it is.
    package var what: String
    /// When its first part began.
    package var start: Date

    package init(done: Int, count: Int, what: String, start: Date) {
      (self.done, self.count, self.what, self.start) = (done, count, what, start)
    }
  }

  /// What ``progress(_:of:_:secondsLeft:)`` and ``stage(_:of:_:)`` are parts of; nil for nothing longer.
  package var whole: Whole?

  /// How far long work has come: `done` of `total`, and what is at hand.
  ///
  /// - Parameter secondsLeft: What it will take still; nil for as long a piece as so far, since none of
  ///   the `total` was done.
  package func progress(_ done: Int, of total: Int, _ what: String, secondsLeft: Double? = nil) {
    let now = Date()
    if work.total != total || done < work.done {
      // Who says nothing before a part is done has worked from the start on.
      work.start = work.total == 0 && done > 0 ? start : now
    }
    (work.done, work.total) = (done, total)
    let elapsed = now.timeIntervalSince(work.start)
    let left = secondsLeft ?? (done > 0 ? elapsed / Double(done) * Double(total - done) : nil)
    report("[\(done)/\(total)] \(what)", secondsLeft: left, at: now)
  }

  /// How far the reading of files has come; nothing in the first 2 s, since what is short needs no line.
  func reading(_ done: Int, of total: Int, _ what: String) {
    if done > 0, Date().timeIntervalSince(start) > 2 { progress(done, of: total, what) }
  }

  /// Which of `count` stages of unequal length is at hand.
  package func stage(_ done: Int, of count: Int, _ what: String) {
    report("[\(done)/\(count)] \(what)", secondsLeft: nil, at: Date())
  }

  private func report(_ text: String, secondsLeft: Double?, at now: Date) {
    guard !isQuiet else { return }
    let pause = isTerminal ? 0.1 : 10
    if let lastProgress, now.timeIntervalSince(lastProgress) < pause { return }
    lastProgress = now
    var (text, left) = (text, secondsLeft)
    if let whole {
      text = "[\(whole.done)/\(whole.count)] \(whole.what): \(text)"
      let perPart = now.timeIntervalSince(whole.start) / Double(max(1, whole.done))
      left = whole.done > 0 ? perPart * Double(whole.count - whole.done) : nil
    }
    let rest = left.map { ", \(Int($0.rounded(.up))) s left" } ?? ""
    text += " (\(Int(now.timeIntervalSince(start))) s\(rest))"
    text = ShownText.value(text, most: 1_000)
    if isTerminal {
      clearLine()
      write(String(text.prefix(errorWidth - 1)), to: STDERR_FILENO)
      hasOpenLine = true
    } else {
      write(text + "\n", to: STDERR_FILENO)
    }
  }

  /// How many columns the line of progress may have.
  private var errorWidth: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return 80 }
    return Int(size.ws_col)
  }

  package func closeLine() {
    guard hasOpenLine else { return }
    clearLine()
    hasOpenLine = false
  }

  private func clearLine() { StandardStreams.clearErrorLine() }

  private func write(_ text: String, to descriptor: Int32) {
    if descriptor == STDERR_FILENO || saysToError {
      StandardStreams.writeError(text, isColoured: wantsColour)
    } else if outputFailure == nil {
      take(StandardStreams.write(text, isColoured: wantsColour))
    }
  }

  /// Keeps why standard output could not be written, the first time.
  private func take(_ code: Int32?) {
    guard let code, outputFailure == nil else { return }
    outputFailure = OutputError(
      path: "standard output",
      reason: code == EBADF ? "it is closed" : SystemCalls.words(code),
      advice: "Free space, or send it elsewhere."
    )
  }
}
