import ChatSurface
import FrameMetrics
import FramePacing
import LoadGeneration
import Timebase

/// What taking in a token and each of its bytes costs, found by frames that take in many: in a frame with
/// one token it drowns in what the phase costs by itself.
///
/// The number of tokens in a frame is swept over three decades, for short tokens and for long ones; of each
/// number's rounds the least counts, in processor time of the thread.
package enum TokenCosts {
  /// The operations whose costs are found so.
  package static let operations: Set<Operation> = [.tokenTaken, .byteChunked]

  private static let rounds = 5
  private static let frames = 20
  private static let tokensPerFrame = [4, 40, 400, 4_000]
  /// Words of prose: what goes through the chunker the short way.
  private static let tokens = [" word", " some words of an answer that goes on"].map {
    Array($0.utf8)
  }

  /// Measures on this machine.
  ///
  /// - Parameters:
  ///   - start: The costs of other operations, which stay.
  ///   - tools: What text is parsed and measured with; neither is looked at.
  /// - Complexity: About a second.
  package static func measure(from start: OperationCosts, tools: TextTools) -> OperationCosts {
    // These frames alone decide: what was declared before pulls nothing.
    var start = start
    for operation in operations { start[picosecondsOf: operation] = 0 }
    let samples = tokens.flatMap { token in
      tokensPerFrame.compactMap { count in
        (0..<rounds).map { _ in sample(token, count, costs: start, tools: tools) }
          .min { $0.nanoseconds < $1.nanoseconds }
      }
    }
    let others = Set(Operation.allCases).subtracting(operations)
    return CostFit.fit(samples, from: start, keeping: others, least: 1)
  }

  private static func sample(
    _ token: [UInt8],
    _ count: Int,
    costs: OperationCosts,
    tools: TextTools
  ) -> CostFit.Sample {
    let id: MessageID = "answer"
    var events = [
      TimedLoadEvent(.append(Message(id: id, role: .assistant, text: "")), at: .zero),
      TimedLoadEvent(.streamBegin(id), at: .zero),
    ]
    for frame in 1...frames {
      let instant = Instant(milliseconds: Double(100 * frame))
      for _ in 0..<count { events.append(TimedLoadEvent(.token(id, token), at: instant)) }
    }
    let plan = CellPlan(
      scenario: "tokens",
      events: events,
      profile: .standard,
      device: .iPhoneSE,
      seed: 1,
      limit: Instant(milliseconds: Double(100 * frames + 200))
    )
    let options = RunOptions(
      cost: .modelled,
      measurer: .fixed,
      countsAllocations: false,
      costs: costs
    )
    let outcome = ProcessorTimes(plan, options: options, tools: tools).outcome(planted: nil)
    return CostFit.Sample(
      counts: outcome.counts.operations[.ingest],
      nanoseconds: outcome.processorTime.reduce(0) { $0 + $1[.ingest].rawValue }
    )
  }
}
