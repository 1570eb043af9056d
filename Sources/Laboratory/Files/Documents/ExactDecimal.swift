/// Reads decimals as written, without a detour through binary fractions.
package enum ExactDecimal {
  /// Reads a JSON number as a whole number after multiplying it by a power of ten, rounded to the
  /// nearest, halves away from zero.
  ///
  /// - Parameters:
  ///   - text: A number in JSON's grammar.
  ///   - power: The power of ten; 6 turns milliseconds into nanoseconds.
  /// - Returns: The whole number; nil when it does not fit 64 bits or `text` is no number.
  /// - Complexity: O(length of `text`).
  package static func scaled(_ text: String, byPowerOfTen power: Int) -> Int64? {
    if let short = shortScaled(text, byPowerOfTen: power) { return short }
    var digits: [UInt8] = []
    var point = 0
    var isNegative = false
    var isFraction = false
    var exponent = 0
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "-") {
      isNegative = true
      rest = rest.dropFirst()
    }
    while let byte = rest.first, byte != UInt8(ascii: "e"), byte != UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if byte == UInt8(ascii: ".") {
        isFraction = true
        continue
      }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      let isLeadingZero = digits.isEmpty && byte == UInt8(ascii: "0")
      if !isLeadingZero { digits.append(byte - UInt8(ascii: "0")) }
      if !isFraction && !isLeadingZero { point += 1 }
      if isFraction && isLeadingZero { point -= 1 }
    }
    if !rest.isEmpty {
      guard let written = Int(Substring(rest.dropFirst())), abs(written) < 1_000_000 else {
        return nil
      }
      exponent = written
    }
    guard !digits.isEmpty else { return 0 }
    let magnitude = whole(digits, point: point + exponent + power)
    return magnitude.map { isNegative ? -$0 : $0 }
  }

  /// The same for a number of few digits without sign and exponent; nil for any other.
  private static func shortScaled(_ text: String, byPowerOfTen power: Int) -> Int64? {
    guard text.utf8.count <= 12 else { return nil }
    var value: Int64 = 0
    var fraction = -1
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        if fraction >= 0 { fraction += 1 }
      case UInt8(ascii: ".") where fraction < 0: fraction = 0
      default: return nil
      }
    }
    let zeros = power - max(0, fraction)
    guard (0...6).contains(zeros) else { return nil }
    for _ in 0..<zeros { value *= 10 }
    return value
  }

  /// Rounds 0.d1d2d3... times ten to the `point`; nil when it has more than 18 digits.
  private static func whole(_ digits: [UInt8], point: Int) -> Int64? {
    guard point <= 18 else { return nil }
    guard point >= 0 else { return 0 }
    var value: Int64 = 0
    for index in 0..<point {
      value = value * 10 + (index < digits.count ? Int64(digits[index]) : 0)
    }
    let isRoundedUp = point < digits.count && digits[point] >= 5
    return isRoundedUp ? value + 1 : value
  }
}
