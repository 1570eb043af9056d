import ChildProcesses
import Driving
import Files

extension AppDescription {
  /// Reads a description, for a window, and finds on the page what it does not name.
  ///
  /// - Throws: `InputError` for a description that cannot be read; `DriveFailure` where a part is not found.
  init(
    path: String,
    in viewport: Viewport?,
    url: String?,
    engine: Engine = .chromium,
    _ interruption: Interruption,
    _ console: Console
  ) throws {
    try self.init(path: path)
    if let viewport { self.viewport = viewport }
    guard lacksParts else { return }
    var run = try PageRun(self, interruption: interruption).opened(in: engine)
    run.url = url
    defer { run.end() }
    let look = try run.look()
    guard look.isComplete else {
      // A note says which file it is about, and in a second line what to do.
      let note = look.notes.first?.split(whereSeparator: \.isNewline).first
      let problem = note.map { $0.hasSuffix(".") ? String($0.dropLast()) : String($0) }
      throw DriveFailure.refused(
        problem ?? "\(self.path): no chat was found on the page",
        advice:
          "`stillpoint drive \(path) --look` shows what was found; name the rest in a file (Docs/Web.md)."
      )
    }
    take(look)
    console.note("Found on the page: \(sentence: look.proposal.joined(separator: "; ")).")
  }
}
