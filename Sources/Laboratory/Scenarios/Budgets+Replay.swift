import FrameMetrics
import LoadGeneration

extension Budgets {
  /// The budgets for a load without a scenario: giving up animation is allowed where the load
  /// stalls the host.
  package func allowingFallback(in events: [TimedLoadEvent]) -> Budgets {
    let stalls = events.contains { event in
      if case .fault(.stall) = event.event { return true }
      return false
    }
    var budgets = self
    if stalls { budgets[.fallbacks] = .unjudged }
    return budgets
  }
}
