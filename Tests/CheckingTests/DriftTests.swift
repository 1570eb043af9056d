import Checking
import Comparing
import FrameMetrics
import Foundation
import Testing
import Timebase

private enum TestSettings {
  private static let environment = ProcessInfo.processInfo.environment
  static let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1
  static let iterations = environment["ITERATIONS"].flatMap { Int($0) } ?? 20
}

@Suite struct DriftTests {
  private let figure = FigureSamples(
    metric: "frame_cost_ms",
    statistic: .p50,
    unit: .milliseconds,
    better: .down,
    samples: []
  )

  /// The change at which an alarm is raised first; nil for none.
  private func alarm(_ values: [Double]) -> Int? {
    (1...values.count).first { count in
      FigureDrift(figure, series: values.prefix(count).map { ("c", $0) }) != nil
    }
  }

  private func noise(_ generator: inout SeededGenerator) -> Double {
    1 + 0.005 * (2 * generator.nextFraction() - 1)
  }

  @Test func twoHundredChangesOfNoiseRaiseNoAlarm() {
    for round in 0..<TestSettings.iterations {
      var generator = SeededGenerator(seed: TestSettings.seed, index: UInt64(round))
      let values = (0..<200).map { _ in 6 * noise(&generator) }
      #expect(alarm(values) == nil, "seed \(TestSettings.seed), round \(round)")
    }
  }

  @Test(arguments: [0.0005, 0.001, 0.003, 0.005])
  func smallStepsRaiseAnAlarmBeforeTheirSumIsFivePerCent(step: Double) throws {
    for round in 0..<TestSettings.iterations {
      var generator = SeededGenerator(seed: TestSettings.seed, index: UInt64(round))
      let values = (0..<200).map { 6 * (1 + step * Double($0)) * noise(&generator) }
      let count = try #require(alarm(values))
      let sum = step * Double(count - 1)
      #expect(sum < 0.05, "seed \(TestSettings.seed), round \(round): \(sum)")
    }
  }

  @Test func stepsForTheBetterAreNoAlarm() {
    var generator = SeededGenerator(seed: TestSettings.seed)
    let values = (0..<100).map { 6 * (1 - 0.003 * Double($0)) * noise(&generator) }
    #expect(alarm(values) == nil)
  }

  @Test func anAcceptedChangeBeginsANewLevel() throws {
    var history = CheckHistory()
    let subject = CheckSubject(
      name: "chat",
      kind: .scattering,
      identity: [],
      hertz: 60,
      recordings: [[MetricValue(of: .frameCost, .p50, .figure(6))]]
    )
    func keep(_ value: Double, accepted: String? = nil) {
      var entry = CheckHistory.Entry(
        of: [subject],
        date: "",
        label: "c\(history.entries.count)",
        accepted: accepted
      )
      entry.subjects[0].figures = ["frame_cost_ms.p50": value]
      history.append(entry)
    }
    for index in 0..<20 { keep(6 + 0.001 * Double(index % 3)) }
    for index in 0..<10 { keep(6.2 + 0.001 * Double(index % 3)) }
    let drift = try #require(history.drifts(of: [subject]).first).drift
    #expect(drift.since == "c20")
    #expect(abs(drift.change - 0.2 / 6) < 0.002)
    keep(6.2, accepted: "a richer bubble")
    for index in 0..<10 { keep(6.2 + 0.001 * Double(index % 3)) }
    #expect(history.drifts(of: [subject]).isEmpty)
  }
}
