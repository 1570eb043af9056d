/// Refuses keys that nobody reads: a key misspelt would be a statement lost.
struct StrictKeys: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init?(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }

  static func check(_ decoder: any Decoder, allowed: [String]) throws {
    let found = try decoder.container(keyedBy: StrictKeys.self).allKeys.map(\.stringValue)
    guard let stranger = found.first(where: { !allowed.contains($0) }) else { return }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "unknown key \(stranger); known are \(allowed.joined(separator: ", "))"
      )
    )
  }
}
