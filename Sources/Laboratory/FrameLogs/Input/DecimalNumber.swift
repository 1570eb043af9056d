/// A value of a text file: a number, nothing, or something else.
enum TextValue: Equatable {
  case number(Double)
  /// Empty, `NA`, `NaN`, `null` and the like: the tool says that there is none.
  case absent
  case garbage

  /// The number; nil for anything else.
  var number: Double? { if case .number(let number) = self { number } else { nil } }

  /// Reads a value; blanks around it do not count.
  ///
  /// - Parameter decimalComma: Whether a comma stands before the decimals.
  init(_ bytes: UnsafeBufferPointer<UInt8>, decimalComma: Bool = false) {
    let bytes = bytes.withoutBlanks
    if bytes.isEmpty {
      self = .absent
    } else if let number = DecimalNumber.double(bytes, decimalComma: decimalComma) {
      self = .number(number)
    } else {
      self = Self.absences.contains(bytes.text.lowercased()) ? .absent : .garbage
    }
  }

  private static let absences: Set<String> = [
    "na", "n/a", "nan", "-nan", "-nan(ind)", "inf", "-inf", "infinity", "[null]", "null", "none",
    "-", "<error>", "unknown", "error",
  ]
}

/// Decimal numbers in bytes, whatever the locale.
enum DecimalNumber {
  /// The whole number that the bytes are; nil when they are anything else, or beyond 64 bits.
  static func integer(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    let bytes = bytes.withoutBlanks
    guard !bytes.isEmpty else { return nil }
    let isNegative = bytes[0] == 0x2D
    let start = isNegative || bytes[0] == 0x2B ? 1 : 0
    guard start < bytes.count, bytes.count - start <= 19 else { return nil }
    var value: UInt64 = 0
    for index in start..<bytes.count {
      let digit = bytes[index] &- 0x30
      guard digit <= 9 else { return nil }
      value = value * 10 + UInt64(digit)
    }
    if isNegative { return value <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- value) : nil }
    return Int64(exactly: value)
  }

  /// The number that the bytes are; nil when they are anything else, or not finite.
  ///
  /// Up to 18 digits and 22 decimals it is one division of whole numbers, so correctly rounded as
  /// long as the digits fit 53 bits; beyond that Swift's own reading is used.
  static func double(_ bytes: UnsafeBufferPointer<UInt8>, decimalComma: Bool = false) -> Double? {
    guard !bytes.isEmpty, bytes.count <= 64 else { return nil }
    let point: UInt8 = decimalComma ? 0x2C : 0x2E
    var index = 0
    let isNegative = bytes[0] == 0x2D
    if isNegative || bytes[0] == 0x2B { index = 1 }
    var digits = 0
    var decimals = 0
    var value: UInt64 = 0
    var hasPoint = false
    while index < bytes.count {
      let byte = bytes[index]
      if byte == point, !hasPoint {
        hasPoint = true
      } else if byte &- 0x30 <= 9 {
        digits += 1
        if digits > 18 { return slow(bytes, point) }
        value = value * 10 + UInt64(byte &- 0x30)
        if hasPoint { decimals += 1 }
      } else if byte == 0x65 || byte == 0x45, digits > 0 {
        return slow(bytes, point)
      } else {
        return nil
      }
      index += 1
    }
    guard digits > 0 else { return nil }
    if value > 1 << 53 {
      return decimals == 0 ? signed(Double(value), isNegative) : slow(bytes, point)
    }
    return signed(Double(value) / powers[decimals], isNegative)
  }

  private static func signed(_ value: Double, _ isNegative: Bool) -> Double {
    isNegative ? -value : value
  }

  private static let powers: [Double] = (0...22).map { exponent in
    (0..<exponent).reduce(1.0) { power, _ in power * 10 }
  }

  private static func slow(_ bytes: UnsafeBufferPointer<UInt8>, _ point: UInt8) -> Double? {
    // Swift's reading takes words and hexadecimals too.
    let isPlain = bytes.allSatisfy { byte in
      byte &- 0x30 <= 9 || byte == point || [0x2B, 0x2D, 0x45, 0x65].contains(byte)
    }
    guard isPlain else { return nil }
    let text = String(decoding: bytes.map { $0 == point ? 0x2E : $0 }, as: UTF8.self)
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }
}

extension Int64 {
  /// Whole nanoseconds of a time in a unit of so many; nil beyond what a log can hold.
  init?(_ value: Double, nanosecondsEach unit: Double) {
    let nanoseconds = (value * unit).rounded()
    guard nanoseconds.isFinite, nanoseconds.magnitude < 4e18 else { return nil }
    self.init(nanoseconds)
  }
}
