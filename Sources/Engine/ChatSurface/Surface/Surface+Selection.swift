import AnchoredLayout
import Lengths

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
    guard let handle = handle(of: id), let record = record(handle) else {
      context.refuse(.unknown(id))
      return
    }
    let text = String(decoding: record.text.text, as: UTF8.self)
    let scalars = text.unicodeScalars
    guard range.lowerBound >= 0, range.upperBound <= scalars.count else {
      context.refuse(.noText(id, range))
      return
    }
    let start = scalars.index(scalars.startIndex, offsetBy: range.lowerBound)
    let utf8 = text.utf8.distance(from: text.startIndex, to: start)
    transcript.changeMarks { $0.focus.select(handle) }
    hold(ViewportHold.Selection(handle: handle, utf8: utf8))
  }

  /// What is selected or focused keeps its place from here on.
  func hold(_ selection: ViewportHold.Selection) {
    keepShownPlace(of: selection.handle)
    if !position.motion.isUsers { position.stopMotion() }
    position.land(at: nil)
    position.rest(end: nil)
    jumps?.goElsewhere()
    position.take(.selected(selection))
  }

  /// What is selected stands where the last frame showed it, although the end was followed in this one before:
  /// no frame has shown that.
  private func keepShownPlace(of handle: UInt32) {
    guard position.kind == .end, position.motion.isIdle, position.landing == nil,
      let shown = context.shown.places.first(where: { $0.handle == handle }),
      let index = layout.index(of: handle)
    else { return }
    position.move(to: layout.y(at: index) - shown.y)
  }
}
