import Foundation

/// A tag in a test's source: `.tags(.chunksHoldTime)`.
struct TagMention {
  /// `Target/File.swift`.
  var file: String
  var line: Int
  /// The line of the `@Test` or `@Suite` that it belongs to.
  var attributeLine: Int
  var tag: String

  /// Finds every mention below Tests.
  static func all(root: URL) throws -> [TagMention] {
    let folder = root.appending(path: "Tests")
    var mentions: [TagMention] = []
    for target in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    where target.hasSuffix("Tests") {
      let path = folder.appending(path: target).path
      for name in (FileManager.default.enumerator(atPath: path)?.allObjects ?? []) {
        guard let name = name as? String, name.hasSuffix(".swift") else { continue }
        let text = try String(contentsOfFile: path + "/" + name, encoding: .utf8)
        let file = target + "/" + (name.split(separator: "/").last ?? "")
        mentions += mentionsIn(text, file: file)
      }
    }
    return mentions
  }

  static func mentionsIn(_ text: String, file: String) -> [TagMention] {
    var mentions: [TagMention] = []
    var attributeLine = 0
    var isInTags = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
      if code.contains("@Test") || code.contains("@Suite") { attributeLine = index + 1 }
      var rest = code
      while true {
        if !isInTags {
          guard let start = rest.firstRange(of: ".tags(") else { break }
          isInTags = true
          rest = rest[start.upperBound...]
        }
        let list = rest.prefix { $0 != ")" }
        for name in list.split(whereSeparator: { " ,\t".contains($0) }) {
          mentions.append(
            TagMention(
              file: file,
              line: index + 1,
              attributeLine: attributeLine,
              tag: name.filter { $0 != "." }
            )
          )
        }
        rest = rest.dropFirst(list.count)
        guard !rest.isEmpty else { break }
        isInTags = false
      }
    }
    return mentions
  }
}
