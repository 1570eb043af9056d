import Files
import Foundation
import Records
import Reporting

/// Where a run goes: the folder that was named, or one of its own below `Reports/runs`, to which
/// `Reports/runs/latest` points afterwards.
struct RunDestination {
  private static let runs = "Reports/runs"
  private static let latest = "latest"

  /// The run's folder.
  private(set) var path: String
  private let isOwn: Bool
  /// What the name of a folder of its own begins with.
  private let base: String

  /// Chooses the folder.
  ///
  /// - Parameters:
  ///   - named: What the user named; nil for nothing.
  ///   - title: What is run, for the name of a folder of its own.
  ///   - date: When the run began.
  init(named: String?, title: String, date: Date) {
    if let named {
      (path, isOwn, base) = (named, false, named)
      return
    }
    let time = date.formatted(
      Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
    )
    base = "\(Self.runs)/\(time)-\(Self.name(of: title))"
    (path, isOwn) = (Self.free(base), true)
  }

  /// A folder's name for what has a title.
  static func name(of title: String) -> String {
    let letters = FileName.shown(title).map {
      $0.isLetter || $0.isNumber || $0 == "-" || $0 == "+" ? $0 : "-"
    }
    return cut(String(letters), to: 160)
  }

  /// The beginning of a text in whole characters, at most so many bytes.
  private static func cut(_ text: String, to limit: Int) -> String {
    var text = text
    while text.utf8.count > limit { text.removeLast() }
    return text
  }

  /// The first name that nothing has.
  private static func free(_ base: String) -> String {
    var candidate = base
    var number = 2
    while Folder.exists(candidate) {
      candidate = "\(base)-\(number)"
      number += 1
    }
    return candidate
  }

  /// Looks whether the run's folder can be written, and `Reports/runs/latest` be made to point elsewhere.
  ///
  /// - Parameter inputs: What is read for the run; none of that may be replaced.
  /// - Throws: `OutputError`.
  func check(inputs: [String]) throws(OutputError) {
    try checkLink()
    try RunFolder(path: path).check(inputs: inputs)
  }

  /// Writes the run, which gets the folder's name, and lets `Reports/runs/latest` point to it.
  ///
  /// A folder of its own replaces none: another run that began in the same second may have taken its
  /// name, and it takes the next one then.
  ///
  /// - Parameters:
  ///   - hasFrameRows: Whether ``ReportFiles/frames`` is among the files.
  ///   - condition: What has to be done before the run takes its place, and may fail.
  /// - Returns: The run's name.
  mutating func write(
    _ run: RunRecord,
    attachments: [RunFolder.Attachment] = [],
    hasFrameRows: Bool = true,
    once condition: () throws(OutputError) -> Void = {}
  ) throws(OutputError) -> String {
    var (run, isDone) = (run, false)
    while true {
      run.name = FileName.shown(FileName.last(of: FileName.resolved(path)))
      do {
        try RunFolder(path: path).write(
          run,
          attachments: attachments,
          hasFrameRows: hasFrameRows,
          replaces: !isOwn
        ) { () throws(OutputError) in
          if !isDone { try condition() }
          isDone = true
        }
        break
      } catch {
        guard isOwn, Folder.exists(path) else { throw error }
        path = Self.free(base)
      }
    }
    try announce()
    return run.name
  }

  /// Looks whether `Reports/runs/latest` may be made to point elsewhere.
  ///
  /// - Throws: `OutputError` when something that is no link has that name.
  func checkLink() throws(OutputError) {
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
  func announce() throws(OutputError) {
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
