import Files
import Foundation
import Gating
import Testing
import Timebase

@Suite struct BaselineFileTests {
  private static let text = """
    {
      "schema": 1,
      "scenario": "stream-steady",
      "profile": "reference",
      "device": "iphone-15-pro",
      "refresh_hz": 120,
      "exact": {
        "frame_log_sha256": "\(Sample.hash)",
        "frames": 3600,
        "presented": 3600,
        "lost_vsyncs": 0,
        "chunks_released": 412,
        "cache_hits": 9000,
        "cache_misses": 120
      },
      "allocations": [
        {
          "toolchain": "swift-6.3.1",
          "architecture": "x86_64",
          "allocator": "jemalloc 5.3.0",
          "configuration": "release",
          "counts": {
            "allocations": 10800,
            "allocations_input": 0
          }
        }
      ]
    }

    """

  private func write(_ text: String, in folder: String) throws -> Gate {
    let gate = Gate(folder: folder)
    let path = try gate.path(of: Sample.cell)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return gate
  }

  @Test func theFileHasAFixedTextAndReadsBack() throws {
    let baseline = try Baseline(accepting: Sample.counts(), over: nil)
    #expect(baseline.text == Self.text)
    try Sample.withFolder { folder in
      let gate = try write(Self.text, in: folder)
      #expect(try gate.baseline(of: Sample.cell) == baseline)
      #expect(try gate.judge([Sample.counts()]).verdict == .pass)
    }
  }

  @Test func otherSpacingAndOrderReadTheSame() throws {
    try Sample.withFolder { folder in
      let squeezed = Self.text.replacingOccurrences(of: "\n", with: " \r\n\t")
      let gate = try write(squeezed, in: folder)
      #expect(try gate.judge([Sample.counts()]).verdict == .pass)
    }
  }

  @Test(arguments: [
    ("\"schema\": 1", "\"schema\": 2", 2, "schema: 2; expected a whole number, 1 to 1"),
    ("\"schema\": 1,", "", 1, "no schema"),
    ("\"frames\": 3600", "\"frames\": 3600.5", 9, "exact.frames: 3600.5; expected a whole"),
    ("\"frames\": 3600", "\"frames\": 1e3", 9, "exact.frames: 1e3; expected a whole number"),
    ("\"frames\": 3600", "\"frames\": true", 9, "exact.frames: true; expected"),
    ("\"frames\": 3600", "\"frames\": null", 9, "exact.frames: null; expected"),
    (
      "\"frames\": 3600", "\"frames\": 99999999999999999999", 9,
      "exact.frames: 99999999999999999999; expected"
    ),
    ("\"frames\": 3600", "\"frames\": \"XYZ\"", 9, "exact.frames: \"XYZ\"; expected a whole"),
    ("\"frames\": 3600", "\"frames\": []", 9, "exact.frames: a list of 0; expected a whole"),
    ("\"lost_vsyncs\"", "\"frames\"", 11, "a key stands twice: frames"),
    ("\"refresh_hz\": 120", "\"refresh_hz\": \"120\"", 6, "refresh_hz: \"120\"; expected"),
    ("\"refresh_hz\": 120", "\"refresh_hz\": 60", 1, "another cell: stream-steady.reference"),
    ("\"profile\": \"reference\"", "\"profile\": 5", 4, "profile: 5; expected a text"),
    (
      "\"profile\": \"reference\"", "\"profile\": \"a\\n\"", 4,
      "expected a string of printable ASCII"
    ),
    ("\"device\"", "\"advice\"", 5, "unknown key: advice; expected one of schema"),
    ("\"counts\": {", "\"count\": {", 22, "unknown key: count; expected one of toolchain"),
    ("    {\n", "    7, {\n", 17, "not an object: 7; expected an object with toolchain"),
    ("\"exact\": {", "\"exact\": 7, \"y\": {", 7, "unknown key: y"),
    ("\"cache_misses\": 120", "\"cache_misses\": 120,", 15, "a key in double quotes"),
    ("3600,\n", "3600\n", 10, "expected ',' or '}'"),
    ("]\n}\n", "]\n} x", 28, "expected the end of the file"),
    ("  ]\n}\n", "", 27, "the file ends"),
  ])
  func aMistakeInTheFileIsNamedWithLineKeyAndValue(
    good: String,
    bad: String,
    line: Int,
    words: String
  ) throws {
    try Sample.withFolder { folder in
      guard let place = Self.text.range(of: good) else {
        Issue.record("\(good) is not in the text")
        return
      }
      let gate = try write(Self.text.replacingCharacters(in: place, with: bad), in: folder)
      let error = Sample.error { _ = try gate.judge([Sample.counts()]) }
      let message = try #require(error)
      let path = try gate.path(of: Sample.cell)
      #expect(message.hasPrefix("\(path):\(line):"), "\(message)")
      #expect(message.contains(words), "\(message)")
    }
  }

