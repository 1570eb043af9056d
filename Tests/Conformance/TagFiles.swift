import Foundation

/// The tags in Swift, a file for each area, made from the laws.
struct TagFiles {
  static let folder = "Tests/ConformanceTags"

  var book: LawBook

  /// The text of each file, by its name.
  var texts: [String: String] {
    Dictionary(
      uniqueKeysWithValues: book.areas.map { ("Tag+\($0.name.capitalized).swift", text($0)) }
    )
  }

  private func text(_ area: LawBook.Area) -> String {
    var lines = [
      "// Made by `scripts/conformance tags` from \(LawBook.path).",
      "package import Testing",
      "",
      "extension Tag {",
    ]
    for (index, law) in area.laws.enumerated() {
      if index > 0 { lines.append("") }
      lines += wrapped(law.law, columns: 92).map { "  /// \($0)" }
      lines.append("  @Tag package static var \(law.tag): Self")
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  private func wrapped(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= columns {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private func present(root: URL) -> [String] {
    let path = root.appending(path: Self.folder).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The files that are not what the laws make of them.
  func stale(root: URL) -> [String] {
    let folder = root.appending(path: Self.folder)
    let wrong = texts.filter { name, text in
      (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) != text
    }
    let extra = present(root: root).filter { texts[$0] == nil }
    return (wrong.keys + extra).sorted().map { "\(Self.folder)/\($0)" }
  }

  /// Writes what is stale and removes what no area makes.
  /// - Returns: the files that changed.
  func write(root: URL) throws -> [String] {
    let changed = stale(root: root)
    let folder = root.appending(path: Self.folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for path in changed {
      let name = String(path.split(separator: "/").last ?? "")
      let file = folder.appending(path: name)
      if let text = texts[name] {
        try text.write(to: file, atomically: true, encoding: .utf8)
      } else {
        try FileManager.default.removeItem(at: file)
      }
    }
    return changed
  }
}
