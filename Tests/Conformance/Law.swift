/// One behaviour or number of the surface, as Docs/Conformance.yaml states it.
struct Law: Decodable {
  /// The name, in kebab-case: `chunks-hold-time`.
  var id: String
  /// The sentence.
  var law: String
  /// The short names of the designs it comes from, with commas between.
  var source: String
  /// The number, where the law has one.
  var value: String?
  /// Where that number stands in Sources.
  var constants: [NumericConstant]

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case id, law, source, value, constants
  }

  init(from decoder: any Decoder) throws {
    try StrictKeys.check(decoder, allowed: CodingKeys.allCases.map(\.stringValue))
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    law = try container.decode(String.self, forKey: .law)
    source = try container.decode(String.self, forKey: .source)
    value = try container.decodeIfPresent(String.self, forKey: .value)
    constants = try container.decodeIfPresent([NumericConstant].self, forKey: .constants) ?? []
  }

  /// The names of its sources.
  var sources: [String] { source.split(separator: ",").map { $0.filter { $0 != " " } } }

  /// The name of its tag: `chunksHoldTime`.
  var tag: String {
    let words = id.split(separator: "-")
    return words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
  }

  /// Whether the id is words of lower-case letters and digits, with hyphens between.
  var hasPlainID: Bool {
    id.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { word in
      !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isNumber || $0.isLowercase) }
    } && id.first?.isLetter == true
  }
}
