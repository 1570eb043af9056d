/// How counts look in print.
enum CountText {
  /// Whether `text` is a hash: lower-case hexadecimal and not empty.
  static func isHash(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  /// Whether `text` can stand in quotes as it is: printable ASCII without quotes and backslashes,
  /// and not empty.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (32...126).contains($0) && $0 != 34 && $0 != 92 }
  }

  /// `count` with its sign.
  static func signed(_ count: Int) -> String { count < 0 ? String(count) : "+\(count)" }

  /// `dividend` through `divisor` with at most six decimals.
  static func ratio(_ dividend: Int, _ divisor: Int) -> String {
    decimal(Double(dividend) / Double(divisor))
  }

  /// The difference of two ratios with its sign and at most six decimals.
  static func signedDifference(
    _ later: (dividend: Int, divisor: Int),
    _ earlier: (dividend: Int, divisor: Int)
  ) -> String {
    let difference =
      Double(later.dividend) / Double(later.divisor)
      - Double(earlier.dividend) / Double(earlier.divisor)
    let text = decimal(difference)
    if text == "0", difference != 0 { return difference > 0 ? "+<0.000001" : "-<0.000001" }
    return difference < 0 ? text : "+" + text
  }

  private static func decimal(_ value: Double) -> String {
    let scale = 1_000_000
    let scaled = (value * Double(scale)).rounded()
    guard let millionths = Int(exactly: scaled) else { return String(value) }
    let whole = millionths.magnitude / UInt(scale)
    let sign = millionths < 0 ? "-" : ""
    var decimals = String(millionths.magnitude % UInt(scale) + UInt(scale)).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return decimals.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(decimals)"
  }
}
