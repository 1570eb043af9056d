import ChatSurface
import Files
import Foundation
import Gating
import LoadGeneration
import Reporting
import Scenarios
import Testing
import Timebase

private let environment = ProcessInfo.processInfo.environment
private let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1
private let iterations = environment["ITERATIONS"].flatMap { Int($0) } ?? 4_000
/// Goes on for so long instead; then each input must be done in ``longest``.
private let seconds = environment["STILLPOINT_FUZZ_SECONDS"].flatMap { Double($0) }
/// The most memory that the process may have had in that time.
private let megabytes = environment["STILLPOINT_FUZZ_MEMORY_MB"].flatMap { Int($0) }
private let longest = 2.0

/// Whatever bytes an input has, reading it ends with a value or an error that says what to do: streams,
/// scripts, scenarios, thresholds, baselines and runs. (Frame logs have a suite of their own.)
@Suite(.serialized) struct ReaderFuzzTests {
  /// Reads bytes as one kind of file; throws what the reader throws.
  private struct Reader {
    var name: String
    var seeds: [[UInt8]]
    var read: ([UInt8]) throws -> Void
  }

  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func files(_ folder: String, _ ending: String) throws -> [[UInt8]] {
    let url = package.appendingPathComponent(folder)
    return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
      .filter { $0.hasSuffix(ending) }
      // The first lines of the longest say all that the others do.
      .map { Array(try Data(contentsOf: url.appendingPathComponent($0)).prefix(4_000)) }
  }

  private static let script = """
    {"t_ms": 0, "event": "load", "messages": [{"id": "a", "role": "user", "text": "Why?", "height_pt": 40.5}]}
    {"t_ms": 1.5, "event": "send", "id": "u", "text": "\\u00e9\\ud83d\\ude00 and \\n"}
    {"t_ms": 2, "event": "stream_begin", "id": "b"}
    {"t_ms": 3, "event": "part_begin", "id": "b", "kind": "reasoning"}
    {"t_ms": 3, "event": "token", "id": "b", "bytes_hex": "e282ac"}
    {"t_ms": 4, "event": "keyboard", "height_pt": 300, "duration_ms": 250, "curve": "linear"}
    {"t_ms": 5, "event": "touch", "phase": "began", "y_pt": 200}
    {"t_ms": 6, "event": "scroll_to", "id": "a", "align": "center", "animated": true}
    {"t_ms": 7, "event": "slow_phase", "phase": "layout", "cost_ms": 3, "until_ms": 90}
    {"t_ms": 8, "event": "window_open", "window": "w"}
    {"t_ms": 1e1, "event": "stream_end", "id": "b", "reason": "complete"}

    """

  private static let scenario = """
    name: all-of-it
    seed: 3
    device: desktop
    history: {messages: 10, lengths: arena}
    base: &part {at_ms: 10, count: 2, every_ms: 900}
    parts:
      - reply: {at_ms: 500, preset: cloud-burst-200tps-stalls, duration_ms: 100, stalls: 1}
      - pages: {at_ms: 10, count: 2, messages: 5, longest_latency_ms: 500}
      - windows: {at_ms: 1, until_ms: 900, names: [x, y], parts: [{typing: {at_ms: 3, chars: 4}}]}
      - events:
          - {t_ms: 4000, event: stall, ms: 200}
    budgets: {hitch_ratio_ms_per_s: 50, late_frames_max: null}

    """

  private static func readers(in folder: String) throws -> [Reader] {
    let device = Device.iPhoneSE
    var readers = [
      Reader(
        name: "a.ndjson",
        seeds: [Array(script.utf8)] + (try files("Scenarios/streams", ".ndjson")),
        read: { bytes in _ = try LoadFile.read(bytes: bytes, path: "a.ndjson").timeline(seed: 1) }
      ),
      Reader(
        name: "a.yaml",
        seeds: [Array(scenario.utf8)] + (try files("Scenarios", ".yaml")),
        read: { bytes in
          let file = InputFile(path: "a.yaml", bytes: bytes)
          let text = try InputLines.text(of: file)
          let scenario = try ScenarioFile.read(text, path: "a.yaml", streams: nil)
          _ = scenario.timeline(on: device)
          _ = try? GateThresholds.read(text, path: "a.yaml")
        }
      ),
      Reader(
        name: folder + "/baselines.csv",
        seeds: try files("Reports", ".csv").map { Array($0.prefix(4_000)) },
        read: { bytes in
          try Data(bytes).write(to: URL(fileURLWithPath: folder + "/baselines.csv"))
          _ = try Gate(path: folder + "/baselines.csv").table()
        }
      ),
    ]
    let run = folder + "/run"
    try RunFolder(path: run).write(
      SyntheticRun.make(scenarios: ["s"], rates: [60], ticks: 12),
      environment: ChartStub.environment(in: folder)
    )
    for name in [ReportFiles.run, ReportFiles.storedFrames, ReportFiles.storedScreen] {
      let path = "\(run)/\(name)"
      let whole = try bytes(path)
      readers.append(
        Reader(
          name: path,
          seeds: [whole],
          read: { bytes in
            defer {
              #expect(throws: Never.self) { try Data(whole).write(to: URL(fileURLWithPath: path)) }
            }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            _ = TerminalTable().text(of: try RunFile(path: run).read())
          }
        )
      )
    }
    return readers
  }

