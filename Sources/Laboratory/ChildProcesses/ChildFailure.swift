#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why children could not be started or talked to.
package enum ChildFailure: Error, Hashable {
  /// The system refused what a child needs: the call, its error number, and what it was about.
  case refused(call: String, error: Int32, subject: String)
  /// This process was not started as a child.
  case isNoChild(variable: String)
  /// The parent said what no parent says.
  case badRequest(String)
}

extension ChildFailure: CustomStringConvertible {
  /// What was refused, and what to do.
  package var description: String {
    switch self {
    case .refused(let call, let error, let subject):
      "\(call) failed for \(subject): \(strerror(error).map { String(cString: $0) } ?? "\(error)")"
        + (error == EAGAIN || error == EMFILE || error == ENFILE || error == ENOMEM
          ? ".\nClose other programs, raise the limits of processes and open files (`ulimit -n 256`), or "
            + "ask for fewer --jobs." : "")
    case .isNoChild(let variable):
      "\(variable) is not set: this part of the program is started by the program itself only"
    case .badRequest(let what): "the parent sent \(what)"
    }
  }
}

/// Thrown when Ctrl-C, or another signal that asks a program to end, came while children ran; they
/// have all ended by then.
package struct ChildInterruption: Error, Hashable, CustomStringConvertible {
  package var signal: Int32

  /// Says that `signal` came.
  package init(signal: Int32) { self.signal = signal }

  /// The code that shells know such an end by.
  package var exitCode: Int32 { 128 + signal }

  /// What came.
  package var description: String { "interrupted by \(SignalName(signal))" }
}
