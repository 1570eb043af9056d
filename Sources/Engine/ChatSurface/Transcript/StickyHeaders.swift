/// Messages that stay at the lower edge of the top inset while what follows them is scrolled under them: the
/// dates of a history.
///
/// Complexity: O(1) where there are none; else each edit makes the next look O(headers log n).
package struct StickyHeaders {
  private var ids: [MessageID] = []
  /// Their handles in the order of the conversation, as of the last edit.
  package private(set) var handles: [UInt32] = []
  /// Whether messages came, went or moved since.
  package private(set) var isStale = false

  package var isEmpty: Bool { ids.isEmpty }

  /// Takes note of what an event brings.
  mutating func note(_ event: SurfaceEvent) {
    switch event {
    case .load(let source), .replaceAll(let source): ids = Self.headers(of: source)
    case .prepend(let source), .appendPage(let source): ids += Self.headers(of: source)
    case .append(let message), .insert(_, let message):
      if message.isSticky { ids.append(message.id) }
    case .removeAll: ids.removeAll()
    case .replaceID(let old, let new): ids = ids.map { $0 == old ? new : $0 }
    case .remove, .move, .send, .regenerate, .streamBegin: break
    default: return
    }
    isStale = true
  }

  /// Says which message each is now, in the order of the conversation.
  mutating func take(_ handles: [UInt32]) { (self.handles, isStale) = (handles, false) }

  func names(_ body: (MessageID) -> Void) { ids.forEach(body) }

  private static func headers(of source: any MessageSource) -> [MessageID] {
    (source as? ListedMessages)?.sticky ?? []
  }
}
