/// Which event of a script opens which kind of episode: a row for every event there is.
package enum EpisodeTable {
  /// One event.
  package struct Row: Hashable, Sendable {
    /// The event's name in scripts.
    package var event: String
    /// The kind of episode it opens; nil for none.
    package var kind: Episode.Kind?
    /// How long that lasts, or why there is none.
    package var span: String
  }

  /// Every event, in the order of the scripts' vocabulary.
  package static let rows: [Row] =
    changes(
      "append",
      "prepend",
      "insert",
      "remove",
      "remove_all",
      "move",
      "update",
      "replace_id",
      "replace_all",
      "set_height",
      "card",
      "part_height",
      "auxiliary",
      "part_limit",
      "image_size"
    )
    + [Row(event: "load", kind: .opening, span: openingSpan)]
    + changes("send", "regenerate", "stream_begin", "part_begin", "stream_end", "task_end", "stop")
    + [
      Row(
        event: "token",
        kind: .stream,
        span:
          "from the first token of a stream until 650 ms after its last; until a stop, or until "
          + "its message or window is taken away, where that is earlier"
      ),
      Row(
        event: "touch",
        kind: .scroll,
        span: "while the finger is down and for 2,500 ms after, or until the next gesture"
      ),
      Row(event: "fling", kind: .scroll, span: "2,500 ms, or until the next gesture"),
    ]
    + changes("wheel", "key", "host_scroll", "part_scroll")
    + changes("scroll_to", "restore", "focus", "drop")
    + [
      Row(
        event: "keyboard",
        kind: .change,
        span:
          "its duration (250 ms where it names a curve alone, 510 ms for the spring where it names "
          + "neither) and 300 ms"
      )
    ]
    + changes(
      "keyboard_drag",
      "composer",
      "composer_height",
      "insets",
      "resize",
      "text_size",
      "typing",
      "loader",
      "timestamps",
      "reduced_motion",
      "foreground",
      "window_close",
      "window_merge"
    )
    + [
      Row(event: "window_open", kind: .opening, span: openingSpan),
      Row(
        event: "background",
        kind: nil,
        span: "none: the time until the next `foreground` is cut out of every episode of its window"
      ),
      Row(event: "selection", kind: nil, span: "none: it moves nothing"),
      Row(event: "accessibility_focus", kind: nil, span: "none: it moves nothing"),
      Row(event: "refresh", kind: nil, span: "none: nothing on screen is another for it"),
      Row(event: "stall", kind: nil, span: planted),
      Row(event: "slow_phase", kind: nil, span: planted),
      Row(event: "allocate", kind: nil, span: planted),
      Row(event: "memory_pressure", kind: nil, span: "none: nobody sees it by itself"),
    ]

  /// The row of the event with this name; nil when there is none.
  package static func row(of event: String) -> Row? { byEvent[event] }

  private static let byEvent = Dictionary(uniqueKeysWithValues: rows.map { ($0.event, $0) })

  private static let openingSpan =
    "until the frame that settles it, the next event of its window, or 1,000 ms"
  private static let planted = "none: a planted fault"

  private static func changes(_ events: String...) -> [Row] {
    events.map { Row(event: $0, kind: .change, span: "500 ms") }
  }
}
