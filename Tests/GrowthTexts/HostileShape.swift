/// A text that asks for more work than its length says, at any length.
public struct HostileShape: Sendable, CustomStringConvertible {
  /// What it is made of.
  public let name: String
  /// Whether it came out of a search for the most work a byte.
  public private(set) var isFound = false
  private let make: @Sendable (Int) -> String

  public var description: String { name }

  private init(_ name: String, isFound: Bool = false, _ make: @escaping @Sendable (Int) -> String) {
    self.name = name
    self.isFound = isFound
    self.make = make
  }

  /// Writes it with as many bytes as asked for.
  public func text(bytes: Int) -> [UInt8] { Array(make(bytes).utf8.prefix(bytes)) }

  private static func flood(_ part: String) -> HostileShape {
    HostileShape("\(part.debugDescription) flood") { repeated(part, $0) }
  }

  private static func repeated(_ part: String, _ bytes: Int) -> String {
    String(repeating: part, count: bytes / part.utf8.count + 1)
  }

  private static func numbered(_ bytes: Int, _ part: (Int) -> String) -> String {
    var text = ""
    var index = 0
    while text.utf8.count < bytes {
      text += part(index)
      index += 1
    }
    return text
  }

  /// The list.
  public static let all: [HostileShape] = [
    flood("["), flood("*a "), flood("_a "), flood("a**b"), flood("~~a "), flood("![a"),
    flood("[a]("), flood("[a](<b"), flood("<a "), flood("[^a] "), flood("a@"), flood("`a"),
    flood("www.a.b "), flood(">"), flood("- "), flood("1. "), flood("> > - "),
    HostileShape("one word") { repeated("aGVsbG8gd29ybGQ", $0) },
    HostileShape("one URL") { "https://a.b/" + repeated("path-and%20more_", $0) },
    HostileShape("open bracket") { "[" + repeated("some words ", $0) },
    HostileShape("footnote in code") { "```\n[^a]: b\n```\n\n" + repeated("some words. ", $0) },
    HostileShape("2,000 columns") { bytes in
      repeated("|a", 4_000) + "|\n" + repeated("|-", 4_000) + "|\n" + repeated("|b|c\n", bytes)
    },
    HostileShape("cells") { "|a|\n|-|\n" + repeated("|b", $0) },
    HostileShape("list 400 deep") { bytes in
      numbered(bytes) { String(repeating: "  ", count: $0 % 400) + "- a\n" }
    },
    HostileShape("definitions") { bytes in
      repeated("words [r1] [r2] [r3]\n\n", bytes / 2) + "\n\n"
        + numbered(bytes / 2) { "[r\($0)]: /u\n" }
    },
    HostileShape("backticks") { bytes in
      numbered(bytes) { String(repeating: "`", count: $0 % 300 + 1) + "a" }
    },
    HostileShape("delimiter rows", isFound: true) { bytes in
      "x\n" + numbered(bytes) { $0 % 2 == 0 ? "|-|-|\n" : "|-|-|-|\n" }
    },
    HostileShape("short rows of a wide table", isFound: true) { bytes in
      String(repeating: "|a", count: 200) + "\n" + String(repeating: "|-", count: 200) + "\n"
        + repeated("x\n", bytes)
    },
    HostileShape("escaped bars", isFound: true) { "|a|\n|-|\n" + repeated("|\\|", $0) },
    HostileShape("lazy lines in nested quotes", isFound: true) {
      String(repeating: ">", count: 1_000) + "a\n" + repeated("b\n", $0)
    },
    HostileShape("mails in one word", isFound: true) { repeated("a@a.", $0) },
    HostileShape("links in closed brackets", isFound: true) { bytes in
      repeated("[a", bytes / 2) + repeated("](b)", bytes / 2)
    },
    HostileShape("addresses before brackets", isFound: true) { repeated("www.))", $0) },
    HostileShape("addresses before quotes", isFound: true) {
      repeated("*www.*" + String(repeating: "'", count: 32) + "0", $0)
    },
    HostileShape("addresses before entities", isFound: true) {
      repeated("*www.\\\\&amp;" + String(repeating: "'", count: 32), $0)
    },
    HostileShape("marks on one letter") { "e" + repeated("\u{301}", $0) },
  ]
}
