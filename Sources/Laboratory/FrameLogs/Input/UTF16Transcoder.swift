/// Turns UTF-16 that comes in pieces into UTF-8; what is no Unicode becomes U+FFFD.
struct UTF16Transcoder {
  private let isBigEndian: Bool
  private var half: UInt8?
  private var high: UInt16?

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// The UTF-8 of the next piece.
  mutating func transcode(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count / 2 + 8)
    for byte in bytes {
      guard let first = half else {
        half = byte
        continue
      }
      half = nil
      let unit =
        isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first)
      take(unit, into: &result)
    }
    return result
  }

  /// What is left at the end.
  mutating func finish() -> [UInt8] {
    defer { (half, high) = (nil, nil) }
    return half != nil || high != nil ? Self.replacement : []
  }

  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  private mutating func take(_ unit: UInt16, into result: inout [UInt8]) {
    if let first = high {
      high = nil
      if 0xDC00...0xDFFF ~= unit {
        let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
        append(value, to: &result)
        return
      }
      result += Self.replacement
    }
    switch unit {
    case 0xD800...0xDBFF: high = unit
    case 0xDC00...0xDFFF: result += Self.replacement
    case 0..<0x80: result.append(UInt8(unit))
    default: append(UInt32(unit), to: &result)
    }
  }

  private func append(_ value: UInt32, to result: inout [UInt8]) {
    guard let scalar = Unicode.Scalar(value) else {
      result += Self.replacement
      return
    }
    result += UTF8.encode(scalar) ?? Self.replacement[...].reduce(into: .init()) { $0.append($1) }
  }
}
