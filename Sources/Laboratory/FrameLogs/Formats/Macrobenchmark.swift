import Foundation
import FrameMetrics
import Timebase

/// JSON of AndroidX Macrobenchmark: `benchmarks[].sampledMetrics.frameDurationCpuMs` and
/// `frameOverrunMs`, lists by iteration.
///
/// An overrun above 0 is a missed deadline (developer.android.com, FrameTimingMetric; Android 12
/// and later). There are no instants and no period: frames are laid out a second apart, and nothing
/// that would rest on that is said.
enum Macrobenchmark {
  private struct Benchmark: Decodable {
    var name: String?
    var className: String?
    var sampledMetrics: [String: Sampled]?
    var metrics: [String: Single]?

    /// The benchmark's iterations, each as one of its own; none where there is but one.
    var iterations: [Benchmark] {
      let count = (sampledMetrics ?? [:]).values.map { $0.runs?.count ?? 0 }.max() ?? 0
      guard count > 1 else { return [] }
      return (0..<count).map { iteration in
        var own = self
        own.name = "\(name ?? "") (iteration \(iteration + 1))"
        own.metrics = metrics?.compactMapValues { metric in
          guard let runs = metric.runs, runs.indices.contains(iteration) else { return nil }
          return Single(median: nil, runs: [runs[iteration]])
        }
        own.sampledMetrics = sampledMetrics?.mapValues { sampled in
          var part = sampled
          part.runs = sampled.runs.flatMap {
            $0.indices.contains(iteration) ? [$0[iteration]] : nil
          }
          return part
        }
        return own
      }
    }
  }

  private struct Sampled: Decodable {
    var runs: [[Double?]]?
    var percentiles: [String: Double] = [:]

