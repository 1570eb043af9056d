import Files
import Foundation
import Reporting

/// Where a run goes: the folder that was named, or one of its own below `Reports/runs`, to which
/// `Reports/runs/latest` points afterwards.
struct RunDestination {
  private static let runs = "Reports/runs"
  private static let latest = "latest"

  /// The run's folder.
  let path: String
  private let isOwn: Bool

  /// Chooses the folder.
  ///
  /// - Parameters:
  ///   - named: What the user named; nil for nothing.
  ///   - title: What is run, for the name of a folder of its own.
  ///   - date: When the run began.
  init(named: String?, title: String, date: Date) {
    if let named {
      (path, isOwn) = (named, false)
      return
    }
    let time = date.formatted(
      Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
    )
    let letters = FileName.shown(title).map {
      $0.isLetter || $0.isNumber || $0 == "-" || $0 == "+" ? $0 : "-"
    }
    let base = "\(Self.runs)/\(time)-\(String(letters).prefix(80))"
    var candidate = base
    var number = 2
    while FileManager.default.fileExists(atPath: candidate) {
      candidate = "\(base)-\(number)"
      number += 1
    }
    (path, isOwn) = (candidate, true)
  }

  /// Looks whether `Reports/runs/latest` may be made to point elsewhere.
  ///
  /// - Throws: `OutputError` when something that is no link has that name.
  func check() throws(OutputError) {
    let link = "\(Self.runs)/\(Self.latest)"
    guard isOwn, let status = SystemCalls.status(of: link, isFollowing: false),
      status.kind != S_IFLNK
    else { return }
    throw OutputError(
      path: link,
      reason: "something is there that is no link",
      advice: "Move it away, or name a folder with --output."
    )
  }

  /// Lets `Reports/runs/latest` point to the run; only for a folder of its own.
  ///
  /// - Throws: `OutputError` when there is something else under that name, or the system refuses.
  func announce() throws {
    guard isOwn else { return }
    let link = "\(Self.runs)/\(Self.latest)"
    let partial = "\(Self.runs)/.\(Self.latest).partial-\(getpid())"
    let target = FileName.last(of: path)
    unlink(partial)
    guard symlink(target, partial) == 0, rename(partial, link) == 0 else {
      let code = errno
      unlink(partial)
      throw OutputError(path: link, code: code)
    }
  }
}
