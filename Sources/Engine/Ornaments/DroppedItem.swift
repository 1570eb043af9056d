/// What can be dropped onto a composer, and the text that this puts there.
public enum DroppedItem: Hashable, Sendable {
  /// Text, inserted as it is.
  case text(String)
  /// Code, inserted in a fence; the language may be empty.
  case code(String, language: String)
  /// A reference to an image, inserted as a Markdown image.
  case image(source: String, description: String)

  /// A file, which is attached: nothing is written.
  case file(name: String)

  /// What kind of item it is.
  public enum Kind: String, Hashable, Sendable {
    case text
    case code
    case image
    case file
  }

  /// What kind of item it is.
  public var kind: Kind {
    switch self {
    case .text: .text
    case .code: .code
    case .image: .image
    case .file: .file
    }
  }

  /// The text that is inserted.
  ///
  /// Read as Markdown it gives code, source and description back. What Markdown cannot hold is
  /// written so: code that does not end a line gets a line feed, a line break in a source is
  /// percent-encoded, one in a description is a space, and a language loses breaks and backticks.
  ///
  /// - Complexity: O(length).
  package var insertion: String {
    switch self {
    case .text(let text): return text
    case .file: return ""
    case .code(let code, let language):
      let fence = Self.fence(for: code)
      let end = code.isEmpty || code.utf8.last == 0x0A ? "" : "\n"
      return "\(fence)\(Self.oneLine(language))\n\(code)\(end)\(fence)\n"
    case .image(let source, let description):
      return "![\(Self.escapedDescription(description))](\(Self.destination(source)))"
    }
  }

  /// A fence longer than any run of backticks in the code, and of three at least.
  private static func fence(for code: String) -> String {
    var longest = 0
    var run = 0
    for byte in code.utf8 {
      run = byte == 0x60 ? run + 1 : 0
      longest = max(longest, run)
    }
    return String(repeating: "`", count: max(3, longest + 1))
  }

  /// A language stands on the fence's line and holds no backtick.
  private static func oneLine(_ language: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in language.unicodeScalars where !"\r\n`".unicodeScalars.contains(scalar) {
      line.append(scalar)
    }
    return String(line)
  }

  private static func escapedDescription(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r": escaped.append(" ")
      case "!"..."/", ":"..."@", "["..."`", "{"..."~":
        // Every ASCII punctuation mark may be escaped, and means itself then.
        escaped.append("\\")
        escaped.append(scalar)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// The source between pointed brackets, which may then hold spaces and parentheses.
  private static func destination(_ source: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in source.unicodeScalars {
      switch scalar {
      case "\n": escaped.append(contentsOf: "%0A".unicodeScalars)
      case "\r": escaped.append(contentsOf: "%0D".unicodeScalars)
      case "<", ">", "\\", "&":
        escaped.append("\\")
        escaped.append(scalar)
      default: escaped.append(scalar)
      }
    }
    return "<\(String(escaped))>"
  }
}
