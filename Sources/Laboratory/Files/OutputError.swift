/// Why something cannot be written, and what to do about it.
///
/// One type for every place: a file, a folder, a device, standard output.
package struct OutputError: Error, Hashable, Sendable {
  /// The place, as the user named it.
  package var path: String
  /// Why it cannot be written.
  package var reason: String
  /// What the user can do, a sentence.
  package var advice: String

  /// Describes what is wrong with a place.
  package init(path: String, reason: String, advice: String = standardAdvice) {
    self.path = path
    self.reason = reason
    self.advice = advice
  }

  /// What helps with most places.
  package static let standardAdvice = "Name another place, free space, or change its permissions."

  /// Makes the error of a call of the system.
  package init(path: String, code: Int32) {
    self.init(path: path, reason: SystemCalls.words(code))
  }
}

extension OutputError: CustomStringConvertible {
  /// The message: where and why, then what to do.
  package var description: String {
    "\(path.isEmpty ? "\"\"" : ShownText.value(path)): cannot be written: "
      + "\(ShownText.value(reason)).\n\(ShownText.lines(advice))"
  }
}
