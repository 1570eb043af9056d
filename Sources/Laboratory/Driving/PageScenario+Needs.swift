import FrameMetrics

extension PageScenario {
  /// The budgets of a reader who goes up: where none of them could have been missed it says nothing. None for other
  /// scenarios.
  var aims: [Metric] {
    guard goesUp else { return [] }
    return [.readerMovedTimes, .pageWheelUndone, .pageWheelBeyond, .pageReengage, .pageFoldJump]
  }

  /// What of an app's description it needs and does not find, in words; nil where nothing is missing.
  package func missing(in app: AppDescription) -> String? {
    let query: (key: String, value: String?)? =
      switch opening {
      case .plain: nil
      case .history: ("history", app.historyQuery)
      case .older: ("older", app.olderQuery)
      case .card: ("thoughts", app.foldQuery)
      }
    if needsOpening, let query, query.value == nil { return "the query \(query.key)" }
    if sends, app.input.isEmpty, app.change != nil { return "the selector input" }
    if steps.contains(where: { $0.act == .change }), app.change == nil { return "change" }
    if steps.contains(where: { $0.act == .stop }), app.stop == nil { return "the selector stop" }
    if steps.contains(where: { $0.act == .fold }), app.fold == nil { return "the selector fold" }
    return nil
  }
}
