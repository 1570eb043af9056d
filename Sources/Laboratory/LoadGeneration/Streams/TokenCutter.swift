/// Cuts a text into tokens of given sizes.
package struct TokenCutter: Sendable {
  private let text: [UInt8]
  private var position = 0

  /// Starts at the beginning of `text`, which is UTF-8.
  package init(_ text: [UInt8]) { self.text = text }

  /// Makes the next token.
  ///
  /// - Parameter count: Its Unicode scalars; fewer are left at the end of the text.
  /// - Returns: The token's bytes.
  /// - Complexity: O(its bytes).
  package mutating func next(_ count: Int) -> [UInt8] {
    let start = position
    var left = count
    while position < text.count {
      let isLead = text[position] & 0xC0 != 0x80
      if isLead {
        if left == 0 { break }
        left -= 1
      }
      position += 1
    }
    return Array(text[start..<position])
  }
}
