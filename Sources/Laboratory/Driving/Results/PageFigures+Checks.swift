import FrameMetrics
import Records

// What a page is held to, and whether it could have missed that.
extension PageFigures {
  /// How much the page has to be able to scroll, or to grow, before its place is judged.
  static let least = ReaderJudge.nearEnd

  /// The limits that every chat is held to. One that this recording could not have missed is not judged, and
  /// says why.
  package func checks(of recording: PageRecording, in cell: CellRecord) -> [BudgetCheck] {
    var checks: [BudgetCheck] = []
    func check(_ metric: Metric, _ value: Double?, limit: Double, _ note: String? = nil) {
      // Where a page has the machine's clock and nothing measures the machine, lateness is not the page's.
      let isTimed = metric.unit == .milliseconds || metric.id == Metric.unreadTokens.id
      let isNever = value == .infinity
      let isLeft = isTimed && !recording.engine.isExact && value != nil && !isNever
      let reason =
        isLeft ? "time is not judged in \(recording.engine.title)" : unexercised[metric.id]
      let value = isLeft ? nil : value
      guard value != nil || reason != nil else { return }
      var state = BudgetCheck.State.unexercised
      if let value { state = value <= limit ? .kept : .missed }
      checks.append(
        BudgetCheck(
          name: metric.id,
          limit: limit,
          value: isNever ? nil : value,
          unit: metric.unit.rawValue,
          isUpperLimit: true,
          state: state,
          note: isNever ? "it never did" : value == nil ? Self.joined(reason, note) : note
        )
      )
    }
    let moves = screen.reader.moves.count
    check(
      .readerMovedTimes,
      unexercised[Metric.readerMovedTimes.id] == nil && screen.reader.spells > 0
        ? Double(moves) : nil,
      limit: 0
    )
    let hasText = words.sent > 0
    check(.pageWordsLost, hasText ? Double(words.lost) : nil, limit: 0)
    check(.pageWordsDouble, hasText ? Double(words.double) : nil, limit: 0)
    check(.pageWordsDisordered, hasText ? Double(words.disordered) : nil, limit: 0)
    let latest = Budget.tokenLag.standardLimit(hostShare: 0)
    check(.pageTokenInPage, cell.value(.pageTokenInPage, .max), limit: latest)
    check(.tokenLegible, cell.value(.tokenLegible, .p99), limit: latest)
    check(.unreadTokens, hasText ? Double(unread) : nil, limit: 0)
    check(.pageFollowDistance, followDistance, limit: ReaderJudge.nearEnd)
    check(.pageWheelUndone, wheelUndone.max(), limit: ReaderJudge.nearEnd, turnWords)
    check(.pageWheelBeyond, wheelBeyond, limit: ReaderJudge.nearEnd)
    check(.pageReengage, reengage, limit: 500, reengage == nil ? nil : turnWords)
    check(.pageFoldJump, foldJump, limit: 1)
    check(.pageStop, stopLag, limit: 100)
    for (index, doubt) in doubts.enumerated() {
      checks.append(BudgetCheck(doubt: doubt, number: index + 1))
    }
    return checks
  }

  private static func joined(_ texts: String?...) -> String {
    texts.compactMap(\.self).joined(separator: "; ")
  }

  /// What the turns of the wheel reached, in words; nil without one.
  package var turnWords: String? {
    turns.isEmpty ? nil : turns.map(\.words).joined(separator: "; ")
  }

  /// What to do about a page that has nothing to scroll.
  private func advice(_ recording: PageRecording) -> String {
    let range = recording.frames.map { $0.full - $0.view }.max() ?? 0
    guard range <= Self.least else { return "" }
    return
      ": what scrolls had \(Int(max(0, range))) px to scroll; name it with `scroller`, open a longer chat "
      + "with `history`, or take a lower window with --viewport"
  }

