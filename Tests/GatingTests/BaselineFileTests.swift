import Files
import Foundation
import Gating
import Testing
import Timebase

@Suite struct BaselineFileTests {
  private static let text = """
    scenario,profile,device,refresh_hz,machine,count,value,released
    stream-steady,reference,iphone-15-pro,120,,frame_log_sha256,\(Sample.hash),
    stream-steady,reference,iphone-15-pro,120,,frames,3600,3600
    stream-steady,reference,iphone-15-pro,120,,presented,3600,3600
    stream-steady,reference,iphone-15-pro,120,,lost_vsyncs,0,0
    stream-steady,reference,iphone-15-pro,120,,chunks_released,412,412
    stream-steady,reference,iphone-15-pro,120,,cache_hits,9000,9000
    stream-steady,reference,iphone-15-pro,120,,cache_misses,120,120
    stream-steady,reference,iphone-15-pro,120,swift-6.3.1/x86_64/jemalloc 5.3.0/release,allocations,10800,10800
    stream-steady,reference,iphone-15-pro,120,swift-6.3.1/x86_64/jemalloc 5.3.0/release,allocations_input,0,0

    """

  private func write(_ text: String, in folder: String) throws -> Gate {
    let gate = Gate(path: folder + "/baselines.csv")
    try Data(text.utf8).write(to: URL(fileURLWithPath: gate.path))
    return gate
  }

