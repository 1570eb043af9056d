import Files
import Foundation
import Testing
import Timebase

@Suite struct FileNameTests {
  /// Whatever bytes a name has, its text gives them again, and stands in JSON.
  @Test func anyBytesSurviveTheWayThroughText() throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1
    let iterations = environment["ITERATIONS"].flatMap { Int($0) } ?? 2_000
    var generator = SeededGenerator(seed: seed)
    // Pieces that are close to what stands for a byte, and to the ends of UTF-8.
    let pieces: [[UInt8]] = [
      [0xF4, 0x8F, 0xBE, 0x80], [0xF4, 0x8F, 0xBF, 0xBF], [0xF4, 0x8F, 0xBC, 0x80], [0xF4, 0x8F],
      [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xE9], [0xC3, 0xA9], Array("e\u{301}".utf8),
    ]
    for iteration in 0..<iterations {
      var bytes: [UInt8] = []
      for _ in 0..<generator.nextIndex(below: 12) {
        if generator.nextIndex(below: 2) == 0 {
          bytes += pieces[generator.nextIndex(below: pieces.count)]
        } else {
          bytes.append(UInt8(1 + generator.nextIndex(below: 255)))
        }
      }
      let text = FileName.text(of: bytes)
      #expect(FileName.bytes(of: text) == bytes, "SEED=\(seed) iteration \(iteration): \(bytes)")
      let sent = try JSONDecoder().decode([String].self, from: JSONEncoder().encode([text]))[0]
      #expect(FileName.bytes(of: sent) == bytes, "SEED=\(seed) iteration \(iteration): \(bytes)")
    }
  }

  @Test func peopleSeeTheBytes() {
    #expect(FileName.shown(FileName.text(of: [0x6E, 0xE9, 0x2E])) == #"n\xE9."#)
    #expect(FileName.shown("né.ndjson") == "né.ndjson")
  }

  @Test func aNameIsOneWordOfACommand() {
    #expect(FileName.word("runs/né-1.csv") == "runs/né-1.csv")
    #expect(FileName.word("my (1) *b*.csv") == "'my (1) *b*.csv'")
    #expect(FileName.word("it's $HOME") == #"'it'\''s $HOME'"#)
    #expect(FileName.word("") == "''")
  }

  @Test func partsOfANameAreThoseOfThePath() {
    #expect(FileName.last(of: "a/b.c") == "b.c")
    #expect(FileName.stem(of: "a/b.tar.gz") == "b.tar")
    #expect(FileName.stem(of: ".hidden") == ".hidden")
    #expect(FileName.folder(of: "a/b/") == "a")
    #expect(FileName.folder(of: "/a") == "/")
    #expect(FileName.folder(of: "a") == ".")
    #expect(FileName.joined("a/", "b") == "a/b")
    #expect(FileName.joined("a", "/b") == "/b")
  }

  @Test func aNameIsFollowedToWhatIsOrWillBeThere() throws {
    try TemporaryFolder.with { folder in
      let real = FileName.resolved(folder)
      try Data().write(to: URL(fileURLWithPath: folder + "/file"))
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/link",
        withDestinationPath: "new/file"
      )
      #expect(FileName.resolved(folder + "/file") == real + "/file")
      #expect(FileName.resolved(folder + "/link") == real + "/new/file")
      #expect(FileName.resolved(folder + "/a/./b/../c") == real + "/a/c")
      #expect(FileName.resolved(folder + "/") == real)
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/loop",
        withDestinationPath: "loop"
      )
      #expect(FileName.resolved(folder + "/loop/x").hasSuffix("/loop/x"))
    }
  }
}
