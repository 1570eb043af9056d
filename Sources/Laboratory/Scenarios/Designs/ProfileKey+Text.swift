import Timebase
import TokenStreaming

// The keys that say how text is cut, revealed and parsed.
extension ProfileKey {
  static let stepsOrDemand = Condition(key: "stagger", words: ["steps", "on-demand"])
  static let timedFade = Condition(key: "fade", words: ["timed"])

  static let textKeys: [ProfileKey] = [
    ProfileKey(
      name: "chunking",
      concern: .chunking,
      summary: "Where text is cut into chunks",
      shape: .words(["unicode-words", "spaces", "whole-delta", "characters"]),
      standard: .word("unicode-words"),
      effect: Effect(value: "spaces", scenario: "choices-text")
    ),
    ProfileKey(
      name: "chunk_chars",
      concern: .chunking,
      summary: "How many characters a chunk has",
      shape: .whole(1...64, unit: "characters"),
      conditions: [Condition(key: "chunking", words: ["characters"])],
      standard: .whole(1),
      effect: Effect(setting: ["chunking": "characters"], value: "2", scenario: "choices-text")
    ),
    ProfileKey(
      name: "stagger",
      concern: .stagger,
      summary:
        "When chunks leave the queue: each when it is complete, in steps, or when a fade ends",
      shape: .words(["none", "steps", "on-demand"]),
      standard: .word("steps"),
      effect: Effect(
        setting: ["pool": "wait", "slot": "word"],
        value: "on-demand",
        scenario: "choices-text"
      )
    ),
    ProfileKey(
      name: "stagger_ms",
      concern: .stagger,
      summary: "From one step to the next; on demand from one chunk of a batch to the next",
      shape: .time(1...10_000),
      conditions: [stepsOrDemand],
      standard: .time(.milliseconds(32)),
      effect: Effect(value: "24", scenario: "choices-text")
    ),
    ProfileKey(
      name: "fast_stagger_ms",
      concern: .stagger,
      summary: "The stagger of a long message; null for the same as before",
      shape: .timeOrNull(1...10_000),
      conditions: [Condition(key: "stagger", words: ["steps"])],
      standard: .nothing,
      effect: Effect(value: "8", scenario: "choices-text")
    ),
    ProfileKey(
      name: "fast_past_chunks",
      concern: .stagger,
      summary: "From how many chunks of a streaming message on fast_stagger_ms holds",
      shape: .whole(0...1_000_000, unit: "chunks"),
      conditions: [
        Condition(key: "stagger", words: ["steps"]), Condition(key: "fast_stagger_ms", words: []),
      ],
      standard: .whole(100),
      effect: Effect(value: "10", scenario: "choices-text")
    ),
    ProfileKey(
      name: "batch",
      concern: .stagger,
      summary: "How many chunks leave together, by how many wait",
      shape: .tiers,
      conditions: [stepsOrDemand],
      standard: .tiers([BatchRule.Tier(above: 0, size: 1)]),
      effect: Effect(value: "[{size: 3}]", scenario: "choices-text")
    ),
    ProfileKey(
      name: "deadline_ms",
      concern: .stagger,
      summary:
        "How long after its completion a chunk must be out; batches grow for it; null for never",
      shape: .timeOrNull(1...600_000),
      conditions: [Condition(key: "stagger", words: ["steps"])],
      standard: .nothing,
      effect: Effect(value: "100", scenario: "choices-text")
    ),
    ProfileKey(
      name: "fade",
      concern: .fade,
      summary:
        "How released text becomes visible: at once, over a time, or the last chunks by their place",
      shape: .words(["none", "timed", "trailing"]),
      standard: .word("timed"),
      effect: Effect(value: "none", scenario: "choices-text")
    ),
    ProfileKey(
      name: "fade_ms",
      concern: .fade,
      summary: "How long a fade takes",
      shape: .time(1...60_000),
      conditions: [timedFade],
      standard: .time(.milliseconds(500)),
      effect: Effect(value: "350", scenario: "choices-text")
    ),
    ProfileKey(
      name: "curve",
      concern: .fade,
      summary: "How opacity follows time",
      shape: .curve(["linear", "ease-in", "ease-out", "ease-in-out", "in-out-quad"]),
      conditions: [timedFade],
      standard: .word("ease-out"),
      effect: Effect(value: "linear", scenario: "choices-text")
    ),
    ProfileKey(
      name: "trail_chunks",
      concern: .fade,
      summary: "How many of the last chunks are not yet opaque: 1/n, 2/n, up to 1",
      shape: .whole(1...64, unit: "chunks"),
      conditions: [Condition(key: "fade", words: ["trailing"])],
      standard: .whole(3),
      effect: Effect(setting: ["fade": "trailing"], value: "5", scenario: "choices-text")
    ),
    ProfileKey(
      name: "pool",
      concern: .pool,
      summary: "What happens to a release when every slot of the pool is taken",
      shape: .words(["wait", "evict", "bypass", "compress"]),
      conditions: [timedFade],
      standard: .word("bypass"),
      effect: Effect(value: "wait", scenario: "choices-text")
    ),
    ProfileKey(
      name: "pool_limit",
      concern: .pool,
      summary: "How many fades run at a time",
      shape: .whole(1...1_000, unit: "fades"),
      conditions: [timedFade],
      standard: .whole(4),
      effect: Effect(value: "2", scenario: "choices-text")
    ),
    ProfileKey(
      name: "slot",
      concern: .slot,
      summary: "What a slot of the pool holds: all that a step releases, or one chunk",
      shape: .words(["batch", "word"]),
      conditions: [timedFade],
      standard: .word("word"),
      effect: Effect(value: "word", scenario: "choices-text")
    ),
    ProfileKey(
      name: "markdown",
      concern: .markdown,
      summary: "How a growing text becomes blocks",
      shape: .words(["incremental", "whole", "inline-only", "plain"]),
      standard: .word("incremental"),
      effect: Effect(value: "plain", scenario: "choices-text")
    ),
    ProfileKey(
      name: "unfinished_marks",
      concern: .markdown,
      summary: "How Markdown is shown of which nobody knows yet what it will be",
      shape: .words(["raw", "held", "label"]),
      standard: .word("raw"),
      effect: Effect(value: "raw", scenario: "choices-text")
    ),
  ]
}
