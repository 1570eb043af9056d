import AnchoredLayout
import Lengths
import Timebase

// Older messages that are there and not shown yet, where a profile shows them page by page.
extension Surface {
  /// Shows the next page where the last frame came near the first message.
  func showOlderPage() {
    guard context.shown.wantsOlder, let page = transcript.nextOlderPage() else { return }
    context.noteActivity(context.lastInstant + Nanoseconds(rawValue: 1))
    prependShown(page)
  }

  /// Shows the pages up to the one with a message, together.
  func showOlder(with id: MessageID) {
    while transcript.older.contains(id), let pages = transcript.nextOlderPages(downTo: id) {
      prependShown(pages)
    }
  }

  /// Shows everything.
  func showAllOlder() {
    while let pages = transcript.nextOlderPages(downTo: nil) { prependShown(pages) }
  }

  /// Brings what an event is about, which counts messages and names them whether shown or not.
  ///
  /// - Returns: The event, with places counted among what is shown.
  func bringOlder(for event: SurfaceEvent) -> SurfaceEvent {
    guard !transcript.older.isEmpty else { return event }
    if let id = event.messageID { showOlder(with: id) }
    switch event {
    case .insert(let index, let message):
      if index < transcript.older.count { showAllOlder() }
      return .insert(index: index - transcript.older.count, message)
    case .move(let id, let index):
      if index < transcript.older.count { showAllOlder() }
      return .move(id, index: index - transcript.older.count)
    case .replaceAll(let source):
      // The list goes on with what is not shown yet: that stays so.
      if let shown = transcript.listShown(of: source) { return .replaceAll(shown) }
      showAllOlder()
    default: break
    }
    return event
  }

  /// Takes older messages of the app's, which are not shown before those that are not shown yet.
  ///
  /// - Returns: Whether there are such.
  func keepsOlder(_ source: any MessageSource) -> Bool {
    guard !transcript.older.isEmpty else { return false }
    endLoad(at: .top)
    if source.count > 0 { transcript.keepOlder(source) }
    return true
  }
}

extension SurfaceEvent {
  /// The message that it is about, which has to be there; nil where it is about none.
  fileprivate var messageID: MessageID? {
    switch self {
    case .append(let message), .insert(_, let message): message.id
    case .remove(let id), .move(let id, _), .update(let id, _, _), .replaceID(let id, _),
      .setHeight(let id, _), .imageSize(let id, _, _, _), .card(let id, _, _),
      .partHeight(let id, _, _, _),
      .auxiliary(.actions(let id), _), .send(let id, _), .regenerate(let id, _),
      .streamBegin(let id), .scroll(.message(let id, _), _, _), .select(let id, _):
      id
    case .restore(let anchor, _): anchor.id
    default: nil
    }
  }
}
