/// One event that a script may name.
package struct EventKind: Hashable, Sendable {
  /// What an event is about.
  package enum Group: String, CaseIterable, Sendable {
    case content
    case streaming
    case hand
    case surroundings
    case windows
    case faults
  }

  /// What it is about.
  package let group: Group
  package let name: String
  /// The keys that it may have beside `t_ms`, `event` and `window`.
  package let keys: [String]
  /// What happens.
  package let summary: String

  fileprivate init(_ group: Group, _ name: String, _ keys: [String], _ summary: String) {
    self.group = group
    self.name = name
    self.keys = keys
    self.summary = summary
  }
}

extension EventVocabulary {
  /// Every event of this release: the one list that scripts are read by, `stillpoint list --long`
  /// prints and Docs/Inputs.md shows.
  package static let table: [EventKind] = [
    EventKind(.content, "load", ["messages"], "replaces the whole conversation and opens it"),
    EventKind(
      .content,
      "append",
      ["message", "messages"],
      "adds a message at the end; or a page of newer ones, which is no news and is not followed"
    ),
    EventKind(.content, "prepend", ["messages"], "adds older messages before the first one"),
    EventKind(
      .content,
      "insert",
      ["index", "message"],
      "adds a message before the one at `index`"
    ),
    EventKind(.content, "remove", ["id"], "takes a message away"),
    EventKind(.content, "remove_all", [], "takes all messages away"),
    EventKind(.content, "move", ["id", "index"], "moves a message to `index`, counted without it"),
    EventKind(
      .content,
      "update",
      ["id", "text", "state"],
      "replaces a message's text; what the new one begins alike stays revealed; with a state it becomes that too"
    ),
    EventKind(
      .content,
      "replace_id",
      ["id", "new_id"],
      "gives a message another name; everything else about it stays"
    ),
    EventKind(
      .content,
      "replace_all",
      ["messages"],
      "the list as it is now: what differs becomes removals, moves and insertions; the reader keeps the place"
    ),
    EventKind(
      .content,
      "set_height",
      ["id", "height_pt"],
      "sets the height that the host supplies for a message; null: it is measured again"
    ),
    EventKind(
      .content,
      "card",
      ["id", "part", "height_pt", "by"],
      "sets the height of a card, the `part`th part of an answer"
    ),
    EventKind(
      .content,
      "part_height",
      ["id", "part", "height_pt", "by"],
      "folds a part to a height, or unfolds it: null; `by` the `app` or the `reader`"
    ),
    EventKind(
      .content,
      "auxiliary",
      ["which", "id", "height_pt"],
      "gives `actions`, `disclaimer`, `header` or `footer` (of a message with `id`) a height; null takes it away"
    ),
    EventKind(
      .content,
      "part_limit",
      ["id", "part", "max_height_pt"],
      "a part is so high at most, and scrolls by itself beyond that; null: it is as high as it is"
    ),
    EventKind(
      .content,
      "image_size",
      ["id", "source", "width_pt", "height_pt"],
      "the size of an image of a message, as its file has it"
    ),
    EventKind(
      .streaming,
      "send",
      ["id", "text"],
      "the user sends `text`; a running task is stopped"
    ),
    EventKind(
      .streaming,
      "regenerate",
      ["id", "text"],
      "the user asks again: what follows the question goes, `text` takes its place where there is one, and `stream_begin` begins the new answer"
    ),
    EventKind(.streaming, "stream_begin", ["id"], "an answer begins"),
    EventKind(
      .streaming,
      "part_begin",
      ["id", "kind"],
      "another part of an answer begins: `text`, `reasoning` or `card`"
    ),
    EventKind(
      .streaming,
      "token",
      ["id", "text", "bytes_hex", "at_char"],
      "text of an answer, or its bytes; `at_char` says where it begins, in Unicode scalars, so that a replay is dropped"
    ),
    EventKind(
      .streaming,
      "stream_end",
      ["id", "reason"],
      "no more tokens come: `complete`, `cancelled` or `failed`"
    ),
    EventKind(
      .streaming,
      "task_end",
      ["id"],
      "the task of a send has ended, the oldest where no `id` is named"
    ),
    EventKind(.streaming, "stop", [], "the user stops the running task"),
    EventKind(
      .hand,
      "touch",
      ["phase", "y_pt", "x_pt"],
      "a finger: `began`, `moved`, `ended` or `cancelled`"
    ),
    EventKind(
      .hand,
      "fling",
      ["velocity_pt_per_s"],
      "the viewport is set in motion; positive is towards newer messages"
    ),
    EventKind(
      .hand,
      "wheel",
      ["dy_pt"],
      "a wheel is turned: a step is 100; positive is towards newer messages"
    ),
    EventKind(
      .hand,
      "key",
      ["key"],
      "`up` and `down` (40 pt), `page_up` and `page_down` (0.9 of what insets leave), `home`, `end`"
    ),
    EventKind(
      .hand,
      "host_scroll",
      ["dy_pt", "phase"],
      "a scroll view of the platform's has moved: `dragging`, `decelerating` or at `rest`"
    ),
    EventKind(
      .hand,
      "part_scroll",
      ["id", "part", "dy_pt"],
      "the reader scrolls inside a part with a `max_height_pt`"
    ),
    EventKind(
      .hand,
      "accessibility_focus",
      ["id"],
      "a screen reader is at a message, whose top keeps its place, or at none: null"
    ),
    EventKind(
      .hand,
      "scroll_to",
      ["edge", "id", "align", "animated", "by"],
      "a jump to an edge or a message, which it waits for where it is not there yet; `align` is a place or a distance"
    ),
    EventKind(
      .hand,
      "restore",
      ["id", "distance_pt", "by"],
      "puts back a place that was kept, `distance_pt` into a message"
    ),
    EventKind(
      .hand,
      "selection",
      ["id", "range"],
      "the reader has selected text, two places in Unicode scalars, or no longer: null; meanwhile nothing else moves the viewport"
    ),
    EventKind(
      .hand,
      "focus",
      ["velocity_pt_per_s", "travel_pt"],
      "a swipe in the composer has ended"
    ),
    EventKind(.hand, "drop", ["item", "overlap"], "something is dropped onto the composer"),
    EventKind(
      .surroundings,
      "keyboard",
      ["height_pt", "duration_ms", "curve"],
      "the keyboard has another height, 0 when it is closed"
    ),
    EventKind(
      .surroundings,
      "keyboard_drag",
      ["height_pt"],
      "a finger drags the open keyboard, of which so much is left"
    ),
    EventKind(
      .surroundings,
      "composer",
      ["lines", "text", "attachments"],
      "the composer shows so many lines"
    ),
    EventKind(
      .surroundings,
      "composer_height",
      ["height_pt"],
      "the app's composer is so high; null: as high as its lines"
    ),
    EventKind(
      .surroundings,
      "insets",
      ["top_pt", "bottom_pt"],
      "what bars cover, at the bottom without a keyboard"
    ),
    EventKind(.surroundings, "resize", ["width_pt", "height_pt"], "the viewport has another size"),
    EventKind(.surroundings, "text_size", ["category"], "the reader chose another size of text"),
    EventKind(.surroundings, "typing", ["visible"], "somebody is typing, or no longer"),
    EventKind(
      .surroundings,
      "loader",
      ["edge", "visible"],
      "a loader is shown at an edge, or no longer"
    ),
    EventKind(
      .surroundings,
      "timestamps",
      ["on", "maximum_pt", "band_pt"],
      "whether a sideways drag reveals timestamps; how far it goes, and how far its rubber band gives"
    ),
    EventKind(
      .surroundings,
      "reduced_motion",
      ["on"],
      "the system asks for reduced motion, or no longer"
    ),
    EventKind(
      .surroundings,
      "refresh",
      ["hz"],
      "the display has another of its device's rates from the next tick on, for all windows"
    ),
    EventKind(.surroundings, "background", [], "the app has gone to the background"),
    EventKind(.surroundings, "foreground", [], "the app is in front again"),
    EventKind(.windows, "window_open", [], "opens a window"),
    EventKind(.windows, "window_close", [], "closes a window"),
    EventKind(
      .windows,
      "window_merge",
      [],
      "closes a window and gives what it held to the one of the others that was opened first"
    ),
    EventKind(.faults, "stall", ["ms"], "the host's main thread is busy"),
    EventKind(
      .faults,
      "slow_phase",
      ["phase", "cost_ms", "until_ms"],
      "a phase costs so much more until then"
    ),
    EventKind(
      .faults,
      "allocate",
      ["phase", "count", "until_ms"],
      "a phase makes so many allocations more until then"
    ),
    EventKind(.surroundings, "memory_pressure", [], "the system asks for memory"),
  ]

  /// The names of every event.
  package static let known = table.map(\.name)
}
