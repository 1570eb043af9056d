import Timebase

// Older messages that are there and not shown yet, where a design shows them page by page.
extension Surface {
  /// Shows the next page where the last frame came near the first message.
  func showOlderPage() {
    guard context.shown.wantsOlder, let page = transcript.nextOlderPage() else { return }
    context.noteActivity(context.lastInstant + Nanoseconds(rawValue: 1))
    prependShown(page)
  }

  /// Shows what an event is about.
  ///
  /// - Returns: The event, with places counted among what is shown.
  func bringOlder(for event: SurfaceEvent) -> SurfaceEvent {
    guard transcript.older?.isEmpty == false, let brought = transcript.bringOlder(for: event) else {
      return event
    }
    for page in brought.pages { prependShown(page) }
    return brought.event
  }

  /// Takes older messages of the app's, which are not shown before those that are not shown yet.
  ///
  /// - Returns: Whether there are such.
  func keepsOlder(_ source: any MessageSource) -> Bool {
    guard transcript.older?.isEmpty == false else { return false }
    endLoad(at: .top)
    if source.count > 0 { transcript.keepOlder(source) }
    return true
  }
}
