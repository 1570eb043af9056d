/// A construct of Markdown at any length, in any script.
public enum GrowthConstruct: String, CaseIterable, Sendable {
  case paragraph
  case styled = "styled paragraph"
  case links = "paragraph of links"
  case openBracket = "open bracket"
  case list
  case orderedList = "ordered list"
  case nestedList = "nested list"
  case quote
  case table
  case code
  case answer
  case references = "late references"
  case notes = "footnotes"
  case notesAtEnd = "footnotes at the end"

  /// Writes the construct with about as many words as asked for.
  public func text(_ script: ScriptText, words: Int) -> String {
    switch self {
    case .paragraph: script.words(0, count: words)
    case .styled: Self.runs(script, words, styled: Self.styled)
    case .links: Self.runs(script, words) { "[\($0)](https://a.b/c)" }
    case .openBracket: "[" + script.words(0, count: words)
    case .list: Self.lines(script, words, of: 8) { _ in "- " }
    // Numbers of one length: their digits are no part of how the list grows.
    case .orderedList: Self.lines(script, words, of: 8) { "\($0 + 1_001). " }
    case .nestedList:
      Self.lines(script, words, of: 6) { $0 == 0 ? "- " : $0 % 4 == 1 ? "  1. " : "     - " }
    case .quote: "> " + Self.runs(script, words, styled: Self.styled)
    case .table:
      "| a | b |\n|---|---|\n"
        + Self.lines(script, words, of: 6) { $0 % 2 == 0 ? "| x | " : "| **y** | " }
    case .code: "```\n" + Self.lines(script, words, of: 7) { $0 % 3 == 0 ? "  " : "" }
    case .answer: Self.answer(script, words)
    case .references: Self.references(script, words)
    case .notes: Self.notes(script, words / 20, mentions: true, definitions: true)
    case .notesAtEnd:
      Self.notes(script, words / 24, mentions: true)
        + Self.notes(script, words / 24, definitions: true)
    }
  }

  private static func styled(_ words: String) -> String { "**\(words)**" }

  /// Words of which some in thirty stand in marks.
  private static func runs(
    _ script: ScriptText,
    _ words: Int,
    styled: (String) -> String
  ) -> String {
    var parts: [String] = []
    var index = 0
    while index < words {
      parts.append(script.words(index, count: 26))
      parts.append(" " + styled(script.words(index + 26, count: 2)) + " ")
      index += 28
    }
    return parts.joined()
  }

  private static func lines(
    _ script: ScriptText,
    _ words: Int,
    of length: Int,
    start: (Int) -> String
  ) -> String {
    (0..<words / length).map { start($0) + script.words($0 * length, count: length) + "\n" }
      .joined()
  }

  private static func answer(_ script: ScriptText, _ words: Int) -> String {
    var text = ""
    var index = 0
    while index < words {
      text += "## " + script.words(index, count: 4) + "\n\n"
      text += runs(script, 60, styled: styled) + "\n\n"
      text += lines(script, 24, of: 8) { _ in "- " } + "\n"
      text += "> " + script.words(index, count: 12) + "\n\n"
      text += "```\n" + lines(script, 14, of: 7) { _ in "" } + "```\n\n"
      index += 114
    }
    return text
  }

  /// Paragraphs that refer to definitions, of which one stands after every fourth.
  private static func references(_ script: ScriptText, _ words: Int) -> String {
    (0..<words / 20).map { index in
      let label = "[\(1_000 + index / 4)]"
      let definition = index % 4 == 3 ? "\(label): https://a.b/\(1_000 + index)\n\n" : ""
      return script.words(index * 20, count: 18) + " \(label) \n\n" + definition
    }.joined()
  }

  /// Paragraphs that mention a footnote each, and notes.
  private static func notes(
    _ script: ScriptText,
    _ count: Int,
    mentions: Bool = false,
    definitions: Bool = false
  ) -> String {
    (0..<count).map { index in
      let label = "[^\(1_000 + index)]"
      let paragraph = mentions ? script.words(index * 20, count: 16) + "\(label) \n\n" : ""
      let note = definitions ? "\(label): \(script.words(index * 20 + 16, count: 4))\n\n" : ""
      return paragraph + note
    }.joined()
  }
}
