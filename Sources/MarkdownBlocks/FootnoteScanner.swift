/// Finds, byte by byte, whether a text may define a footnote: `[^label]:` anywhere in a line.
///
/// A footnote's definition moves, numbers and removes blocks anywhere in a text, so a text that
/// may hold one is parsed whole. The scanner never misses a definition; it may see one in code.
struct FootnoteScanner {
  private enum State {
    case text, bracket, label, closed
  }

  private var state = State.text
  /// Whether the text so far may define a footnote.
  private(set) var mayHaveFound = false

  /// Takes the next bytes of the text.
  mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard !mayHaveFound else { return }
    for byte in bytes {
      switch (state, byte) {
      case (.bracket, UInt8(ascii: "^")): state = .label
      case (.label, UInt8(ascii: "]")): state = .closed
      case (.label, 0x09), (.label, 0x0A), (.label, 0x0D), (.label, 0x20): state = .text
      case (.label, _): break
      case (.closed, UInt8(ascii: ":")):
        mayHaveFound = true
        return
      case (_, UInt8(ascii: "[")): state = .bracket
      default: state = .text
      }
    }
  }
}
