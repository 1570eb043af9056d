extension Decoder {
  /// Reads a value that files name by a word.
  ///
  /// - Parameters:
  ///   - expected: What is expected where there is another word, or none.
  ///   - find: Finds the value of a word; nil when none has it.
  /// - Throws: `DecodingError` with what was expected.
  package func named<Value>(
    _ expected: @autoclosure () -> String,
    _ find: (String) -> Value?
  ) throws -> Value {
    let container = try singleValueContainer()
    guard let value = (try? container.decode(String.self)).flatMap(find) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: expected())
    }
    return value
  }
}

/// One of a list of words, which a message about another word names.
package protocol CodedChoice: RawRepresentable, CaseIterable, Codable where RawValue == String {}

extension CodedChoice {
  /// Reads the word.
  ///
  /// - Throws: `DecodingError` that names all there are.
  package init(from decoder: any Decoder) throws {
    self = try decoder.named(
      Self.allCases.map(\.rawValue).joined(separator: ", "),
      Self.init(rawValue:)
    )
  }
}