  /// Looks which of the scenario's budgets this recording could not have missed.
  mutating func takeExercise(_ recording: PageRecording) {
    func lacks(_ metric: Metric, _ reason: String) { unexercised[metric.id] = reason }
    if words.sent == 0 {
      for metric in [
        Metric.pageWordsLost, .pageWordsDouble, .pageWordsDisordered, .pageTokenInPage,
        .unreadTokens,
      ] {
        lacks(metric, "no text was sent")
      }
    }
    if followDistance == nil {
      lacks(
        .pageFollowDistance,
        recording.scenario.sends
          ? "the page had less than \(Int(Self.least)) px to scroll" : "no answer came"
      )
    }
    let reached = turns.filter(\.isUp)
    if recording.scenario.goesUp {
      if !recording.scenario.sends {
        wheelUndone = []
        lacks(.pageWheelUndone, "no answer came")
      } else if !reached.contains(where: { $0.possible > Self.least }) {
        lacks(
          .pageWheelUndone,
          "no turn of the wheel had over \(Int(Self.least)) px to go up" + advice(recording)
        )
        wheelUndone = []
      } else if wheelUndone.isEmpty {
        lacks(.pageWheelUndone, "no turn of the wheel moved anything")
      }
      if screen.reader.spells == 0 {
        let isAway = reached.contains { $0.rest > Self.least }
        lacks(
          .readerMovedTimes,
          (isAway ? "no line was held above the end" : "nobody came to read above the end")
            + advice(recording)
        )
      } else if recording.scenario.sends, !reached.contains(where: \.hasNews) {
        lacks(.readerMovedTimes, "nothing came while somebody read above the end")
      }
    }
    if recording.scenario.judgesReturn, let back = turns.last(where: { !$0.isUp }) {
      if back.from <= Self.least {
        lacks(.pageReengage, "the reader was never over \(Int(Self.least)) px from the end")
      } else if reengage != .infinity, back.grown <= Self.least {
        lacks(.pageReengage, "the answer grew by only \(Int(back.grown)) px after the return")
      }
      if unexercised[Metric.pageReengage.id] != nil { reengage = nil }
    }
  }
}

extension PageFigures {
  /// What a turn of the wheel came to.
  package struct Turn: Hashable, Sendable {
    package var isUp: Bool
    /// When it began, in ms from the request.
    package var time: Double
    /// How far the end was away before it, when it stood still, and before the next turn, or at the end.
    package var from: Double
    package var rest: Double
    package var last: Double
    /// How far the wheel was turned, and how much of that there was to go.
    package var asked: Double
    package var possible: Double
    /// How far it went at most.
    package var reached: Double
    /// How much the page grew from then until the next turn, or the end.
    package var grown: Double
    /// Whether anything on the page changed meanwhile.
    package var hasNews: Bool

    /// What it reached, in words.
    package var words: String {
      func whole(_ points: Double) -> Int { Int(points.rounded()) }
      let second = (time / 100).rounded() / 10
      guard isUp else { return "\(second) s: back to the end, \(whole(last)) px from it at last" }
      return
        "\(second) s: up \(whole(reached)) of \(asked > 10_000 ? "all" : "\(whole(asked))") px, "
        + "rested \(whole(rest)) to \(whole(last)) px from the end"
    }
  }

  /// What each turn of the wheel came to.
  static func turns(of recording: PageRecording) -> [Turn] {
    let (frames, all) = (recording.frames, recording.turns)
    return all.enumerated().compactMap { index, turn in
      let start = turn.frames.lowerBound
      let next = index + 1 < all.count ? all[index + 1].frames.lowerBound : frames.count
      let end = min(turn.frames.upperBound, next, frames.count)
      guard start > 0, start < end, end <= next, next <= frames.count else { return nil }
      let before = frames[start - 1]
      let during = frames[start..<min(frames.count, max(end, start + 1))]
      let (rest, last) = (frames[end - 1], frames[next - 1])
      let asked = turn.deltas.reduce(0) { $0 + abs($1.delta) }
      let ends = during.map(\.top)
      let reached =
        turn.isUp
        ? before.top - (ends.min() ?? before.top) : (ends.max() ?? before.top) - before.top
      return Turn(
        isUp: turn.isUp,
        time: frames[start].t - recording.start,
        from: before.distance,
        rest: rest.distance,
        last: last.distance,
        asked: asked,
        possible: min(asked, turn.isUp ? before.top : before.distance),
        reached: max(0, reached),
        grown: last.full - rest.full,
        hasNews: last.full != rest.full || last.length != rest.length || last.n != rest.n
      )
    }
  }
}
