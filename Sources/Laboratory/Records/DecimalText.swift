import Lengths
import Timebase

/// Numbers as text that does not depend on a locale.
package enum DecimalText {
  /// The shortest decimal that reads back as `value`; nil when it is not finite.
  package static func shortest(_ value: Double) -> String? {
    guard value.isFinite else { return nil }
    if value == 0 { return "0" }
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// A whole number of 10^-`places` as an exact decimal without trailing zeros.
  package static func fixed(_ value: Int64, places: Int) -> String {
    var bytes: [UInt8] = []
    append(value, places: places, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends what ``fixed(_:places:)`` says, without a string: tables have millions of numbers.
  package static func append(_ value: Int64, places: Int, to bytes: inout [UInt8]) {
    let start = bytes.count
    // Digits are written from the last one on.
    var rest = value.magnitude
    var place = 0
    var hasFraction = false
    repeat {
      let (others, digit) = rest.quotientAndRemainder(dividingBy: 10)
      rest = others
      if place >= places {
        if place == places, hasFraction { bytes.append(UInt8(ascii: ".")) }
        bytes.append(UInt8(ascii: "0") + UInt8(digit))
      } else if digit != 0 || hasFraction {
        hasFraction = true
        bytes.append(UInt8(ascii: "0") + UInt8(digit))
      }
      place += 1
    } while rest > 0 || place <= places
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes[start...].reverse()
  }

  /// A span in ms, exact.
  package static func milliseconds(_ span: Nanoseconds) -> String {
    fixed(span.rawValue, places: 6)
  }
  /// An instant in ms, exact.
  package static func milliseconds(_ instant: Instant) -> String {
    fixed(instant.nanoseconds, places: 6)
  }
  /// A length in pt, exact: a 64th has six decimals.
  ///
  /// - Precondition: The magnitude is below 2^49 units, 8.8 * 10^12 pt.
  package static func points(_ length: LayoutUnit) -> String {
    fixed(length.rawValue * 15_625, places: 6)
  }

  /// For people: about three significant digits, thousands apart by a thin space; `n/a` for nil.
  package static func short(_ value: Double?, places: Int? = nil) -> String {
    guard let value, value.isFinite else { return "n/a" }
    let magnitude = abs(value)
    let decimals: Int
    if let places {
      decimals = places
    } else if magnitude == 0 || magnitude.rounded() == magnitude || magnitude >= 100 {
      decimals = 0
    } else if magnitude >= 10 {
      decimals = 1
    } else if magnitude >= 1 {
      decimals = 2
    } else if magnitude >= 0.001 {
      decimals = 4 - Int(magnitude >= 0.01 ? 1 : 0)
    } else {
      return shortest(value) ?? "n/a"
    }
    return rounded(value, places: decimals)
  }

  /// For people, to four decimals: for figures held against a limit that they may just miss.
  package static func precise(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "n/a" }
    return rounded(value, places: abs(value) < 1000 ? 4 : 1)
  }

  /// For people, as short as it may be without ending up on the other side of a limit.
  package static func short(_ value: Double?, besides limit: Double) -> String {
    let text = short(value)
    guard let value, let read = Double(text.replacing("\u{202F}", with: "")) else { return text }
    return (read < limit) == (value < limit) && (read > limit) == (value > limit)
      ? text : precise(value)
  }

  private static func rounded(_ value: Double, places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (value * scale).rounded()
    guard abs(scaled) < 9e15 else { return shortest(value) ?? "n/a" }
    let text = fixed(Int64(scaled), places: places)
    let parts = text.split(separator: ".", maxSplits: 1)
    let whole = parts[0]
    guard whole.count > (value < 0 ? 5 : 4) else { return text }
    var grouped = ""
    for (index, character) in whole.enumerated() {
      let left = whole.count - index
      if index > 0, left % 3 == 0, grouped.last != "-" { grouped.append("\u{202F}") }
      grouped.append(character)
    }
    return parts.count > 1 ? grouped + "." + parts[1] : grouped
  }
}
