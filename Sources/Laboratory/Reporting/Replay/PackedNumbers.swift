import Foundation
import Records

/// Whole numbers for the page's scripts: LEB128 of their zigzag, as base64. A third of what the same
/// numbers take as JSON.
struct PackedNumbers {
  private(set) var bytes: [UInt8] = []

  /// Adds a number.
  mutating func add(_ value: Int64) { bytes.append(variable: value) }
  /// Adds a number.
  mutating func add(_ value: Int) { bytes.append(variable: Int64(value)) }

  /// The numbers as base64, which may stand inside a script element.
  var base64: String { Self.base64(bytes) }

  static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
