// Text that the reader selects.
extension Surface {
  /// Text of a message is selected, or no longer.
  ///
  /// - Complexity: O(text).
  func select(_ id: MessageID, _ range: Range<Int>?) {
    guard let range else {
      transcript.changeMarks { $0.focus.select(nil) }
      return letGoOfFocus()
    }
    guard let record = namedRecord(id) else { return }
    let text = String(decoding: record.text.text, as: UTF8.self)
    let scalars = text.unicodeScalars
    guard range.lowerBound >= 0, range.upperBound <= scalars.count else {
      return context.refuse(.noText(id, range))
    }
    let start = scalars.index(scalars.startIndex, offsetBy: range.lowerBound)
    let utf8 = text.utf8.distance(from: text.startIndex, to: start)
    transcript.changeMarks { $0.focus.select(record.handle) }
    hold(record.handle, utf8: utf8)
  }

  /// What is selected or focused keeps its place from here on, where the last frame showed it.
  func hold(_ handle: UInt32, utf8: Int) {
    let shown = context.shown.places.first { $0.handle == handle }
    let top = layout.index(of: handle).map { layout.y(at: $0) }
    let offset = shown.flatMap { shown in top.map { $0 - shown.y } }
    viewport.take(
      .selected(handle, utf8: utf8, offset: offset),
      in: scene(at: context.lastInstant)
    )
  }
}
