import ChunkSequencing

/// An endless base that counts how often it is asked, and whether it was cancelled while asked.
struct CountingTokens: AsyncSequence, Sendable {
  final class Log: Sendable {
    private let counts = Guarded((asked: 0, cancelled: 0))
    var asked: Int { counts.withLock { $0.asked } }
    var cancelled: Int { counts.withLock { $0.cancelled } }
    func ask() -> Int {
      counts.withLock {
        $0.asked += 1
        return $0.asked
      }
    }
    func cancel() { counts.withLock { $0.cancelled += 1 } }
  }

  let token: String
  let log = Log()
  /// From this call on the base is silent for ever.
  var silentFrom = Int.max

  struct Iterator: AsyncIteratorProtocol {
    let base: CountingTokens
    mutating func next() async -> String? {
      if base.log.ask() < base.silentFrom { return base.token }
      let log = base.log
      let stream = AsyncStream<Never> { continuation in
        continuation.onTermination = { _ in log.cancel() }
      }
      for await _ in stream {}
      return nil
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(base: self) }
}
