import ChatSurface
import Records

/// Collects the texts of one window while it runs.
struct ScreenTexts {
  private let window: String
  private let keepsText: Bool
  /// The texts that are done, in the order in which they were.
  private var done: [ScreenText] = []
  /// Messages that were on screen, and whether their text is done.
  private var seen: [MessageID: Bool] = [:]
  private var order: [MessageID] = []

  init(window: String, keepsText: Bool) {
    (self.window, self.keepsText) = (window, keepsText)
  }

  /// Takes note of what a frame shows.
  ///
  /// - Complexity: O(visible items), and once for each message O(text).
  mutating func note(
    _ snapshot: FrameSnapshot,
    _ message: (MessageID) -> Surface.ShownMessage?
  ) {
    for item in snapshot.visible {
      let isDone = seen[item.id]
      if isDone == true { continue }
      if isDone == nil {
        seen[item.id] = false
        order.append(item.id)
      }
      // Fades may go on: no frame need come after the last of them.
      let isReleased =
        snapshot.streams.first { $0.id == item.id }.map { stream in
          stream.releasedScalars == stream.receivedScalars && stream.heldScalars == 0
            && stream.backlogChunks == 0
        } ?? true
      guard item.state != .streaming, !item.showsLoadingDots, isReleased,
        let shown = message(item.id)
      else { continue }
      seen[item.id] = true
      done.append(
        ScreenText(window: window, id: item.id.rawValue, shown, keepsText: keepsText)
      )
    }
  }

  /// The texts, those too that were not done.
  func finished(_ message: (MessageID) -> Surface.ShownMessage?) -> [ScreenText] {
    done
      + order.compactMap { id in
        guard seen[id] == false, let shown = message(id) else { return nil }
        return ScreenText(window: window, id: id.rawValue, shown, keepsText: keepsText)
      }
  }
}
