import FrameMetrics
import FramePacing
import Timebase

// The moments that show what a cell missed, or came near to.
extension CellRecord {
  /// How many characters of a message's text a moment has at most.
  private static let mostText = 32
  /// How many of a message are looked at for it.
  private static let mostRead = 400

  /// Keeps the moments that show what is judged, in order of time: what judges of the screen found, and of
  /// everything else the worst, where there is a budget for it: a figure may be worse than before, and kept.
  ///
  /// - Parameter found: What judges of screen, text and input found.
  /// - Precondition: The budgets are checked.
  /// - Complexity: O(frames + moments log moments).
  package mutating func keepMoments(_ found: [ScreenFault]) {
    // What never came has no figure, and is missed.
    let judged = Set(budgets.filter { $0.value != nil || $0.state == .missed }.map(\.name))
    var moments = found.filter(\.kind.isOfScreen)
    let others = found.filter { !$0.kind.isOfScreen } + momentsOfFrames
    for kind in ScreenFault.Kind.allCases where kind.checks.contains(where: judged.contains) {
      let worst = others.filter { $0.kind == kind }.max { $0.size < $1.size }
      if let worst, !kind.isOfScreen { moments.append(worst) }
    }
    for index in moments.indices {
      if moments[index].text == nil { moments[index].text = words(of: moments[index]) }
      moments[index].place = nil
    }
    // Equal instants keep the order in which they were found.
    keep(
      moments.enumerated().sorted {
        ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset)
      }
      .map(\.element)
    )
  }

  /// The words that a moment is about, from the one in which its place lies; nil where its message is not kept, or has
  /// none there.
  private func words(of fault: ScreenFault) -> String? {
    guard let said = screen.texts.first(where: { $0.id == fault.message })?.said else { return nil }
    var start = said.startIndex
    switch fault.place {
    case .line(let line) where line.part == 0 && !line.isWhole:
      start =
        said.utf8.index(start, offsetBy: line.start, limitedBy: said.endIndex) ?? said.endIndex
    case .scalars(let count):
      start =
        said.unicodeScalars.index(start, offsetBy: count, limitedBy: said.endIndex)
        ?? said.endIndex
    case .line, nil: break
    }
    if start < said.endIndex, !said[start].isWhitespace {
      start =
        said[..<start].lastIndex(where: \.isWhitespace).map(said.index(after:)) ?? said.startIndex
    }
    let words = said[start...].prefix(Self.mostRead).split(whereSeparator: \.isWhitespace)
    var result = ""
    for word in words.prefix(8) {
      guard result.count + word.count < Self.mostText else { break }
      result += result.isEmpty ? word : " \(word)"
    }
    guard let first = words.first else { return nil }
    return result.isEmpty ? String(first.prefix(Self.mostText)) : result
  }

  /// The frames that were worst, and when animation was given up: moments that only frames know.
  private var momentsOfFrames: [ScreenFault] {
    var (late, costly, moved, full): (FrameRecord?, FrameRecord?, FrameRecord?, FrameRecord?)
    for frame in frames where !frame.isSwallowed {
      let isOpening = openings.contains {
        $0.due <= frame.instant && frame.instant <= $0.settled ?? .distantFuture
      }
      if frame.lostVsyncs > late?.lostVsyncs ?? 0, !isOpening { late = frame }
      if frame.cost.engine > costly?.cost.engine ?? .zero { costly = frame }
      if frame.drift.magnitude > moved?.drift.magnitude ?? .zero { moved = frame }
      if frame.fades > full?.fades ?? 0 { full = frame }
    }
    var moments: [ScreenFault] = []
    if let late {
      let period = 1000 / Double(late.hertz ?? refreshHertz)
      moments.append(
        ScreenFault(
          .lateFrame,
          at: late.instant,
          milliseconds: Double(late.lostVsyncs) * period,
          cause: late.cost.words
        )
      )
    }
    if let costly {
      moments.append(
        ScreenFault(
          .costlyFrame,
          at: costly.instant,
          milliseconds: costly.cost.engine.milliseconds,
          cause: costly.cost.words
        )
      )
    }
    if let moved {
      moments.append(ScreenFault(.drift, at: moved.instant, points: moved.drift.points))
    }
    if let full {
      moments.append(ScreenFault(.manyFades, at: full.instant, points: Double(full.fades)))
    }
    if let first = fallbacks.first {
      moments.append(ScreenFault(.fallback, at: first.start, cause: first.cause.name))
    }
    for opening in openings {
      guard let settled = opening.settled else { continue }
      moments.append(
        ScreenFault(
          .slowOpening,
          at: opening.due,
          milliseconds: (settled - opening.due).milliseconds
        )
      )
    }
    return moments
  }
}

extension CellRecord {
  /// What a reader would complain of: what judges of the screen found, and the worst of what a budget misses.
  package var complaints: [ScreenFault] {
    let missed = budgets.filter(\.isShort)
    return (faults ?? []).filter { fault in
      fault.kind.isOfScreen || missed.contains(where: fault.shows)
    }
  }
}

extension BudgetCheck {
  /// Whether the figure is not as it should be: beyond its limit, whoever chose what it rests on, or worse than it was.
  package var isShort: Bool { [.missed, .model, .worse].contains(state) }
}

extension ScreenFault {
  /// Whether it shows what a metric counts.
  package func isOf(_ metric: String) -> Bool {
    kind.checks.contains { $0 == metric || Budget(rawValue: $0)?.judged.metric.id == metric }
  }

  /// Whether it shows what became of a check.
  package func shows(_ check: BudgetCheck) -> Bool {
    kind.checks.contains(check.name)
      || check.state == .worse && check.figure.map { isOf($0.metric.id) } ?? false
  }

  /// By what the worst of a kind is told.
  fileprivate var size: Double { milliseconds ?? points.magnitude }
}

extension FrameCost {
  /// What most of it went to, in words: `layout took 8.25 ms`; nil for a frame that cost nothing.
  fileprivate var words: String? {
    var parts = Phase.allCases.map { (name: $0.name, length: self[$0]) }
    parts += [("drawing", drawing), ("other work of the host", stall)]
    guard let most = parts.max(by: { $0.length < $1.length }), most.length > .zero else {
      return nil
    }
    return "\(most.name) took \((most.length.milliseconds * 100).rounded() / 100) ms"
  }
}
