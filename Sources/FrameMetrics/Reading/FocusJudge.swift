/// Counts how often selected text, or a screen reader's focus, was lost although its message is still there and
/// nobody let it go.
///
/// Only what a frame has shown can be lost, so an engine that shows neither loses none.
package struct FocusJudge: Sendable {
  private var wanted: (selected: String?, focused: String?)
  private var shown = (isSelected: false, isFocused: false)
  /// How often.
  package private(set) var lost = 0

  /// Makes a judge that has seen no frame.
  package init() {}

  /// Takes the next frame.
  ///
  /// - Parameters:
  ///   - screen: What it shows.
  ///   - events: What happened since the frame before and was not refused, in order of time.
  ///   - isThere: Whether a message is in the conversation.
  package mutating func take(
    _ screen: ReaderScreen,
    after events: [ScreenEvent],
    isThere: (String) -> Bool
  ) {
    for event in events {
      switch (event.name, event.message, event.newName) {
      case ("selection", let message, _): wanted.selected = message
      case ("accessibility_focus", let message, _): wanted.focused = message
      case ("replace_id", let old?, let new?):
        if wanted.selected == old { wanted.selected = new }
        if wanted.focused == old { wanted.focused = new }
      case ("load", _, _), ("remove_all", _, _), ("background", _, _): wanted = (nil, nil)
      default: break
      }
    }
    let now = (isSelected: screen.selected != nil, isFocused: screen.focused != nil)
    if shown.isSelected, !now.isSelected, let message = wanted.selected {
      if isThere(message) { lost += 1 }
      wanted.selected = nil
    }
    if shown.isFocused, !now.isFocused, let message = wanted.focused {
      if isThere(message) { lost += 1 }
      wanted.focused = nil
    }
    shown = now
  }
}
