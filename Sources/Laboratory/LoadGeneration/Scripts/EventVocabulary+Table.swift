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
}

extension EventVocabulary {
  /// Every event of this release: the one list that scripts are read by, `stillpoint list --long`
  /// prints and Docs/Inputs.md shows.
  package static let table: [EventKind] = {
    var group: EventKind.Group?
    return rows.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      let words = parts[0].split(separator: " ").map(String.init)
      guard parts.count == 2 else {
        group = EventKind.Group(rawValue: words[0])
        return nil
      }
      guard let group else { preconditionFailure("\(words[0]) stands in no group") }
      return EventKind(
        group: group,
        name: words[0],
        keys: Array(words.dropFirst()),
        summary: String(parts[1].dropFirst())
      )
    }
  }()

  /// Of each group its events: name, keys and what happens.
  private static let rows = """
    content:
    load messages: replaces the whole conversation and opens it
    append message messages: adds a message at the end; or a page of newer ones, which is no news and is not \
    followed
    prepend messages: adds older messages before the first one
    insert index message: adds a message before the one at `index`
    remove id: takes a message away
    remove_all: takes all messages away
    move id index: moves a message to `index`, counted without it
    update id text state: replaces a message's text; what the new one begins alike stays revealed; with a state \
    it becomes that too
    replace_id id new_id: gives a message another name; everything else about it stays
    replace_all messages: the list as it is now: what differs becomes removals, moves and insertions; the reader \
    keeps the place
    set_height id height_pt: sets the height that the host supplies for a message; null: it is measured again
    card id part height_pt by: sets the height of a card, the `part`th part of an answer
    part_height id part height_pt by: folds a part to a height, or unfolds it: null; `by` the `app` or the \
    `reader`
    auxiliary which id height_pt: gives `actions`, `disclaimer`, `header` or `footer` (of a message with `id`) a \
    height; null takes it away
    part_limit id part max_height_pt: a part is so high at most, and scrolls by itself beyond that; null: it is \
    as high as it is
    image_size id source width_pt height_pt: the size of an image of a message, as its file has it
    streaming:
    send id text: the user sends `text`; a running task is stopped
    regenerate id text: the user asks again: what follows the question goes, `text` takes its place where there \
    is one, and `stream_begin` begins the new answer
    stream_begin id: an answer begins
    part_begin id kind: another part of an answer begins: `text`, `reasoning` or `card`
    token id text bytes_hex at_char: text of an answer, or its bytes; `at_char` says where it begins, in Unicode \
    scalars, so that a replay is dropped
    stream_end id reason: no more tokens come: `complete`, `cancelled` or `failed`
    task_end id: the task of a send has ended, the oldest where no `id` is named
    stop: the user stops the running task
    hand:
    touch phase y_pt x_pt: a finger: `began`, `moved`, `ended` or `cancelled`
    fling velocity_pt_per_s: the viewport is set in motion; positive is towards newer messages
    wheel dy_pt: a wheel is turned: a step is 100; positive is towards newer messages
    key key: `up` and `down` (40 pt), `page_up` and `page_down` (0.9 of what insets leave), `home`, `end`
    host_scroll dy_pt phase: a scroll view of the platform's has moved: `dragging`, `decelerating` or at `rest`
    part_scroll id part dy_pt: the reader scrolls inside a part with a `max_height_pt`
    accessibility_focus id: a screen reader is at a message, whose top keeps its place, or at none: null
    scroll_to edge id align animated by: a jump to an edge or a message, which it waits for where it is not there \
    yet; `align` is a place or a distance
    restore id distance_pt by: puts back a place that was kept, `distance_pt` into a message
    selection id range: the reader has selected text, two places in Unicode scalars, or no longer: null; \
    meanwhile nothing else moves the viewport
    focus velocity_pt_per_s travel_pt: a swipe in the composer has ended
    drop item overlap: something is dropped onto the composer
    surroundings:
    keyboard height_pt duration_ms curve: the keyboard has another height, 0 when it is closed
    keyboard_drag height_pt: a finger drags the open keyboard, of which so much is left
    composer lines text attachments: the composer shows so many lines
    composer_height height_pt: the app's composer is so high; null: as high as its lines
    insets top_pt bottom_pt: what bars cover, at the bottom without a keyboard
    resize width_pt height_pt: the viewport has another size
    text_size category: the reader chose another size of text
    typing visible: somebody is typing, or no longer
    loader edge visible: a loader is shown at an edge, or no longer
    timestamps on maximum_pt band_pt: whether a sideways drag reveals timestamps; how far it goes, and how far \
    its rubber band gives
    reduced_motion on: the system asks for reduced motion, or no longer
    refresh hz: the display has another of its device's rates from the next tick on, for all windows
    background: the app has gone to the background
    foreground: the app is in front again
    windows:
    window_open: opens a window
    window_close: closes a window
    window_merge: closes a window and gives what it held to the one of the others that was opened first
    faults:
    stall ms: the host's main thread is busy
    slow_phase phase cost_ms until_ms: a phase costs so much more until then
    allocate phase count until_ms: a phase makes so many allocations more until then
    surroundings:
    memory_pressure: the system asks for memory
    """

  /// The names of every event.
  package static let known = table.map(\.name)
}
