import Timebase
import TokenStreaming

// The keys that say how text is cut, revealed and parsed.
extension ProfileKey {
  static let stepsOrDemand = Condition("stagger", "steps", "on-demand")
  static let timedFade = Condition("fade", "timed")

  static let textKeys: [ProfileKey] = [
    ProfileKey("chunking", .chunking, "Where text is cut into chunks")
      .takes(
        .words(["unicode-words", "spaces", "whole-delta", "characters"]),
        .word("unicode-words")
      )
      .seen(as: "spaces", in: "choices-text"),
    ProfileKey("chunk_chars", .chunking, "How many characters a chunk has")
      .takes(.whole(1...64, unit: "characters"), .whole(1))
      .when(Condition("chunking", "characters"))
      .seen(as: "2", in: "choices-text", with: ["chunking": "characters"]),
    ProfileKey(
      "stagger",
      .stagger,
      "When chunks leave the queue: each when it is complete, in steps, or when a fade ends"
    )
    .takes(.words(["none", "steps", "on-demand"]), .word("steps"))
    .seen(as: "on-demand", in: "choices-text", with: ["pool": "wait", "slot": "word"]),
    ProfileKey(
      "stagger_ms",
      .stagger,
      "From one step to the next; on demand from one chunk of a batch to the next"
    )
    .takes(.time(1...10_000), .time(.milliseconds(32)))
    .when(stepsOrDemand)
    .seen(as: "24", in: "choices-text"),
    ProfileKey(
      "fast_stagger_ms",
      .stagger,
      "The stagger of a long message; null for the same as before"
    )
    .takes(.timeOrNull(1...10_000), .nothing)
    .when(Condition("stagger", "steps"))
    .seen(as: "8", in: "choices-text"),
    ProfileKey(
      "fast_past_chunks",
      .stagger,
      "From how many chunks of a streaming message on fast_stagger_ms holds"
    )
    .takes(.whole(0...1_000_000, unit: "chunks"), .whole(100))
    .when(Condition("stagger", "steps"), Condition("fast_stagger_ms"))
    .seen(as: "10", in: "choices-text"),
    ProfileKey("batch", .stagger, "How many chunks leave together, by how many wait")
      .takes(.tiers, .tiers([BatchRule.Tier(above: 0, size: 1)]))
      .when(stepsOrDemand)
      .seen(as: "[{size: 3}]", in: "choices-text"),
    ProfileKey(
      "deadline_ms",
      .stagger,
      "How long after its completion a chunk must be out; batches grow for it; null for never"
    )
    .takes(.timeOrNull(1...600_000), .nothing)
    .when(Condition("stagger", "steps"))
    .seen(as: "100", in: "choices-text"),
    ProfileKey(
      "fade",
      .fade,
      "How released text becomes visible: at once, over a time, or the last chunks by their place"
    )
    .takes(.words(["none", "timed", "trailing"]), .word("timed"))
    .seen(as: "none", in: "choices-text"),
    ProfileKey("fade_ms", .fade, "How long a fade takes")
      .takes(.time(1...60_000), .time(.milliseconds(500)))
      .when(timedFade)
      .seen(as: "350", in: "choices-text"),
    ProfileKey("curve", .fade, "How opacity follows time")
      .takes(
        .curve(["linear", "ease-in", "ease-out", "ease-in-out", "in-out-quad"]),
        .word("ease-out")
      )
      .when(timedFade)
      .seen(as: "linear", in: "choices-text"),
    ProfileKey(
      "trail_chunks",
      .fade,
      "How many of the last chunks are not yet opaque: 1/n, 2/n, up to 1"
    )
    .takes(.whole(1...64, unit: "chunks"), .whole(3))
    .when(Condition("fade", "trailing"))
    .seen(as: "5", in: "choices-text", with: ["fade": "trailing"]),
    ProfileKey("pool", .pool, "What happens to a release when every slot of the pool is taken")
      .takes(.words(["wait", "evict", "bypass", "compress"]), .word("bypass"))
      .when(timedFade)
      .seen(as: "wait", in: "choices-text"),
    ProfileKey("pool_limit", .pool, "How many fades run at a time")
      .takes(.whole(1...1_000, unit: "fades"), .whole(4))
      .when(timedFade)
      .seen(as: "2", in: "choices-text"),
    ProfileKey(
      "slot",
      .slot,
      "What a slot of the pool holds: all that a step releases, or one chunk"
    )
    .takes(.words(["batch", "word"]), .word("word"))
    .when(timedFade)
    .seen(as: "word", in: "choices-text"),
    ProfileKey("markdown", .markdown, "How a growing text becomes blocks")
      .takes(.words(["incremental", "whole", "inline-only", "plain"]), .word("incremental"))
      .seen(as: "plain", in: "choices-text"),
    ProfileKey(
      "unfinished_marks",
      .markdown,
      "How Markdown is shown of which nobody knows yet what it will be"
    )
    .takes(.words(["raw", "held", "label"]), .word("raw"))
    .seen(as: "raw", in: "choices-text"),
  ]
}
