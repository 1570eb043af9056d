import ChatSurface
import LoadGeneration
import Simulation
import Timebase

/// A shipped scenario with any number of messages behind it, of which the last 1,000 are always the
/// same.
struct HistoryLoad {
  let scenario: String
  let messages: Int

  func events(on device: Device) throws -> [TimedLoadEvent] {
    let scenario = try ScenarioCatalog.find().scenario(named: scenario)
    return scenario.timeline(on: device).map { timed in
      guard case .surface(.load(let source)) = timed.event,
        let history = source as? SyntheticHistory
      else { return timed }
      let longer = SyntheticHistory(
        seed: history.seed,
        first: 1_000 - messages,
        count: messages,
        lengths: history.lengths
      )
      return TimedLoadEvent(.load(longer), at: timed.instant)
    }
  }
}
