import ChatSurface
import FramePacing
import LoadGeneration
import Running
import Timebase

/// What the frames of a run took, in nanoseconds of CPU time of the engine.
struct FrameTimes {
  private let costs: [FrameCost]
  /// Whether all text arrived on screen, in order.
  let isExact: Bool

  init(_ costs: [FrameCost], isExact: Bool) {
    self.costs = costs
    self.isExact = isExact
  }

  /// The costliest frame.
  var worst: Double { costs.map { Double($0.engine.rawValue) }.max() ?? 0 }

  /// What a phase of all frames takes together.
  func total(of phase: Phase) -> Double {
    costs.reduce(0) { $0 + Double($1[phase].rawValue) }
  }

  /// What one frame in a hundred of the last tenth takes more than.
  var percentile99OfLastTenth: Double {
    let last = costs.suffix(max(1, costs.count / 10)).map { Double($0.engine.rawValue) }.sorted()
    return last.isEmpty ? 0 : last[(last.count * 99 + 99) / 100 - 1]
  }
}

/// A text streamed into the reference at 120 Hz with Pango; several figures are taken of each run.
final class StreamedRun {
  private let tokens: () -> [StreamToken]
  private var last: FrameTimes?
  private var taken: Set<String> = []

  init(_ tokens: @escaping () -> [StreamToken]) { self.tokens = tokens }

  /// The times of the run that was made last; of a new one when that figure was taken of it.
  func times(for figure: String) -> FrameTimes {
    if let last, taken.insert(figure).inserted { return last }
    let times = (try? run()) ?? FrameTimes([], isExact: false)
    last = times
    taken = [figure]
    return times
  }

  private func run() throws -> FrameTimes {
    let device = Device.iPhone15Pro.at(hertz: 120)
    var runner = Runner(
      events: ReplayScript.timeline(tokens()),
      profile: .reference,
      device: device,
      tools: try TextTools.make(.pango),
      settings: Runner.Settings(cost: .cpu, costs: try DeclaredCosts.builtIn().table(for: .pango))
    )
    let outcome = try runner.run()
    let costs = outcome.frames.filter { !$0.isSwallowed }.map(\.cost)
    return FrameTimes(costs, isExact: outcome.text.isExact)
  }

  /// Cuts a text into tokens of so many characters, each due when the last of them would be.
  static func tokens(_ text: [UInt8], of count: Int, charactersPerSecond rate: Int) -> [StreamToken]
  {
    let characters = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    return stride(from: 0, to: characters.count, by: count).map { start in
      let end = min(characters.count, start + count)
      let piece = String(String.UnicodeScalarView(characters[start..<end]))
      let due = Int64(end) * 1_000_000_000 / Int64(rate)
      return StreamToken(at: Instant(nanoseconds: due), bytes: Array(piece.utf8))
    }
  }
}
