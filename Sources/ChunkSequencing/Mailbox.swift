/// A place for one event between the task that asks the base and the one that iterates.
///
/// One task waits for demand, another one for news; both waits end when their task is cancelled.
final class Mailbox<Token: Sendable, Failure: Error, Moment: Sendable>: Sendable {
  /// What the base gave.
  enum Event: Sendable {
    case token(Token)
    case end
    case failure(Failure)
  }

  /// An event, and when it came.
  struct News: Sendable {
    var event: Event
    var arrival: Moment
  }

  /// A wait that may be ended before it begins.
  private enum Waiter {
    case none
    case waiting(CheckedContinuation<Void, Never>)
    case cancelled

    /// Ends the wait, if one is on.
    mutating func wake() -> CheckedContinuation<Void, Never>? {
      guard case .waiting(let continuation) = self else { return nil }
      self = .none
      return continuation
    }
  }

  private struct State {
    var isAsked = false
    var isClosed = false
    var news: News?
    var asker = Waiter.none
    var reader = Waiter.none
  }

  private let state = Guarded(State())

  /// Asks for one event, unless one was asked for or is there.
  func ask() {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.isAsked, state.news == nil else { return nil }
      state.isAsked = true
      return state.asker.wake()
    }
    waiter?.resume()
  }

  /// Waits until an event is asked for.
  ///
  /// - Returns: Whether one is; false when the mailbox was closed.
  func demand() async -> Bool {
    await withCheckedContinuation { continuation in
      let goesOn = state.withLock { state in
        if state.isAsked || state.isClosed { return true }
        state.asker = .waiting(continuation)
        return false
      }
      if goesOn { continuation.resume() }
    }
    return state.withLock { !$0.isClosed }
  }

  /// Puts the event in that was asked for.
  func put(_ event: Event, at arrival: Moment) {
    let waiter = state.withLock { state in
      state.isAsked = false
      state.news = News(event: event, arrival: arrival)
      return state.reader.wake()
    }
    waiter?.resume()
  }

  /// Takes the event out; nil when there is none.
  func take() -> News? {
    state.withLock { state in
      defer { state.news = nil }
      return state.news
    }
  }

  /// Waits until there is an event, or until the calling task is cancelled.
  func news() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = state.withLock { state in
          if case .cancelled = state.reader {
            state.reader = .none
            return true
          }
          if state.news != nil || Task.isCancelled { return true }
          state.reader = .waiting(continuation)
          return false
        }
        if goesOn { continuation.resume() }
      }
      state.withLock { if case .cancelled = $0.reader { $0.reader = .none } }
    } onCancel: {
      let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
        if let waiter = state.reader.wake() { return waiter }
        state.reader = .cancelled
        return nil
      }
      waiter?.resume()
    }
  }

  /// Ends all: whoever asks the base shall ask no more.
  func close() {
    let waiter = state.withLock { state in
      state.isClosed = true
      return state.asker.wake()
    }
    waiter?.resume()
  }
}
