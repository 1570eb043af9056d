import Checking
import Driving
import Files
import FrameLogs

/// What of a folder can be checked: recordings and descriptions of web chats, here and one folder down.
struct FolderSurvey {
  /// Recordings of one folder and ending.
  struct Recordings {
    var pattern: String
    /// The format's name; empty where nobody looked.
    var format: String
  }

  /// The most files that are opened.
  private static let mostFiles = 500
  private static let ends = [
    "ndjson", "pftrace", "perfetto-trace", "json", "gz", "csv", "xml", "txt", "log", "timeline",
  ]
  private static let passedOver = ["node_modules", "build", "stillpoint-report"]

  /// The recordings.
  var recordings: [Recordings] = []
  /// The descriptions' paths.
  var apps: [String] = []

  /// Looks through this folder.
  mutating func look() {
    var opened = 0
    let names = FileName.list(".") ?? []
    var folders = [""]
    folders += names.sorted().filter { name in
      !name.hasPrefix(".") && !Self.passedOver.contains(name) && Folder.isFolder(name)
    }
    for folder in folders {
      let files = (FileName.list(folder.isEmpty ? "." : folder) ?? []).sorted()
      var seen: Set<String> = []
      for name in files where opened < Self.mostFiles {
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        guard let dot = name.lastIndex(of: "."), !name.hasPrefix(".") else { continue }
        let end = String(name[name.index(after: dot)...])
        if end == "yaml" || end == "yml" {
          opened += 1
          if isApp(path) { apps.append(path) }
        } else if Self.ends.contains(end), !seen.contains(end) {
          opened += 1
          guard let format = format(of: path) else { continue }
          seen.insert(end)
          let pattern = "*.\(end)"
          recordings.append(
            Recordings(
              pattern: folder.isEmpty ? pattern : "\(folder)/\(pattern)",
              format: format.title
            )
          )
        }
      }
    }
  }

  private func isApp(_ path: String) -> Bool {
    do { _ = try AppDescription(path: path) } catch { return false }
    return true
  }

  /// The file's format; nil for what is no recording.
  private func format(of path: String) -> LogFormat? {
    do { return try FormatDetection.format(of: path) } catch { return nil }
  }

  /// The file that checks what was found.
  var text: String {
    var lines = [
      "# What `stillpoint check` checks. Paths are from this folder. Docs/Check.md has every key."
    ]
    if !recordings.isEmpty {
      lines.append("recordings:")
      for (index, found) in recordings.enumerated() {
        let name = recordings.count == 1 ? "app" : "app-\(index + 1)"
        lines.append("  - name: \(name)")
        lines.append("    files: \"\(found.pattern)\"")
      }
    }
    if !apps.isEmpty {
      lines.append("web:")
      for app in apps { lines += ["  - app: \"\(app)\""] }
    }
    lines += [
      "# Limits in place of the standard ones, such as hitch_ratio_ms_per_s: 3", "# budgets: {}",
      "# `stillpoint check --accept --reason TEXT` writes a baseline and its place here.",
      "compare: none", "# A line for each change that `stillpoint check --keep` let pass.",
      "history: .stillpoint/history.ndjson", "",
    ]
    return lines.joined(separator: "\n")
  }
}
