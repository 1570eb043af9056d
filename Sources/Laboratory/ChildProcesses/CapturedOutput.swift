/// What a child printed: the last bytes of it.
package struct CapturedOutput: Hashable, Sendable {
  /// The most bytes that are kept.
  package static let limit = 64 << 10

  private var kept: [UInt8] = []
  private var count = 0

  /// How many bytes came before those that are kept.
  package var droppedCount: Int { count - bytes.count }

  package var bytes: ArraySlice<UInt8> { kept.suffix(Self.limit) }

  /// The same as text; what is no UTF-8 reads U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Makes output without a byte.
  package init() {}

  mutating func append(_ more: [UInt8]) {
    kept += more
    count += more.count
    // Cut down now and then only, so that a byte is moved about once.
    if kept.count > 2 * Self.limit { kept.removeFirst(kept.count - Self.limit) }
  }
}