  @Test func theFileHasAFixedTextAndReadsBack() throws {
    try Sample.withFolder { folder in
      let gate = Gate(path: folder + "/baselines.csv")
      _ = try gate.adopt([Sample.counts()])
      #expect(try String(contentsOfFile: gate.path, encoding: .utf8) == Self.text)
      #expect(
        try gate.table()[Sample.cell] == Baseline(adopting: Sample.counts(), over: nil)
      )
      #expect(try gate.judge([Sample.counts()]).verdict == .pass)
    }
  }

  @Test func cellsAreInOrderAndAChangeOfOneCountIsOneLine() throws {
    try Sample.withFolder { folder in
      let gate = Gate(path: folder + "/baselines.csv")
      var cells = ["b, with a comma", "a", "c"].map { name in
        var counts = Sample.counts()
        counts.cell.scenario = name
        return counts
      }
      _ = try gate.adopt(cells)
      #expect(
        try gate.table().baselines.map(\.cell.scenario) == ["a", "b, with a comma", "c"]
      )
      #expect(try gate.judge(cells).verdict == .pass)
      let before = try String(contentsOfFile: gate.path, encoding: .utf8).split(separator: "\n")
      cells[0].exact.set("cache_misses", count: 121, expectation: .fewerIsBetter)
      _ = try gate.adopt(cells)
      let after = try String(contentsOfFile: gate.path, encoding: .utf8).split(separator: "\n")
      #expect(
        after.filter { !before.contains($0) } == [
          "\"b, with a comma\",reference,iphone-15-pro,120,,cache_misses,121,120"
        ]
      )
      #expect(after.count == before.count)
    }
  }

  @Test(arguments: [
    ("scenario,profile", "profile,scenario", 1, "another first line"),
    (",frames,3600,3600", ",frames,3600.5,3600", 3, "value: 3600.5; expected a whole"),
    (",frames,3600,3600", ",frames,1e3,3600", 3, "value: 1e3; expected a whole number"),
    (",frames,3600,3600", ",frames,3600,", 3, "released"),
    (",frames,3600,3600", ",frames,3600", 3, "7 columns"),
    (",frames,3600,3600", ",frames,3600,3600,", 3, "9 columns"),
    (",frames,3600,3600", ",\"frames,3600,3600", 3, "6 columns"),
    (",lost_vsyncs,", ",frames,", 5, "a count that stands twice: frames"),
    ("120,,frames", "0,,frames", 3, "refresh_hz: 0; expected a whole number of hertz"),
    ("120,,frames", "60,,frames", 4, "a configuration in two places"),
    ("stream-steady,reference,iphone-15-pro,120,,frames", ",,,120,,frames", 3, "expected a name"),
    ("swift-6.3.1/x86_64", "swift-6.3.1", 9, "expected toolchain/architecture/allocator"),
    ("frames", "fr\u{7}mes", 3, "expected printable ASCII"),
  ])
  func aMistakeInTheFileIsNamedWithLineAndValue(
    good: String,
    bad: String,
    line: Int,
    words: String
  ) throws {
    try Sample.withFolder { folder in
      let place = try #require(Self.text.range(of: good))
      let gate = try write(Self.text.replacingCharacters(in: place, with: bad), in: folder)
      let message = try #require(Sample.error { _ = try gate.judge([Sample.counts()]) })
      #expect(message.hasPrefix("\(gate.path):\(line):"), "\(message)")
      #expect(message.contains(words), "\(message)")
    }
  }

  /// Each line is looked at once, whether it is of a new cell, a new count or a new machine.
  @Test(arguments: [
    "s#,p,d,60,,n,1,1", "s,p,d,60,,n#,1,1", "s,p,d,60,a#/b/c/d,n,1,1",
  ])
  func longFilesAreReadInProportion(line: String) throws {
    let lines = (0..<20_000).map { line.replacing("#", with: "\($0)") }
    let header = try #require(Self.text.split(separator: "\n").first)
    try Sample.withFolder { folder in
      let gate = try write("\(header)\n" + lines.joined(separator: "\n"), in: folder)
      let baselines = try gate.table().baselines
      let counts = baselines.reduce(0) { sum, one in
        sum + one.exact.count + one.allocations.reduce(0) { $0 + $1.counts.count }
      }
      #expect(counts == 20_000)
    }
  }

  @Test func emptyFilesAndFoldersAreNamed() throws {
    try Sample.withFolder { folder in
      let gate = try write("", in: folder)
      let error = Sample.error { _ = try gate.judge([Sample.counts()]) }
      #expect(error?.hasPrefix("\(gate.path):1:") == true)
      let other = Gate(path: folder)
      let isFolder = Sample.error { _ = try other.judge([Sample.counts()]) }
      #expect(isFolder?.hasPrefix("\(folder): a directory") == true)
    }
  }

  @Test func aFileThatCannotBeWrittenLeavesNothingBehind() throws {
    try Sample.withFolder { folder in
      try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/file"))
      let below = Gate(path: folder + "/file/baselines.csv")
      let error = Sample.error { _ = try below.adopt([Sample.counts()]) }
      #expect(error?.contains("Not a directory") == true)
      #expect(try Sample.files(in: folder) == ["file"])
    }
  }

  @Test func anyDamageIsEitherReadOrNamedWithItsLine() throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1
    let iterations = environment["ITERATIONS"].flatMap { Int($0) } ?? 300
    var generator = SeededGenerator(seed: seed)
    let good = Array(Self.text.utf8)
    let lines = Self.text.split(separator: "\n", omittingEmptySubsequences: false).count
    try Sample.withFolder { folder in
      let gate = try write(Self.text, in: folder)
      let file = URL(fileURLWithPath: gate.path)
      for iteration in 0..<iterations {
        var bytes = good
        for _ in 0...generator.nextIndex(below: 3) {
          let place = generator.nextIndex(below: bytes.count)
          switch generator.nextIndex(below: 3) {
          case 0: bytes[place] = UInt8(generator.nextIndex(below: 256))
          case 1: bytes.remove(at: place)
          default: bytes.insert(UInt8(generator.nextIndex(below: 256)), at: place)
          }
        }
        try Data(bytes).write(to: file)
        do {
          _ = try gate.judge([Sample.counts()])
        } catch let error as InputError {
          let isNamed = !error.problem.isEmpty && !error.expected.isEmpty && !error.advice.isEmpty
          // A byte that is a line feed can add up to three lines.
          let line = error.line ?? 0
          #expect((1...lines + 3).contains(line) && isNamed, "SEED=\(seed) iteration \(iteration)")
        }
      }
    }
  }

  @Test func anyCountsThatAreAdoptedPassAndWhatMayNotChangeDoesNot() throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1
    let iterations = environment["ITERATIONS"].flatMap { Int($0) } ?? 300
    var generator = SeededGenerator(seed: seed, index: 1)
    let kinds: [CountExpectation] = [.exact, .noneMore, .fewerIsBetter, .moreIsBetter]
    try Sample.withFolder { folder in
      let gate = Gate(path: folder + "/baselines.csv")
      for iteration in 0..<iterations {
        var counts = Sample.counts(allocations: 1 + generator.nextIndex(below: 1_000_000))
        for name in 0..<generator.nextIndex(below: 20) {
          counts.exact.set(
            "name \(name)",
            count: generator.nextIndex(below: 2_000_000) - 1_000_000,
            expectation: kinds[generator.nextIndex(below: kinds.count)]
          )
        }
        _ = try gate.adopt([counts], isRelease: true)
        #expect(try gate.judge([counts]).verdict == .pass, "SEED=\(seed) iteration \(iteration)")
        let entry = counts.exact.entries[
          1 + generator.nextIndex(below: counts.exact.entries.count - 1)
        ]
        guard case .count(let old) = entry.value else { continue }
        let isWork = entry.expectation == .fewerIsBetter || entry.expectation == .moreIsBetter
        // A hundredth of work is tolerated.
        let step = isWork ? Int(Double(old.magnitude) * 0.01) + 1 : 1
        counts.exact.set(
          entry.name,
          count: old + (generator.nextIndex(below: 2) == 0 ? step : -step),
          expectation: entry.expectation
        )
        #expect(try gate.judge([counts]).verdict != .pass, "SEED=\(seed) iteration \(iteration)")
      }
    }
  }
}
