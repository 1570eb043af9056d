import ChatSurface
import Files

/// The streams of a load that begin and never end: whoever wrote it mostly forgot a line.
package struct UnendedStreams {
  /// A stream without end.
  package struct Stream: Hashable, Sendable, CustomStringConvertible {
    package var id: MessageID
    /// Where it begins; nil for one that a generator made.
    package var place: EventPlace?

    /// A sentence about it, with what to do.
    package var description: String {
      let place = place.map { "\($0): " } ?? ""
      return "\(place)the stream of \(id) begins here and never ends; "
        + #"add {"t_ms": ..., "event": "stream_end", "id": "\#(id)", "reason": "complete"}"#
    }
  }

  private var open: [String: [Stream]] = [:]

  /// Looks for them in a load.
  ///
  /// - Complexity: O(events).
  package init(in events: [TimedLoadEvent]) {
    for event in events { note(event) }
  }

  /// All of them, window by window, in the order in which they began.
  package var all: [Stream] {
    open.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  private mutating func note(_ event: TimedLoadEvent) {
    let window = event.windowName
    switch event.event {
    case .window(.close), .window(.merge): open[window] = nil
    case .window(.open), .fault, .refresh: break
    case .surface(let change):
      switch change {
      case .streamBegin(let id):
        open[window, default: []].append(Stream(id: id, place: event.place))
      case .streamEnd(let id, _), .remove(let id): open[window]?.removeAll { $0.id == id }
      case .replaceID(let old, let new):
        guard let index = open[window]?.firstIndex(where: { $0.id == old }) else { break }
        open[window]?[index].id = new
      // What runs is stopped, or is not there any more.
      case .stop, .send, .regenerate, .removeAll, .load, .replaceAll: open[window] = nil
      default: break
      }
    }
  }
}