  /// What grammars are made of, and numbers at the ends of types.
  private static let words: [[UInt8]] = [
    "{", "}", "[", "]", "\"", ":", ",", "\n", "\\", "\\u", "\\ud800", "- ", "? ", "&a ", "*a ",
    "<<: ",
    "|\n", ">\n", "'", "#", "---\n", "...\n", "!!", "null", "true", "~", "\u{FEFF}", "\u{2028}",
    "\0",
  ].map { Array($0.utf8) }

  private static let numbers: [[UInt8]] = [
    "0", "-1", "1e999", "1e-999", "9223372036854775807", "-9223372036854775808",
    "18446744073709551616", "0.000001", "604800000", "14400000", "NaN", "1000000",
  ].map { Array($0.utf8) }

  private static func mutate(
    _ bytes: [UInt8],
    with others: [[UInt8]],
    _ generator: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = bytes
    for _ in 0...generator.nextIndex(below: 6) {
      let place = generator.nextIndex(below: bytes.count + 1)
      let rest = bytes.count - place
      let end = place + min(rest, 1 + generator.nextIndex(below: 40))
      switch generator.nextIndex(below: 8) {
      case 0: if rest > 0 { bytes[place] = UInt8(generator.nextIndex(below: 256)) }
      case 1: bytes.removeSubrange(place..<end)
      case 2, 3:
        bytes.insert(
          contentsOf: (words + numbers)[generator.nextIndex(below: words.count + numbers.count)],
          at: place
        )
      case 4:
        // A number where a number stood.
        guard let digit = bytes[place...].firstIndex(where: { (0x30...0x39).contains($0) }) else {
          break
        }
        let last = bytes[digit...].firstIndex { !(0x30...0x39).contains($0) } ?? bytes.count
        bytes.replaceSubrange(
          digit..<last,
          with: numbers[generator.nextIndex(below: numbers.count)]
        )
      case 5:
        let piece = Array(bytes[place..<end])
        for _ in 0..<generator.nextIndex(below: 60) { bytes.insert(contentsOf: piece, at: place) }
      case 6:
        let other = others[generator.nextIndex(below: others.count)]
        let from = generator.nextIndex(below: other.count + 1)
        bytes.insert(contentsOf: other[from...].prefix(200), at: place)
      default: if generator.nextIndex(below: 4) == 0 { bytes.removeSubrange(place...) }
      }
    }
    return bytes
  }

  /// In a process of its own, as other tests read the environment at the same time.
  @Test func anyBytesAreReadOrRefusedWithWordsThatHelp() async throws {
    let ending = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent]
    ) {
      // A scenario that is let through is also composed: let it be short.
      setenv(InputLimit.events.variable, "20000", 1)
      try Self.readMutations()
    }
    let output = String(decoding: ending?.standardOutputContent ?? [], as: UTF8.self)
    if seconds != nil { print(output, terminator: "") }
  }

  private static func readMutations() throws {
    try withTemporaryFolder { folder in
      let readers = try Self.readers(in: folder)
      let start = Date()
      var round = 0
      var (read, refused) = (0, 0)
      while seconds.map({ Date().timeIntervalSince(start) < $0 }) ?? (round < iterations) {
        var generator = SeededGenerator(seed: seed, index: UInt64(round))
        let reader = readers[round % readers.count]
        round += 1
        let original = reader.seeds[generator.nextIndex(below: reader.seeds.count)]
        let bytes = Self.mutate(original, with: reader.seeds, &generator)
        let begin = Date()
        do {
          try reader.read(bytes)
          read += 1
        } catch let error as InputError {
          refused += 1
          let isNamed = !error.problem.isEmpty && !error.expected.isEmpty && !error.advice.isEmpty
          #expect(isNamed && !error.path.isEmpty, "SEED=\(seed) round \(round - 1), \(reader.name)")
        } catch {
          Issue.record("SEED=\(seed) round \(round - 1), \(reader.name): \(error)")
        }
        let took = Date().timeIntervalSince(begin)
        if seconds != nil, took > longest {
          let kept = FileManager.default.temporaryDirectory
            .appendingPathComponent("stillpoint-slow-\(seed)-\(round - 1)")
          try Data(bytes).write(to: kept)
          Issue.record("SEED=\(seed) round \(round - 1): \(took) s, kept as \(kept.path)")
        }
      }
      // A mutation that never gets through, or always, tries nothing.
      #expect(read > round / 50 && refused > round / 50, "\(read) read, \(refused) refused")
      if seconds != nil { print("\(round) inputs: \(read) read, \(refused) refused") }
      if let megabytes {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        let kilobytes = try #require(line.split(separator: " ").compactMap { Int($0) }.first)
        #expect(kilobytes >> 10 <= megabytes, "SEED=\(seed)")
      }
    }
  }
}
