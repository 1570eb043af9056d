import Mustache

/// How text becomes safe inside the page's elements and quoted attributes.
///
/// The template engine's own escaping works on characters and so misses a quote that a combining
/// mark follows; this one works on scalars.
struct PageText: MustacheContentType {
  /// The name the template asks for it by.
  static let name = "PAGE"

  func escapeText(_ text: String) -> String { Self.escape(text) }

  /// Escapes what HTML would take as markup.
  static func escape(_ text: String) -> String {
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "`": escaped += "&#96;"
      case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}",
        "\u{7F}"..."\u{9F}":
        escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