  @Test func emptyFilesFoldersAndBytesThatAreNoTextAreNamed() throws {
    try Sample.withFolder { folder in
      let gate = try write("", in: folder)
      let path = try gate.path(of: Sample.cell)
      #expect(
        Sample.error { _ = try gate.judge([Sample.counts()]) }?.hasPrefix("\(path):1:")
          == true
      )
      try Data([0x22, 0xFF, 0xFE, 0x22]).write(to: URL(fileURLWithPath: path))
      #expect(
        Sample.error { _ = try gate.judge([Sample.counts()]) }?.contains("UTF-8")
          == true
      )
      let nested = String(repeating: "[", count: 100_000)
      try Data(nested.utf8).write(to: URL(fileURLWithPath: path))
      #expect(
        Sample.error { _ = try gate.judge([Sample.counts()]) }?
          .contains("at most 8 levels") == true
      )
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createDirectory(
        atPath: path,
        withIntermediateDirectories: false
      )
      #expect(
        Sample.error { _ = try gate.judge([Sample.counts()]) }?
          .hasPrefix("\(path): a directory") == true
      )
    }
  }

  @Test func aFileThatCannotBeWrittenLeavesNothingBehind() throws {
    try Sample.withFolder { folder in
      let gate = Gate(folder: folder)
      let path = try gate.path(of: Sample.cell)
      // A folder under the file's name: renaming onto it fails after the temporary was written.
      try FileManager.default.createDirectory(
        atPath: path + "/inside",
        withIntermediateDirectories: true
      )
      #expect(throws: InputError.self) { try gate.accept([Sample.counts()]) }
      #expect(try Sample.files(in: folder) == ["\(Sample.cell).json"])
      try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/file"))
      let below = Gate(folder: folder + "/file/baselines")
      let error = Sample.error { _ = try below.accept([Sample.counts()]) }
      #expect(error?.contains("Not a directory") == true)
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
      let file = URL(fileURLWithPath: try gate.path(of: Sample.cell))
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

  @Test func anyCountsThatAreAcceptedPassAndAnyOtherNumberDoesNot() throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1
    let iterations = environment["ITERATIONS"].flatMap { Int($0) } ?? 300
    var generator = SeededGenerator(seed: seed, index: 1)
    let kinds: [CountExpectation] = [.exact, .fewerIsBetter, .moreIsBetter]
    try Sample.withFolder { folder in
      let gate = Gate(folder: folder)
      for iteration in 0..<iterations {
        var counts = Sample.counts(allocations: 1 + generator.nextIndex(below: 1_000_000))
        for name in 0..<generator.nextIndex(below: 20) {
          counts.exact.set(
            "name \(name)",
            count: generator.nextIndex(below: 2_000_000) - 1_000_000,
            expectation: kinds[generator.nextIndex(below: 3)]
          )
        }
        _ = try gate.accept([counts])
        #expect(try gate.judge([counts]).verdict == .pass, "SEED=\(seed) iteration \(iteration)")
        let entry = counts.exact.entries[
          1 + generator.nextIndex(below: counts.exact.entries.count - 1)
        ]
        guard case .count(let old) = entry.value else { continue }
        counts.exact.set(
          entry.name,
          count: old + (generator.nextIndex(below: 2) == 0 ? 1 : -1),
          expectation: entry.expectation
        )
        #expect(try gate.judge([counts]).verdict != .pass, "SEED=\(seed) iteration \(iteration)")
      }
    }
  }
}
