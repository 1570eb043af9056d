/// Why a page could not be driven.
package enum DriveFailure: Error, Hashable {
  /// Something that the user gave, or the machine lacks: what, and what to do.
  case refused(String, advice: String)
  /// What drive had started ended before it was done: who, and what it said at last.
  case died(who: String, detail: String)
  /// A limit was reached: which, and where.
  case limit(String)
  /// The browser did not come to something in time: to what, and how long it had.
  case late(String)
  /// The browser does not do what it should.
  case browser(String)

  /// Whether it says nothing about the page, so that the run is invalid and not wrong.
  package var isInvalid: Bool {
    switch self {
    case .died, .limit, .late: true
    case .refused, .browser: false
    }
  }

  /// The same with what the page printed, which may be the cause.
  func with(errors: [String]) -> DriveFailure {
    switch self {
    case .refused(let what, let advice):
      .refused(Self.words(what, errors: errors), advice: advice)
    case .died(let who, let detail): .died(who: who, detail: Self.words(detail, errors: errors))
    case .limit(let what): .limit(Self.words(what, errors: errors))
    case .late(let what): .late(Self.words(what, errors: errors))
    case .browser: self
    }
  }

  /// How many errors of a page are shown, and how much of each.
  private static let shownErrors = (count: 3, length: 160)

  /// A reason and the first errors of a page that it does not hold: each once, in one line.
  static func words(_ reason: String, errors: [String]) -> String {
    var shown: [String] = []
    for error in errors where shown.count < shownErrors.count {
      let line = error.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let text = String(line.prefix(shownErrors.length))
      let isKnown =
        reason.contains(text) || shown.contains { $0.contains(text) || text.hasSuffix($0) }
      if !text.isEmpty, !isKnown { shown.append(text) }
    }
    guard !shown.isEmpty else { return reason }
    return "\(reason); the page's first errors: \(shown.joined(separator: " | "))"
  }
}

extension DriveFailure: CustomStringConvertible {
  /// One sentence, and what to do.
  package var description: String {
    switch self {
    case .refused(let what, let advice): "\(what).\n\(advice)"
    case .died(let who, let detail): "\(who) ended before the page was driven\(detail)"
    case .limit(let what), .late(let what): "stopped at a limit: \(what)"
    case .browser(let what): "the browser: \(what)"
    }
  }
}
