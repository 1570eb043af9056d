/// How a child came to its end.
package enum ChildEnd: Hashable, Sendable {
  /// It ended by itself with an exit code. 0 means that it did all its steps and was told to end;
  /// one that ends with 0 before that is `lost`.
  case exited(code: Int32)
  /// A fault of its own ended it: a failed precondition, a bad address, an abort.
  case trapped(signal: Int32)
  /// Somebody else ended it by a signal; SIGKILL is also what a kernel without memory sends.
  case killed(signal: Int32)
  /// Its steps took longer than it was given.
  case timedOut(limit: Duration)
  /// It had more memory resident than it was given, or ended by a signal having had it.
  case outOfMemory(peakBytes: Int, limitBytes: Int)
  /// It is not known what became of its work, for a reason given in a few words.
  case lost(reason: String)

  /// Whether it did all that it was asked.
  package var isOrderly: Bool { self == .exited(code: 0) }

  /// A word for each case, for tables and files: `exited`, `trapped`, `killed`, `timed-out`,
  /// `out-of-memory`, `lost`.
  package var name: String {
    switch self {
    case .exited: "exited"
    case .trapped: "trapped"
    case .killed: "killed"
    case .timedOut: "timed-out"
    case .outOfMemory: "out-of-memory"
    case .lost: "lost"
    }
  }
}

extension ChildEnd: CustomStringConvertible {
  /// What happened, in a few words.
  package var description: String {
    switch self {
    case .exited(let code): "exited with code \(code)"
    case .trapped(let signal): "trapped: \(SignalName(signal))"
    case .killed(let signal): "killed: \(SignalName(signal))"
    case .timedOut(let limit): "timed out after \(limit)"
    case .outOfMemory(let peak, let limit):
      "out of memory: \(peak >> 20) MiB resident, \(limit >> 20) MiB allowed"
    case .lost(let reason): "lost: \(reason)"
    }
  }
}
