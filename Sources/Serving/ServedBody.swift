import FlyingFox
import FlyingSocks
import Foundation

/// An answer's bytes, each piece when it is due.
struct ServedBody: AsyncBufferedSequence {
  typealias Element = UInt8

  let answer: ServedAnswer
  let start: ContinuousClock.Instant

  func makeAsyncIterator() -> Iterator { Iterator(answer: answer, start: start) }

  /// The connection is to be cut here.
  struct Cut: Error {}

  struct Iterator: AsyncBufferedIteratorProtocol {
    let answer: ServedAnswer
    let start: ContinuousClock.Instant
    private var next = 0

    init(answer: ServedAnswer, start: ContinuousClock.Instant) {
      (self.answer, self.start) = (answer, start)
    }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      guard next < answer.pieces.count else {
        if answer.isCut { throw Cut() }
        return nil
      }
      let piece = answer.pieces[next]
      let due = start + .nanoseconds(Int64(piece.milliseconds * 1_000_000))
      if due > .now { try await Task.sleep(until: due, tolerance: .zero, clock: .continuous) }
      // What is due by now goes out together.
      var bytes = piece.bytes
      next += 1
      while next < answer.pieces.count, answer.pieces[next].milliseconds <= piece.milliseconds {
        bytes += answer.pieces[next].bytes
        next += 1
      }
      return bytes
    }

    mutating func next() async throws -> UInt8? {
      preconditionFailure("an answer is read in pieces")
    }
  }
}
