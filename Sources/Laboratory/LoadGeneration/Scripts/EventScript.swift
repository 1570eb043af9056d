import Files
import ChatSurface
import Timebase

/// A script of events: what happens when, line by line.
///
/// NDJSON, an object a line with `t_ms`, `event` and the event's own keys. Times never fall; events
/// of one time happen in the order of their lines. ``EventVocabulary`` names the events.
package struct EventScript: Sendable {
  /// The events, in order of time.
  package var timeline: [TimedLoadEvent]

  /// Reads the script at `path`.
  ///
  /// - Throws: ``InputError`` when the file cannot be read, is empty, is not UTF-8, or has a line
  ///   that is not JSON, names no event of this release, lacks a key, has one too many or one of
  ///   the wrong type or value, or whose time is negative or before the line above.
  package init(path: String) throws(InputError) {
    try self.init(InputLines(path: path))
  }

  /// Reads the script `bytes`; `path` is for messages.
  ///
  /// - Throws: ``InputError`` as ``init(path:)`` does, but for reading.
  package init(bytes: [UInt8], path: String) throws(InputError) {
    try self.init(InputLines(bytes, path: path))
  }

  init(_ lines: InputLines) throws(InputError) {
    var timeline: [TimedLoadEvent] = []
    var order = TimeOrder(path: lines.path)
    try lines.forEachValue { value throws(InputError) in
      let object = try InputObject(
        value,
        path: lines.path,
        expected: "an object with t_ms and event"
      )
      if !object.has("event"), object.has("text") || object.has("bytes_hex") || object.has("chars")
      {
        throw InputError(
          path: lines.path,
          line: object.line,
          column: object.column,
          problem: "a token in an event script",
          expected: "the key event, as in the first line",
          advice: "Write it as {\"t_ms\": 0, \"event\": \"token\", \"id\": ..., \"text\": ...}."
        )
      }
      let event = try EventVocabulary.event(object)
      let window = try EventVocabulary.window(object)
      let instant = try order.next(object)
      timeline.append(TimedLoadEvent(event, at: instant, window: window, place: object.place))
    }
    self.timeline = timeline
  }

  /// Reads events that stand in a list, as in a scenario; they need not be in order of time.
  ///
  /// - Throws: ``InputError`` for a value that is no event of this release.
  package init(_ values: [InputValue], path: String) throws(InputError) {
    var timeline: [TimedLoadEvent] = []
    for value in values {
      let object = try InputObject(value, path: path, expected: "an object with t_ms and event")
      let event = try EventVocabulary.event(object)
      let window = try EventVocabulary.window(object)
      let instant = try object.time("t_ms")
      timeline.append(TimedLoadEvent(event, at: instant, window: window, place: object.place))
    }
    timeline.sortByInstant()
    self.timeline = timeline
  }
}
