/// One part that a scenario may have: its name and keys, of which files are read and
/// `stillpoint list --long` is printed.
package struct ScenarioPartKey: Hashable, Sendable {
  /// The part.
  package let name: String
  /// What happens.
  package let summary: String
  /// The keys that it needs; of two that exclude each other both.
  package let required: [String]
  /// The keys that may be left out.
  package let optional: [String]

  private init(_ name: String, _ summary: String, _ required: [String], _ optional: [String]) {
    self.name = name
    self.summary = summary
    self.required = required
    self.optional = optional
  }

  /// Every part, in the order in which they are documented.
  package static let all = [
    ScenarioPartKey(
      "reply",
      "A question is sent, a synthesised answer streams in; duration_ms or tokens",
      ["at_ms", "preset", "duration_ms", "tokens"],
      ["stalls", "shortest_stall_ms", "longest_stall_ms", "question_chars"]
    ),
    ScenarioPartKey(
      "replay",
      "A question is sent, a recorded stream is the answer",
      ["at_ms", "stream"],
      []
    ),
    ScenarioPartKey(
      "document",
      "A question is sent, a document streams in at a steady rate",
      ["at_ms", "mix", "words", "words_per_s"],
      [
        "cuts", "seed", "first_token_ms", "stalls", "shortest_stall_ms", "longest_stall_ms",
        "question_chars",
      ]
    ),
    ScenarioPartKey(
      "turns",
      "Questions with their answers, one after the other",
      ["at_ms", "count", "every_ms", "preset", "answer_ms"],
      ["stop_after_ms", "question_chars"]
    ),
    ScenarioPartKey(
      "pages",
      "Older messages arrive page by page",
      ["at_ms", "count", "messages"],
      ["shortest_latency_ms", "longest_latency_ms", "pause_ms"]
    ),
    ScenarioPartKey(
      "flings",
      "Flings, the speeds in turn; positive is towards newer messages",
      ["at_ms", "count", "every_ms", "velocities_pt_per_s"],
      []
    ),
    ScenarioPartKey(
      "drags",
      "A finger drags and holds still before it leaves",
      ["at_ms", "count", "every_ms", "distance_pt"],
      ["moving_ms"]
    ),
    ScenarioPartKey("touches", "A recorded finger", ["at_ms", "count", "every_ms", "stream"], []),
    ScenarioPartKey(
      "opens",
      "The history is opened again and again, and scrolled up",
      ["at_ms", "count", "every_ms"],
      ["scroll_viewports"]
    ),
    ScenarioPartKey(
      "typing",
      "Text is typed into the composer",
      ["at_ms", "chars"],
      ["ms_per_char", "chars_per_line", "then", "count", "pause_ms"]
    ),
    ScenarioPartKey(
      "rotations",
      "The device is turned, and turned back",
      ["at_ms", "count", "every_ms"],
      []
    ),
    ScenarioPartKey(
      "keyboards",
      "The keyboard opens and is closed so long after",
      ["at_ms", "count", "every_ms", "open_ms"],
      ["height_pt"]
    ),
    ScenarioPartKey(
      "composers",
      "The composer grows to six lines and is emptied",
      ["at_ms", "count", "every_ms", "line_ms"],
      []
    ),
    ScenarioPartKey(
      "text_sizes",
      "The reader chooses the next size of text",
      ["at_ms", "count", "every_ms"],
      []
    ),
    ScenarioPartKey("edits", "Random edits of the history", ["at_ms", "count", "every_ms"], []),
    ScenarioPartKey(
      "drops",
      "Things are dropped onto the composers of windows in turn",
      ["at_ms", "count", "every_ms"],
      ["onto"]
    ),
    ScenarioPartKey(
      "windows",
      "Windows are opened, with messages and parts of their own",
      ["at_ms", "names"],
      ["until_ms", "history", "parts"]
    ),
    ScenarioPartKey(
      "events",
      "A list of events, or the script that file names",
      ["t_ms", "event"],
      []
    ),
  ]

  /// The keys of a part; none for one that there is not.
  static func keys(of name: String) -> [String] {
    all.first { $0.name == name }.map { $0.required + $0.optional } ?? []
  }
}

extension ScenarioPart {
  /// What the part is called in a file.
  package var name: String {
    switch self {
    case .reply: "reply"
    case .replay: "replay"
    case .pages: "pages"
    case .flings: "flings"
    case .drags: "drags"
    case .opens: "opens"
    case .document: "document"
    case .turns: "turns"
    case .touches: "touches"
    case .typing: "typing"
    case .rotations: "rotations"
    case .keyboards: "keyboards"
    case .composers: "composers"
    case .textSizes: "text_sizes"
    case .edits: "edits"
    case .drops: "drops"
    case .windows: "windows"
    case .events: "events"
    }
  }
}
