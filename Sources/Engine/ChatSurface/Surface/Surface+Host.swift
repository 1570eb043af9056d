import Lengths
import MarkdownBlocks

// What a host that keeps its platform's scroll view, bars and images tells the surface.
extension Surface {
  /// The host says how large an image is: it is shown as wide as the text of its message at most.
  ///
  /// - Complexity: O(blocks of the message).
  func setImage(_ source: String, of id: MessageID, width: LayoutUnit, height: LayoutUnit) {
    guard let handle = named(id) else { return }
    heights.setImage(source, width: width, height: height)
    // A message that nobody has looked at is measured with it.
    guard let record = messages.record(handle) else { return unmeasure(handle) }
    for index in 0..<record.text.count where record.text[index].kind == .image(source: source) {
      let block = index..<index + 1
      invalidate(record, BlockListChange(replaced: block, inserted: block, keptUTF8Count: 0))
    }
  }

  // MARK: Words

  /// How many blocks a message shows; nil for one that nobody has looked at.
  package func shownBlockCount(of id: MessageID) -> Int? { seen(id)?.text.count }

  /// What a block of a message says.
  ///
  /// - Parameter block: One of those that ``shownBlockCount(of:)`` counts.
  package func shownText(ofBlock block: Int, of id: MessageID) -> String {
    seen(id)?.text[block].string ?? ""
  }

  /// The bytes of a message's text that so many of its Unicode scalars are; nil where it has fewer, or nobody
  /// has looked at it.
  ///
  /// - Complexity: O(text).
  package func utf8(ofScalars range: Range<Int>, in id: MessageID) -> Range<Int>? {
    guard let text = seen(id)?.text.text else { return nil }
    let starts = text.indices.filter { text[$0] & 0xC0 != 0x80 } + [text.count]
    guard range.lowerBound >= 0, range.upperBound < starts.count else { return nil }
    return starts[range.lowerBound]..<starts[range.upperBound]
  }
}
