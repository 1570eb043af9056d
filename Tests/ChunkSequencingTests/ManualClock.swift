import ChunkSequencing

/// A clock that stands still until it is told to go on.
final class ManualClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    var number: Int
    var deadline: Instant
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var started = 0
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Guarded(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(1) }
  /// How many tasks sleep now.
  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.started += 1
      return state.started
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = state.withLock { state in
          if state.now >= deadline || state.cancelled.remove(number) != nil { return true }
          state.sleepers.append(
            Sleeper(number: number, deadline: deadline, continuation: continuation)
          )
          return false
        }
        if goesOn { continuation.resume() }
        wakeWatchers()
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        if let index = state.sleepers.firstIndex(where: { $0.number == number }) {
          return Optional(state.sleepers.remove(at: index))
        }
        state.cancelled.insert(number)
        return nil
      }
      sleeper?.continuation.resume()
    }
    try Task.checkCancellation()
  }

  /// Goes on and wakes whoever has slept long enough.
  func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let present = state.now
      defer { state.sleepers.removeAll { $0.deadline <= present } }
      return state.sleepers.filter { $0.deadline <= present }
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }

  /// Waits until `count` sleeps have begun since the clock was made.
  func sleepsBegun(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let goesOn = state.withLock { state in
        if state.started >= count, !state.sleepers.isEmpty { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if goesOn { continuation.resume() }
    }
  }

  private func wakeWatchers() {
    let woken = state.withLock { state in
      let begun = state.started
      guard !state.sleepers.isEmpty else { return [CheckedContinuation<Void, Never>]() }
      defer { state.watchers.removeAll { $0.count <= begun } }
      return state.watchers.filter { $0.count <= begun }.map(\.continuation)
    }
    for watcher in woken { watcher.resume() }
  }
}
