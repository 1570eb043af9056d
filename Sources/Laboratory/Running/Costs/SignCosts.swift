import FramePacing
import MarkdownBlocks
import Profiling

/// What a byte costs that is looked at for signs of Markdown that are undecided, found by a block that grows
/// and is looked at alone.
///
/// Of some rounds the least counts, in processor time of the thread.
package enum SignCosts {
  /// The operations whose costs are found so.
  package static let operations: Set<Operation> = [.byteLookedAt]

  private static let rounds = 7
  private static let pieces = 2_000
  /// A token with a mark that nothing closes.
  private static let piece = Array("*some [1] words ".utf8)

  /// Measures on this machine.
  ///
  /// - Parameter start: The costs of other operations, which stay.
  /// - Complexity: Some ten milliseconds.
  package static func measure(from start: OperationCosts) -> OperationCosts {
    var least = Int64.max
    var looked = 1
    for _ in 0..<rounds {
      var tail = UnfinishedTail(.held)
      var block = Block(kind: .paragraph, runs: [TextRun(utf8Count: 0)], sourceUTF8: 0..<0)
      let begin = ThreadCPUClock.now()
      for _ in 0..<pieces {
        let kept = block.text.count
        block.text += piece
        block.runs[0].utf8Count = block.text.count
        block.sourceUTF8 = 0..<block.text.count
        _ = tail.look(at: block, of: block.text, keeping: kept)
      }
      least = min(least, (ThreadCPUClock.now() - begin).rawValue)
      looked = tail.bytesLookedAt
    }
    precondition(looked >= pieces * piece.count, "\(looked) bytes of \(pieces) pieces")
    var costs = start
    costs[picosecondsOf: .byteLookedAt] = max(1, Int(least) * 1_000 / looked)
    return costs
  }
}
