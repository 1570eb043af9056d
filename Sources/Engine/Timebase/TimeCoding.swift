// Times in files are milliseconds: a number with six decimals, exact up to 2^50 ns, 13 days. Rounding to
// the nearest Double is off by at most 2^-53 of it, an eighth of a nanosecond.

extension Nanoseconds: Codable {
  /// Reads milliseconds.
  ///
  /// - Throws: `DecodingError` for what is no number or longer than 13 days.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let milliseconds = try container.decode(Double.self)
    guard abs(milliseconds) * 1_000_000 <= Double(1 << 50) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "milliseconds, up to 13 days"
      )
    }
    self.init(rawValue: Int64((milliseconds * 1_000_000).rounded()))
  }

  /// Writes milliseconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Double(rawValue) / 1_000_000)
  }
}

extension Instant: Codable {
  /// Reads milliseconds after zero.
  ///
  /// - Throws: `DecodingError` for what is no number or later than 13 days.
  public init(from decoder: any Decoder) throws {
    self = Instant.zero + (try Nanoseconds(from: decoder))
  }

  /// Writes milliseconds after zero.
  public func encode(to encoder: any Encoder) throws {
    try (self - Instant.zero).encode(to: encoder)
  }
}
