import Checking
import Driving
import Files
import FrameLogs
import Scenarios

/// What of a folder can be checked: recordings, descriptions of web chats, pages that nobody described, and designs,
/// here and one folder down.
struct FolderSurvey {
  /// Recordings of one folder and ending.
  struct Recordings {
    /// A pattern, or the files one by one where the folder has others of that ending.
    var patterns: [String]
    /// Files of that ending that are no recordings.
    var leftOut: [String] = []
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
  private static let page = "index.html"
  /// Where build tools put a page, the likeliest first; here before everywhere else.
  private static let pageFolders = ["dist", "build", "out", "public", "www", ""]

  private var opened = 0
  var recordings: [Recordings] = []
  /// The descriptions' paths.
  var apps: [String] = []
  /// Pages that nobody described, and that are not taken.
  var otherPages: [String] = []
  /// The paths of designs: profiles of the user's own.
  var designs: [String] = []

  /// Whether there is nothing to check.
  var isEmpty: Bool { recordings.isEmpty && apps.isEmpty && designs.isEmpty }

  /// Looks through this folder.
  mutating func look() {
    let names = FileName.list(".") ?? []
    var folders = [""]
    folders += names.filter { name in
      !name.hasPrefix(".") && !Self.passedOver.contains(name) && Folder.isFolder(name)
    }
    for folder in folders { look(in: folder) }
    // A description says where its page is.
    if apps.isEmpty { lookForPages(in: folders + ["build"].filter(names.contains)) }
  }

  /// Finds pages that nobody described, and takes one where nothing else is: beside recordings and designs a page
  /// may be anything. Its parts are looked for when it is driven.
  private mutating func lookForPages(in folders: [String]) {
    let found = folders.filter { folder in
      let place = folder.isEmpty ? Self.page : "\(folder)/\(Self.page)"
      let names = FileName.list(folder.isEmpty ? "." : folder) ?? []
      return SystemCalls.status(of: place)?.isRegular == true
        && !names.contains(where: Self.ourFiles.contains)
    }
    let likely = Self.pageFolders.filter(found.contains)
    otherPages = (likely + found.filter { !likely.contains($0) }).map {
      $0.isEmpty ? Self.page : $0
    }
    if isEmpty, !otherPages.isEmpty { apps = [otherPages.removeFirst()] }
  }

  private mutating func look(in folder: String) {
    let names = (FileName.list(folder.isEmpty ? "." : folder) ?? []).sorted()
    if names.contains(where: Self.ourFiles.contains) { return }
    var recorded: [String: [String]] = [:]
    for name in names {
      guard let dot = name.lastIndex(of: "."), !name.hasPrefix(".") else { continue }
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      // A pipe would be waited for.
      guard SystemCalls.status(of: path)?.isRegular == true else { continue }
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
      let formats = paths.map { format(of: $0) }
      let known = Set(formats.compactMap { $0 })
      guard known.count == 1, let format = known.first else { continue }
      let readable = zip(paths, formats).filter { $0.1 != nil }.map(\.0)
      // A pattern takes every file of the ending: all must be recordings.
      let isAll = readable.count == paths.count
      let ending = "*.\(FilePattern.literal(end))"
      let pattern = folder.isEmpty ? ending : "\(FilePattern.literal(folder))/\(ending)"
      recordings.append(
        Recordings(
          patterns: isAll ? [pattern] : readable.map(FilePattern.literal),
          leftOut: paths.filter { !readable.contains($0) },
          format: format.title
        )
      )
    }
  }

  private func isApp(_ path: String) -> Bool {
    do { _ = try AppDescription(path: path) } catch { return false }
    return true
  }

  /// What a page can be driven through.
  private func scenarios(of app: String) -> String {
    let description = try? AppDescription(path: app)
    return PageScenario.all.filter { scenario in
      description.map { scenario.missing(in: $0) == nil }
        ?? PageScenario.standard.contains(scenario.name)
    }
    .map(\.name).joined(separator: ", ")
  }

  private func isDesign(_ path: String) -> Bool {
    do { _ = try ProfileFile.read(path) } catch { return false }
    return true
  }

  /// The file's format; nil for what is no recording.
  private func format(of path: String) -> LogFormat? {
    do {
      let format = try FormatDetection.format(of: path)
      // Any table is like a CSV of times until a column with the frames' times is looked for.
      if format == .csv { _ = try FrameLogReader.read([path], LogOptions()) }
      return format
    } catch {
      return nil
    }
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
        let files = found.patterns.map(PositionedYAML.quoted)
        lines.append(
          "    files: \(files.count == 1 ? files[0] : "[\(files.joined(separator: ", "))]")"
        )
      }
    }
    if !apps.isEmpty {
      lines.append("web:")
      for app in apps {
        lines += [
          "  - app: \(PositionedYAML.quoted(app))", "    scenarios: [\(scenarios(of: app))]",
        ]
      }
    }
    if !designs.isEmpty {
      lines.append("designs:")
      for design in designs {
        lines += ["  - scenario: stream-steady", "    profile: \(PositionedYAML.quoted(design))"]
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
