import Foundation

// What a page is made to hold before a scenario begins, and how long it is waited for what was asked.
extension PagePlay {
  /// How many windows a reader can scroll through before a scenario begins.
  private static let windows = 2.0
  /// How long it may take to make that, by the page's clock, in ms.
  private static let contentTime = 60_000.0
  /// Text of which nothing came for so long after the last token, or that is so much later than that, or than
  /// anything that came, comes no more, in ms.
  static let patience = (quiet: 3_000.0, last: 30_000.0)
  /// How often it is looked for, in frames.
  private static let looks = 6

  /// Sends messages until there is enough to scroll through: a chat that never scrolls cannot lose a reader.
  mutating func makeContent() throws {
    let limit = page.frames + frames(in: Self.contentTime)
    answer(scenario.content)
    try page.evaluate("__stillpointLoad.isMaking = true")
    for stream in scenario.content where page.frames < limit {
      guard try windowsToScroll() < Self.windows else { break }
      try send("Hello")
      try awaitEnd()
      try awaitText(stream.words - stream.first)
      try page.evaluate("__stillpoint.orient()")
      try page.frames(frames(in: 250))
    }
    try page.evaluate("__stillpointLoad.isMaking = false")
  }

  /// Goes on until the answer was sent whole. Before that the newest answer on the page may be the one before it,
  /// which has all its words, and a page that still streams takes no message.
  private mutating func awaitEnd() throws {
    let limit = page.frames + frames(in: Self.patience.last)
    while page.frames < limit {
      let state = try progress()
      guard state.count == 3, state[2] == 0 else { return }
      try frame()
    }
  }

  /// How far the last answer is: its words, its length, and whether it was sent whole (1) or stopped (2).
  private func progress() throws -> [Double] {
    let state = try page.evaluate("__stillpoint.progress()")
    if let rule = state as? String {
      throw DriveFailure.limit(
        "the page's Content-Security-Policy (\(rule)) forbids the answers of this machine, which "
          + "\(page.engine.title) needs"
      )
    }
    return state as? [Double] ?? []
  }

  /// The latest that a stream's first word is usually on the page after its request, in ms.
  static let usualStart = 250.0

  /// Whether the stream's first word is on the page, so that hands may begin, or is not waited for any longer.
  func isThere(_ word: String, since first: Int) throws -> Bool {
    let due = scenario.streams[0].tokens.first { $0.last > 0 }?.milliseconds ?? 0
    let isOver = sampled - first > frames(in: due + Self.patience.quiet)
    // On the real clock a look takes time from the page.
    guard !isOver, !page.clock.isReal || sampled % Self.looks == 0 else { return isOver }
    return try page.evaluate("__stillpoint.text().includes('\(word)')") as? Bool ?? false
  }

  /// How many windows can be scrolled through.
  private func windowsToScroll() throws -> Double {
    let range = try page.evaluate("__stillpoint.range()") as? [Double] ?? []
    guard range.count == 2, range[1] > 0 else { return 0 }
    return range[0] / range[1]
  }

  /// Goes on until so many words of the last answer are on the page, or no more come.
  ///
  /// - Returns: How many frames that took.
  @discardableResult
  mutating func awaitText(_ words: Int) throws -> Int {
    var count = 0
    var length = -1.0
    var (quiet, over) = (0, 0)
    while true {
      let state = try progress()
      guard state.count == 3 else { return count }
      if state[0] >= Double(words) || state[2] == 2 { return count }
      quiet = state[1] == length ? quiet + Self.looks : 0
      length = state[1]
      if state[2] == 1 { over += Self.looks }
      let isOver = state[2] == 1 && quiet >= frames(in: Self.patience.quiet)
      // A server that neither sends nor ends is not waited for any longer either.
      if isOver || max(over, quiet) >= frames(in: Self.patience.last) { return count }
      for _ in 0..<Self.looks { try frame() }
      count += Self.looks
    }
  }
}
