import Files
import Foundation

/// What the app's own server sends to the page.
package enum PageWire: Hashable, Sendable {
  /// The page's requests for answers are answered by the page's own script.
  case answered
  /// It is let through, and kept with its times.
  case watched
  /// What was kept, as JSON, is sent again from the page's timers.
  case kept(String)

  /// What the page's script is told.
  var json: String {
    switch self {
    case .answered: "null"
    case .watched: "true"
    case .kept(let entries): entries
    }
  }
}

/// What an app's own server sent in each scenario: kept once, and sent again in every run.
package final class KeptWires {
  /// The folder in which it is kept beyond this process; nil for none.
  private let folder: String?
  private var entries: [String: String] = [:]

  /// - Parameter folder: Made where it is not there; nil keeps nothing beyond this process.
  package init(folder: String?) { self.folder = folder }

  /// What was kept of a scenario; nil for nothing.
  ///
  /// - Throws: ``DriveFailure`` for a file that is not what was kept.
  func wire(of scenario: String) throws -> PageWire? {
    if let known = entries[scenario] { return .kept(known) }
    guard let path = path(of: scenario), FileManager.default.fileExists(atPath: path) else {
      return nil
    }
    let data = FileManager.default.contents(atPath: path) ?? Data()
    guard (try? JSONSerialization.jsonObject(with: data)) is [[String: Any]] else {
      throw DriveFailure.refused(
        "\(path): it is not what an app's server sent",
        advice: "Remove it: it is kept anew with the next run."
      )
    }
    let text = String(decoding: data, as: UTF8.self)
    entries[scenario] = text
    return .kept(text)
  }

  /// Keeps what was sent in a scenario.
  func keep(_ wire: String, of scenario: String) throws {
    entries[scenario] = wire
    guard let folder, let path = path(of: scenario) else { return }
    try FolderPlace(folder).write([(FileName.last(of: path), .bytes(Array(wire.utf8)))])
  }

  private func path(of scenario: String) -> String? {
    folder.map { FileName.joined($0, "\(scenario).json") }
  }
}
