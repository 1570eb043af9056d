import CProbes

/// Notes Ctrl-C and other signals that ask the program to end, so that it can end its children and
/// clean up first; the same signal a second time ends it at once, and the children end by themselves.
///
/// There is one at a time in a process. It lasts as long as the value is kept.
package final class Interruption {
  /// Can be read from once a signal came.
  let descriptor: Int32

  /// Begins to note signals.
  ///
  /// - Throws: ``ChildFailure/refused(call:error:subject:)``, also while there is another one.
  package init() throws(ChildFailure) {
    var descriptor: Int32 = -1
    let failure = stillpoint_note_interruptions(&descriptor)
    guard failure == 0 else {
      throw .refused(call: "pipe", error: failure, subject: "the signals that end a program")
    }
    self.descriptor = descriptor
  }

  deinit { stillpoint_stop_noting_interruptions() }

  /// The first signal that came; nil before.
  package var signal: Int32? {
    let signal = stillpoint_noted_interruption()
    return signal == 0 ? nil : signal
  }

  /// Goes on unless a signal came.
  ///
  /// - Throws: ``ChildInterruption`` when one did.
  package func check() throws(ChildInterruption) {
    if let signal { throw ChildInterruption(signal: signal) }
  }
}
