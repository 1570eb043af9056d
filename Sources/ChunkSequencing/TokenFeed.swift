/// The task that asks the base for tokens, one at a time, each when it is asked for it.
///
/// The task holds the mailbox alone and not this object, so that letting go of the object ends it.
final class TokenFeed<Base: AsyncSequence & Sendable, Time: Clock>: Sendable
where Base.Element: ChunkToken, Time.Duration == Duration {
  typealias Box = Mailbox<Base.Element, Base.Failure, Time.Instant>

  private let box = Box()
  private let clock: Time
  private let task: Task<Void, Never>

  /// Starts the task; the base is asked for nothing yet.
  init(_ base: Base, _ clock: Time) {
    self.clock = clock
    task = Task { [box] in
      var iterator = base.makeAsyncIterator()
      while await box.demand() {
        let event: Box.Event
        do throws(Base.Failure) {
          if let token = try await iterator.next(isolation: nil) {
            event = .token(token)
          } else {
            event = .end
          }
        } catch {
          event = .failure(error)
        }
        box.put(event, at: clock.now)
        guard case .token = event else { return }
      }
    }
  }

  deinit { cancel() }

  /// Ends the task: the base's pending call is cancelled.
  func cancel() {
    task.cancel()
    box.close()
  }

  /// Takes what the base gave; nil when it gave nothing.
  func takeNews() -> Box.News? { box.take() }

  /// Asks the base for a token, unless it was asked already, and waits until it is there, until
  /// `deadline`, or until the calling task is cancelled.
  func waitForNews(until deadline: Time.Instant?, isolation actor: isolated (any Actor)?) async {
    box.ask()
    guard let deadline else {
      await box.news()
      return
    }
    let box = box
    let clock = clock
    // Both children end when the first does: one is woken, the other one's sleep is cancelled.
    await withTaskGroup(of: Void.self, isolation: actor) { group in
      group.addTask { await box.news() }
      group.addTask { try? await clock.sleep(until: deadline, tolerance: nil) }
      await group.next()
      group.cancelAll()
    }
  }
}
