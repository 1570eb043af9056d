import Checking
import Driving
import Files
import FrameLogs
import Simulation

/// What of a folder can be checked: recordings, descriptions of web chats, and designs, here and one folder
/// down.
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
  /// What a folder that this program wrote has.
  private static let ourFiles = ["run.json", "analysis.json", "check.json"]
  private static let passedOver = ["node_modules", "build", "stillpoint-report"]

  private var opened = 0
  /// The recordings.
  var recordings: [Recordings] = []
  /// The descriptions' paths.
  var apps: [String] = []
  /// The paths of designs: profiles of the user's own.
  var designs: [String] = []

  /// Whether there is nothing to check.
  var isEmpty: Bool { recordings.isEmpty && apps.isEmpty && designs.isEmpty }

  /// Looks through this folder.
  mutating func look() {
    let names = FileName.list(".") ?? []
    var folders = [""]
    folders += names.sorted().filter { name in
      !name.hasPrefix(".") && !Self.passedOver.contains(name) && Folder.isFolder(name)
    }
    for folder in folders { look(in: folder) }
  }

  private mutating func look(in folder: String) {
    let names = (FileName.list(folder.isEmpty ? "." : folder) ?? []).sorted()
    if names.contains(where: Self.ourFiles.contains) { return }
    var recorded: [String: [String]] = [:]
    for name in names {
      guard let dot = name.lastIndex(of: "."), !name.hasPrefix(".") else { continue }
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      let end = String(name[name.index(after: dot)...])
      if end == "yaml" || end == "yml" {
        opened += 1
        guard opened <= Self.mostFiles else { return }
        if isApp(path) {
          apps.append(path)
        } else if isDesign(path) {
          designs.append(path)
        }
      } else if Self.ends.contains(end) {
        recorded[end, default: []].append(path)
      }
    }
    for (end, paths) in recorded.sorted(by: { $0.key < $1.key }) {
      opened += paths.count
      guard opened <= Self.mostFiles else { return }
      // A pattern takes every file of the ending: all must be recordings.
      let formats = Set(paths.map { format(of: $0) })
      guard formats.count == 1, let format = formats.first ?? nil else { continue }
      let pattern = folder.isEmpty ? "*.\(end)" : "\(folder)/*.\(end)"
      recordings.append(Recordings(pattern: pattern, format: format.title))
    }
  }

  private func isApp(_ path: String) -> Bool {
    do { _ = try AppDescription(path: path) } catch { return false }
    return true
  }

  private func isDesign(_ path: String) -> Bool {
    do { _ = try ProfileFile.read(path) } catch { return false }
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
    if !designs.isEmpty {
      lines.append("designs:")
      for design in designs {
        lines += ["  - scenario: stream-steady", "    profile: \"\(design)\""]
      }
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