    private struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      for key in values.allKeys {
        if key.stringValue == "runs" {
          // A list for each iteration; one list alone is of one.
          runs =
            (try? values.decode([[Double?]].self, forKey: key))
            ?? (try? values.decode([Double?].self, forKey: key)).map { [$0] }
        } else if key.stringValue.hasPrefix("P") {
          percentiles[key.stringValue] = try? values.decode(Double.self, forKey: key)
        }
      }
    }
  }

  /// The file's `context`, as far as it tells of the device.
  private struct Context: Decodable {
    struct Build: Decodable { var model: String? }
    var build: Build?
  }

  private struct Single: Decodable {
    var median: Double?
    var runs: [Double?]?
  }

  /// Reads the file.
  static func read(_ source: LogSource) throws -> FrameLog {
    var counts = RowCounts()
    let json = JSONStream(try source.stream())
    var builders: [SessionBuilder] = []
    var device: String?
    var hasPercentilesAlone = false
    var otherMetrics: Set<String> = []
    let isCutOff = try json.isCutOff {
      try json.members { key in
        if key == "context" {
          let bytes = Data(try json.value(limit: 1 << 20))
          // What else stands there is none of a reader's business.
          device = try? JSONDecoder().decode(Context.self, from: bytes).build?.model
          return
        }
        guard key == "benchmarks" else { return try json.skip() }
        try json.elements {
          // A benchmark is one value: its lists are as long as its frames.
          let line = json.currentLine
          let bytes = try json.value(limit: 256 << 20)
          do {
            let benchmark = try JSONDecoder().decode(Benchmark.self, from: Data(bytes))
            let iterations = source.options.takesRunsApart ? benchmark.iterations : []
            let own = (iterations.isEmpty ? [benchmark] : iterations)
              .compactMap { builder(of: $0, line, &counts) }
            if !own.isEmpty {
              builders += own
            } else if benchmark.sampledMetrics?.values.contains(where: { !$0.percentiles.isEmpty })
              == true
            {
              hasPercentilesAlone = true
            } else {
              otherMetrics.formUnion(benchmark.metrics?.keys ?? [:].keys)
            }
          } catch {
            throw source.fault(
              line: line,
              "a benchmark that cannot be decoded",
              expected: "Macrobenchmark's JSON",
              advice: "Run the benchmark again."
            )
          }
        }
      }
    }
    if isCutOff { counts.unfinished += 1 }
    if builders.isEmpty, hasPercentilesAlone {
      throw source.fault(
        "percentiles alone, without the lists `runs` of frames",
        expected: "sampledMetrics.frameOverrunMs.runs, as Macrobenchmark writes it",
        advice: "Give the file that the benchmark wrote, not one that a tool has shortened."
      )
    }
    if builders.isEmpty, !otherMetrics.isEmpty {
      throw source.fault(
        "benchmarks of \(otherMetrics.sorted().prefix(4).joined(separator: ", ")), without frames",
        expected: "sampledMetrics.frameDurationCpuMs or frameOverrunMs",
        advice: "Add FrameTimingMetric() to the benchmark's metrics."
      )
    }
    var log = try source.log(.macrobenchmark, variant: "", rows: counts, builders: builders)
    log.device = device
    return log
  }

  private static func builder(
    of benchmark: Benchmark,
    _ line: Int,
    _ counts: inout RowCounts
  ) -> SessionBuilder? {
    let sampled = benchmark.sampledMetrics ?? [:]
    let durations = (sampled["frameDurationCpuMs"]?.runs ?? []).flatMap { $0.compactMap(\.self) }
    let overruns = (sampled["frameOverrunMs"]?.runs ?? []).flatMap { $0.compactMap(\.self) }
    guard !durations.isEmpty || !overruns.isEmpty else { return nil }
    let name = [benchmark.className?.split(separator: ".").last.map(String.init), benchmark.name]
      .compactMap(\.self).joined(separator: ".")
    var builder = SessionBuilder(name: name)
    builder.labelName = "frame"
    builder.hasInstants = false
    var support = LogSupport(
      otherwise: "Macrobenchmark gives neither instants nor order nor a period"
    )
    support[.frames] = .exact
    if !durations.isEmpty { support[.work] = .exact }
    if !overruns.isEmpty { support.set(.exact, .onTime, .overrun) }
    builder.support = support
    builder.open = lost(benchmark)
    // Lists of other lengths are of other frames: the overruns tell which were late.
    let isPaired = durations.isEmpty || overruns.isEmpty || durations.count == overruns.count
    if !isPaired {
      builder.notes.append(
        "\(durations.count) durations and \(overruns.count) overruns are not of the same frames: frames are "
          + "those of the overruns"
      )
      builder.support[.work] = .absent("durations and overruns are not of the same frames")
    }
    if let longest = overruns.filter({ $0.isFinite && abs($0) * 1e6 <= Double(FrameLimit.frame) })
      .max()
    {
      // The picture came later than its deadline by that at least.
      var value = MetricValue(of: .longestHitch, .value, .figure(max(0, longest)))
      value.note = "approximate: the greatest overrun, which is the least that it can be"
      builder.given = [value]
    }
    add(isPaired ? durations : [], overruns, line, to: &builder, &counts)
    builder.toolFigures = figures(durations, overruns, benchmark)
    return builder
  }

  /// Why nothing is kept where frames are missing in a list of them; nil where none is.
  private static func lost(_ benchmark: Benchmark) -> String? {
    let counted = (benchmark.metrics?["frameCount"]?.runs ?? []).compactMap(\.self).reduce(0, +)
    for (name, sampled) in (benchmark.sampledMetrics ?? [:]).sorted(by: { $0.key < $1.key }) {
      let values = sampled.runs?.joined().map(\.self) ?? []
      let listed = values.count { $0?.isFinite == true }
      let all = max(values.count, Int(exactly: counted) ?? 0)
      if !values.isEmpty, listed < all {
        return "\(name) has \(listed) of \(all) frames: what the others were is not known"
      }
    }
    return nil
  }

  /// One frame for each pair: the lists are of the same frames in the same order, as a rule, and
  /// nothing is said that rests on it.
  private static func add(
    _ durations: [Double],
    _ overruns: [Double],
    _ line: Int,
    to builder: inout SessionBuilder,
    _ counts: inout RowCounts
  ) {
    for index in 0..<max(durations.count, overruns.count) {
      if counts.isFull(index) { break }
      counts.read += 1
      let wanted = Int64(index + 1) * 1_000_000_000
      let duration = index < durations.count ? durations[index] : nil
      let overrun = index < overruns.count ? overruns[index] : nil
      let length = Int64(duration ?? 0, nanosecondsEach: 1e6)
      let late = Int64(overrun ?? 0, nanosecondsEach: 1e6)
      guard let length, let late, 0...FrameLimit.frame ~= length,
        late.magnitude <= UInt64(FrameLimit.frame)
      else {
        counts.refuse(
          line: line,
          "frame \(index + 1): \(duration ?? 0) ms, overrun \(overrun ?? 0) ms"
        )
        continue
      }
      // Of so long a frame the list of durations tells too, or nothing does.
      if late > FrameLimit.work, length < late {
        let why =
          "frame \(index + 1) has an overrun of \(overrun ?? 0) ms, of which no duration tells"
        builder.open = builder.open ?? why
      }
      let end = wanted + length
      let deadline = overrun.map { _ in end - late }
      let frame = FrameTimeline.Frame(
        wanted: Instant(nanoseconds: wanted),
        promised: deadline.map { Instant(nanoseconds: $0) },
        fate: .presented(Instant(nanoseconds: max(end, deadline ?? end))),
        work: .init(from: wanted, to: end)
      )
      builder.add(frame.onTimeUnlessLate, label: index + 1)
    }
  }

  private static func figures(
    _ durations: [Double],
    _ overruns: [Double],
    _ benchmark: Benchmark
  ) -> [LogSession.ToolFigure] {
    var figures: [LogSession.ToolFigure] = []
    if let counts = benchmark.metrics?["frameCount"]?.runs {
      let frames = counts.compactMap(\.self).reduce(0, +)
      figures.append(.init("Macrobenchmark: frames in \(counts.count) runs", frames))
    }
    for (name, values) in [("frameDurationCpuMs", durations), ("frameOverrunMs", overruns)] {
      let sorted = values.filter(\.isFinite).sorted()
      guard !sorted.isEmpty else { continue }
      for (label, share) in [("P50", 0.5), ("P90", 0.9), ("P95", 0.95), ("P99", 0.99)] {
        let value = Quantile.linear(sorted, share)
        figures.append(.init("Macrobenchmark: \(name) \(label)", value, "ms"))
      }
    }
    if !overruns.isEmpty {
      let late = Double(overruns.count { $0 > 0 })
      figures.append(.init("Macrobenchmark: overruns above 0", late))
    }
    return figures
  }
}

extension FrameTimeline.Frame {
  /// Work that ends by its deadline makes a frame that is on time at it.
  fileprivate var onTimeUnlessLate: FrameTimeline.Frame {
    guard let promised, let work, work.end <= promised else { return self }
    var frame = self
    frame.fate = .presented(promised)
    return frame
  }
}
