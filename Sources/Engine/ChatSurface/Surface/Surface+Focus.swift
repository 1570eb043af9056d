import Timebase

// A screen reader's focus, and what becomes of it and of selected text when a message is another view.
extension Surface {
  /// The focus of a screen reader is on a message, whose top nothing but the reader moves from here on; nil: on
  /// none.
  func focusAccessibility(_ id: MessageID?) {
    guard let id else {
      transcript.changeMarks { $0.focus.focus(nil) }
      return letGoOfFocus()
    }
    guard let handle = handle(of: id), record(handle) != nil else {
      return context.refuse(.unknown(id))
    }
    transcript.changeMarks { $0.focus.focus(handle) }
    hold(handle, utf8: 0)
  }

  /// Nothing is selected any more, or focused: what is left of the two holds the viewport.
  func letGoOfFocus() {
    let left = marks.focus.selected ?? marks.focus.accessibility
    viewport.take(.deselected(left: left), in: scene(at: context.lastInstant))
  }

  /// A message whose text is replaced is another view, where the design says so.
  func makeAnew(_ record: ItemRecord, at instant: Instant) {
    guard policy?.replacesViews == true else { return }
    var wasFocused = false
    transcript.changeMarks { wasFocused = $0.focus.forget(record.handle) }
    if wasFocused { letGoOfFocus() }
    guard answers.isStreaming(record.handle) else { return }
    answers.put(.replace(record.handle, [], nil, isOfList: false, instant))
  }

  /// Writes what is selected and focused.
  func writeFocus(into snapshot: inout FrameSnapshot) {
    snapshot.selected = marks.focus.selected.flatMap { messages.id(of: $0) }
    snapshot.accessibilityFocus = marks.focus.accessibility.flatMap { messages.id(of: $0) }
  }
}
