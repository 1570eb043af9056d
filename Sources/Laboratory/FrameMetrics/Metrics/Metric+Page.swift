import Statistics

/// Figures that only a driven page has: they are computed where it is driven and are in no run's table
/// but its own.
extension Metric {
  /// All of them.
  package static let page: [Metric] = [
    pageTokenInPage, pageWordsLost, pageWordsDouble, pageWordsDisordered, pageUnseenTokens,
    pageFollowDistance,
    pageWheelUndone, pageWheelBeyond, pageReengage, pageFoldJump, pageStop, pageOpening,
    pageRebuilt,
    pageFinishedRebuilt, pageLayouts, pageStyles, pageElements, pageIdleWakeups, pageIdleFrames,
    pageIdleChanges, pageProcessor, pageLongTasks, pageLongTaskTime, pageCoreWait,
    pageAnnouncements, pageAnnouncedWords, pageHidden,
  ]

  private static func page(
    _ heading: Heading,
    statistics: [Statistic] = [.value],
    formula: String
  ) -> Metric {
    Metric(heading, statistics: statistics, formula: formula) { _ in
      statistics.map { _ in .missing("only a page that was driven has it") }
    }
    .compared(.exactly, statistics)
  }

  package static let pageTokenInPage = page(
    .init("token_in_page_ms", "token to page", .milliseconds),
    statistics: [.p50, .p99, .max],
    formula:
      "the first frame in which the answer holds a token's last word, seen or not - when the "
      + "token was **due**"
  )
  .compared(.exactly, .p50, .p99, .max)
  package static let pageWordsLost = page(
    .init("page_words_lost", "words lost", .count),
    formula: "numbered words that were sent and that the answer does not hold at the end"
  )
  .unforgiving()
  /// Words shown twice.
  package static let pageWordsDouble = page(
    .init("page_words_double", "words shown twice", .count),
    formula: "numbered words that the answer holds more than once at the end"
  )
  .unforgiving()
  /// Words out of order.
  package static let pageWordsDisordered = page(
    .init("page_words_disordered", "words out of order", .count),
    formula: "numbered words that stand after a higher number at the end"
  )
  .unforgiving()
  /// Tokens that no frame showed.
  package static let pageUnseenTokens = page(
    .init("page_tokens_unseen", "tokens that no frame showed", .count),
    formula: "tokens that were sent and whose last word no frame showed"
  )
  /// How far a turn of the wheel led beyond itself.
  package static let pageWheelBeyond = page(
    .init("page_wheel_beyond_pt", "lines beyond the wheel's way", .points),
    formula:
      "while the wheel turns up and the page is changed: how far the lines on screen went in all, - how far the "
      + "wheel was turned"
  )
  /// Distance from the end while following.
  package static let pageFollowDistance = page(
    .init("page_follow_distance_pt", "distance from the end", .points),
    formula: "the most that the end was away in frames with text, before anybody scrolled"
  )
  /// Wheel taken back at once.
  package static let pageWheelUndone = page(
    .init("page_wheel_undone_pt", "wheel taken back", .points),
    statistics: [.max, .sum],
    formula: "of the wheel's way up, how much the page's own scripts scrolled down in the same "
      + "frames, or kept from being reached by a smooth scroll: the most in one turn, and all together"
  )
  /// Return to the end until it follows.
  package static let pageReengage = page(
    .init("page_reengage_ms", "time until it follows again", .milliseconds),
    formula: "from the wheel that goes to the end to the last frame over 100 px from it"
  )
  /// How far a folded card's head moved.
  package static let pageFoldJump = page(
    .init("page_fold_jump_pt", "how far a folded card's head moved", .points),
    formula: "the head's place on screen 300 ms after it was clicked, less that before"
  )
  /// Stop to the end of the request.
  package static let pageStop = page(
    .init("page_stop_ms", "stop to the end of the request", .milliseconds),
    formula: "from the frame in which stop was clicked to the page's giving up the request"
  )
  package static let pageOpening = page(
    .init("page_opening_ms", "opening", .milliseconds),
    formula: "from the address to the last frame in which place, height or messages changed"
  )
  /// Nodes of the answer thrown away a token.
  package static let pageRebuilt = page(
    .init("page_rebuilt_nodes_per_token", "rebuilt nodes a token", .ratio),
    formula: "nodes taken out of the answer while it streamed / tokens"
  )
  /// Nodes of finished messages thrown away a token.
  package static let pageFinishedRebuilt = page(
    .init(
      "page_rebuilt_finished_per_token",
      "nodes of finished messages thrown away a token",
      .ratio
    ),
    formula: "nodes taken out of messages other than the answer while it streamed / tokens"
  )
  /// Layouts a token.
  package static let pageLayouts = page(
    .init("page_layouts_per_token", "layouts a token", .ratio),
    formula: "the browser's layouts from the request to the end / tokens"
  )
  /// Style recalculations a token.
  package static let pageStyles = page(
    .init("page_styles_per_token", "style recalculations a token", .ratio, .none),
    formula: "the browser's style recalculations from the request to the end / tokens"
  ).varying()
  /// Elements at the end.
  package static let pageElements = page(
    .init("page_elements", "elements at the end", .count, .none),
    formula: "elements of the page in the last frame"
  ).uncompared()
  /// Wake-ups a second at rest.
  package static let pageIdleWakeups = page(
    .init("page_idle_wakeups_per_s", "wake-ups at rest", .ratio),
    formula: "callbacks of timers and animation frames a second while nothing is due"
  )
  /// Frames with work at rest.
  package static let pageIdleFrames = page(
    .init("page_idle_frames", "frames with work at rest", .count),
    formula: "frames in which a callback ran or a node changed while nothing is due"
  )
  /// Processor time of the page's process a second.
  package static let pageProcessor = page(
    .init("page_cpu_ms_per_s", "processor time", .millisecondsPerSecond),
    formula:
      "on the real clock: processor time of all threads of the process that draws the page, from "
      + "the request to the end / seconds"
  )
  package static let pageLongTasks = page(
    .init("page_long_tasks", "long tasks", .count),
    formula:
      "on the real clock: tasks of over 50 ms on the page's main thread, from the request to the end"
  )
  package static let pageLongTaskTime = page(
    .init("page_long_task_ms", "time in long tasks", .milliseconds),
    formula:
      "on the real clock: what these took together; one that began earlier is cut at the mark"
  )
  /// Time that the main thread waited for a core.
  package static let pageCoreWait = page(
    .init("page_core_wait_pct", "time that the page waited for a core", .percent, .none),
    formula:
      "on the real clock: how long the page's main thread could have run and had no core / time; from "
      + "2 % on a run is invalid"
  )
  /// Announcements.
  package static let pageAnnouncements = page(
    .init("announcements", "announcements", .count, .none),
    formula:
      "frames in which the text of a live region grew, from the request to the end; what changes while a "
      + "region is `aria-busy` counts when it is not, what is `off` or `aria-hidden` never"
  )
  /// Words announced.
  package static let pageAnnouncedWords = page(
    .init("announced_words", "words announced", .count, .none),
    formula:
      "words that came into live regions in these frames; all of a region that is `aria-atomic`"
  )
  /// Answer that a screen reader does not find.
  package static let pageHidden = page(
    .init("hidden_from_reader_ms", "answer hidden from screen readers", .milliseconds),
    formula: "frames in which the answer has text and all of it is under `aria-hidden`"
  )
  /// Nodes changed at rest.
  package static let pageIdleChanges = page(
    .init("page_idle_nodes", "nodes changed at rest", .count),
    formula: "nodes added or removed while nothing is due"
  )
}
