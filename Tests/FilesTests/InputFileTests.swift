import Files
import Foundation
import Testing

@Suite struct InputFileTests {
  private func error(_ path: String, as shape: InputFile.Shape = .lines) -> String {
    do {
      _ = try InputFile.read(path, as: shape)
      return "no error"
    } catch {
      return "\(error)"
    }
  }

  @Test func aByteOrderMarkIsTakenOffAndUTF16IsNamed() throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/a"
      try Data([0xEF, 0xBB, 0xBF, 0x61]).write(to: URL(fileURLWithPath: path))
      let file = try InputFile.read(path, as: .lines)
      #expect(file.bytes == [0x61] && file.isRepeatable)
      for mark in [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]] {
        try Data(mark + [0x61, 0]).write(to: URL(fileURLWithPath: path))
        #expect(error(path).contains("UTF-16") && error(path).contains("iconv"))
      }
    }
  }

  @Test func aPipeIsReadAndCannotBeReadAgain() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    _ = [UInt8]("abc".utf8).withUnsafeBytes { SystemCalls.write($0, to: ends[1]) }
    close(ends[1])
    let file = try InputFile.read("/dev/fd/\(ends[0])", as: .lines)
    close(ends[0])
    #expect(file.bytes == Array("abc".utf8) && !file.isRepeatable)
  }

  @Test func whatIsNoFileIsNamedWithWhatToDo() throws {
    try TemporaryFolder.with { folder in
      #expect(error(folder + "/none").contains("no such file"))
      #expect(error(folder).contains("a directory"))
      #expect(error("").contains("an empty name"))
      #expect(error("a\u{0}b").contains("cannot be read"))
    }
  }

  @Test func aNameThatIsNearIsProposed() throws {
    try TemporaryFolder.with { folder in
      for name in ["dist", "first.csv", ".dits"] {
        try Data().write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
      #expect(error(folder + "/dits").contains("Did you mean \(folder)/dist?"))
      #expect(error(folder + "/frist.csv").contains("Did you mean \(folder)/first.csv?"))
      // Another ending is another kind of file.
      #expect(error(folder + "/first.xml").contains("Check the path"))
      #expect(error(folder + "/other").contains("Check the path"))
      #expect(error("http://localhost:3000").contains("`command` and `port`"))
    }
  }

  /// A line, a file and a number of lines beyond the limit are refused while they are read.
  @Test func limitsAreNamedWithTheWayToRaiseThem() throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/a"
      let longest = InputLimit.lineBytes.standard
      try Data(repeating: 0x61, count: longest + 1).write(to: URL(fileURLWithPath: path))
      #expect(error(path).contains("STILLPOINT_MAX_LINE_BYTES"))
      try Data(repeating: 0x0A, count: InputLimit.lines.standard + 2)
        .write(to: URL(fileURLWithPath: path))
      #expect(error(path).contains("STILLPOINT_MAX_LINES"))
      #expect(error(path, as: .document) == "no error")
      #expect(error(path, as: .bytes(100)).contains("too large"))
    }
  }

  /// In a process of its own, as other tests read the environment at the same time.
  @Test func aLimitThatIsNoNumberIsNamed() async {
    await #expect(processExitsWith: .success) {
      setenv("STILLPOINT_MAX_ALIASES", "many", 1)
      let error = #expect(throws: InputError.self) { try InputLimit.aliases.value() }
      #expect(error?.description.contains("STILLPOINT_MAX_ALIASES") == true)
    }
  }
}
