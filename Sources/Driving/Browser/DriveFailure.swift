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
