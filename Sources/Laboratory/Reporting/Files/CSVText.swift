import Lengths
import Records
import Timebase

/// Writes rows as RFC 4180 has them: commas, CRLF, quotes doubled inside quotes.
///
/// A field that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@`, a tab or a
/// carriage return, and is no number) gets an apostrophe before it, as OWASP's page on CSV injection
/// asks.
struct CSVText {
  private(set) var bytes: [UInt8] = []
  private var isRowEmpty = true

  /// Adds a field; nil is an empty one.
  mutating func add(_ field: String?) {
    if !isRowEmpty { bytes.append(UInt8(ascii: ",")) }
    isRowEmpty = false
    guard var field else { return }
    if Self.isFormula(field) { field = "'" + field }
    if field.utf8.contains(where: Self.needsQuotes) {
      bytes.append(UInt8(ascii: "\""))
      for byte in field.utf8 {
        if byte == UInt8(ascii: "\"") { bytes.append(byte) }
        bytes.append(byte)
      }
      bytes.append(UInt8(ascii: "\""))
    } else {
      bytes.append(contentsOf: field.utf8)
    }
  }

  /// Adds a whole number.
  mutating func add(_ number: some BinaryInteger) { add("\(number)") }

  /// Adds a whole number of 10^-`places` as an exact decimal.
  mutating func add(_ number: Int64, places: Int) {
    if !isRowEmpty { bytes.append(UInt8(ascii: ",")) }
    isRowEmpty = false
    DecimalText.append(number, places: places, to: &bytes)
  }

  /// Adds a whole number.
  mutating func add(_ number: Int) { add(Int64(number), places: 0) }
  /// Adds a span in ms, exact.
  mutating func add(milliseconds span: Nanoseconds) { add(span.rawValue, places: 6) }
  /// Adds an instant in ms, exact.
  mutating func add(milliseconds instant: Instant) { add(instant.nanoseconds, places: 6) }
  /// Adds a length in pt, exact; its magnitude is below 2^49 units.
  mutating func add(points length: LayoutUnit) { add(length.rawValue * 15_625, places: 6) }
  /// Adds `true` or `false`.
  mutating func add(_ claim: Bool) { add(claim ? "true" : "false") }

  /// Adds a run of fields that are separated and quoted already.
  mutating func add(prepared fields: [UInt8]) {
    if !isRowEmpty { bytes.append(UInt8(ascii: ",")) }
    isRowEmpty = false
    bytes.append(contentsOf: fields)
  }

  /// Ends the row.
  mutating func endRow() {
    bytes.append(UInt8(ascii: "\r"))
    bytes.append(UInt8(ascii: "\n"))
    isRowEmpty = true
  }

  private static func isFormula(_ field: String) -> Bool {
    guard let first = field.utf8.first, "=+-@\t\r".utf8.contains(first) else { return false }
    return Double(field) == nil
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
  }
}
