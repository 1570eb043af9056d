import Files

/// Text in Markdown, as GitHub and others show it.
enum Markdown {
  /// The text on one line, without anything that Markdown or HTML would take as markup, and without names,
  /// numbers and addresses that a site makes into links and mentions.
  static func escape(_ text: String) -> String {
    var escaped = ""
    for scalar in FileName.shown(text).unicodeScalars {
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "|", "~": escaped += "\\\(scalar)"
      case "#": escaped += "\\#" + cut
      case "@": escaped += "@" + cut
      case "/" where escaped.hasSuffix(":"): escaped += cut + "/"
      case "." where escaped.lowercased().hasSuffix("www"): escaped += cut + "."
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      case "\n", "\r", "\t", "\u{2028}", "\u{2029}": escaped += " "
      default: escaped.unicodeScalars.append(scalar.isHidden ? "\u{FFFD}" : scalar)
      }
    }
    return escaped
  }

  /// What ends a word for whoever looks for links, and is not seen.
  private static let cut = "<!-- -->"

  /// Lines as they are, between fences that none of them can end.
  static func fenced(_ text: String) -> String {
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)\n\(ShownText.lines(text))\n\(fence)\n"
  }
}
