import ChatSurface
import FrameMetrics
import FramePacing
import LoadGeneration
import Timebase

/// What looking for line breaks costs a byte where it takes Unicode's rules or a dictionary, found by
/// answers that grow in scripts of all kinds: most scenarios write Latin words, of which nothing but the
/// spaces is looked at.
///
/// The measurer forgets all texts before each answer, as texts are new to an app; what it takes to shape
/// them for the first time is part of the cost. Of each frame's rounds the least counts, in processor
/// time of the thread.
package enum LineBreakCosts {
  /// The operations whose costs are found so.
  package static let operations: Set<Operation> = [.byteLineBroken]

  private static let rounds = 3
  private static let scalars = 1_500
  private static let scalarsOfToken = 5

  /// Measures on this machine.
  ///
  /// - Parameters:
  ///   - start: The costs of other operations, which stay; this one's, too, where the measurer looks for
  ///     spaces alone.
  ///   - tools: What text is parsed and measured with.
  /// - Complexity: About two seconds.
  package static func measure(from start: OperationCosts, tools: TextTools) -> OperationCosts {
    // These answers alone decide: what was declared before pulls nothing.
    var unknown = start
    for operation in operations { unknown[picosecondsOf: operation] = 0 }
    let samples = TextScript.allCases.filter { $0 != .latin }.map {
      sample($0, costs: unknown, tools: tools)
    }
    guard samples.contains(where: { $0.counts[.byteLineBroken] > 0 }) else { return start }
    let others = Set(Operation.allCases).subtracting(operations)
    return CostFit.fit(samples, from: unknown, keeping: others, least: 1)
  }

  private static func sample(
    _ script: TextScript,
    costs: OperationCosts,
    tools: TextTools
  ) -> CostFit.Sample {
    let id: MessageID = "answer"
    var events = [
      TimedLoadEvent(.append(Message(id: id, role: .assistant, text: "")), at: .zero),
      TimedLoadEvent(.streamBegin(id), at: .zero),
    ]
    let bytes = TextSynthesis.prose(scalars: scalars, seed: 1, script: script)
    let text = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    let starts = stride(from: 0, to: text.count, by: scalarsOfToken)
    for (index, start) in starts.enumerated() {
      let token = text[start..<min(start + scalarsOfToken, text.count)]
      var string = String.UnicodeScalarView()
      string.append(contentsOf: token)
      let instant = Instant(milliseconds: Double(20 * (index + 1)))
      events.append(TimedLoadEvent(.token(id, Array(String(string).utf8)), at: instant))
    }
    let plan = CellPlan(
      scenario: "answer in \(script.rawValue)",
      events: events,
      profile: .standard,
      device: .iPhoneSE,
      seed: 1
    )
    let options = RunOptions(
      cost: .modelled,
      measurer: .pango,
      countsAllocations: false,
      costs: costs
    )
    var times = ProcessorTimes(plan, options: options, tools: tools)
    times.forgetsTexts = true
    let result = times.measure(repetitions: rounds)
    return CostFit.Sample(
      counts: result.work[Phase.measure.rawValue],
      nanoseconds: Int64(result.plain[Phase.measure.rawValue])
    )
  }
}
