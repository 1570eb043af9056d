import Files
import Scenarios

extension AppDescription {
  /// How many messages the query `history` opens the page with.
  package static let historyMessages = 30

  /// The query that opens the page with so many messages: `history`, another number in the place of its 30.
  ///
  /// - Returns: Nil without such a query, or with one in which 30 does not stand once.
  package func historyQuery(messages: Int) -> String? {
    guard var query = historyQuery else { return nil }
    let numbers = query.matches(of: #/[0-9]+/#)
      .filter { $0.output == "\(Self.historyMessages)" }
    guard numbers.count == 1, let place = numbers.first?.range else { return nil }
    query.replaceSubrange(place, with: "\(messages)")
    return query
  }

  /// Whether a path is that of a chat and of no scenario: its description, right or wrong, a page, or a folder.
  package static func isPage(_ path: String) -> Bool {
    if Folder.isFolder(path) || lines(ofPage: path) != nil { return true }
    guard path != InputFile.standardInput, let file = try? InputFile.read(path, as: .document)
    else { return false }
    return isDescribed(by: String(decoding: file.bytes, as: UTF8.self), path: path)
  }

  /// Whether a text is the description of a chat, right or wrong, and no scenario.
  package static func isDescribed(by text: String, path: String) -> Bool {
    guard let value = try? PositionedYAML.parse(text, path: path),
      case .fields(let fields) = value.kind
    else { return false }
    let keys = Set(fields.map(\.key))
    return !keys.isDisjoint(with: ["folder", "command"]) && !keys.contains("parts")
  }
}
