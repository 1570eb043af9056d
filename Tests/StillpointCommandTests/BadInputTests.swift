import Foundation
import Testing

@Suite struct BadInputTests {
  /// A file that cannot be replayed, and what its message must name.
  struct Case: CustomStringConvertible, Sendable {
    var name: String
    var bytes: [UInt8]
    var mentions: [String]
    var description: String { name }

    init(_ name: String, _ text: String, _ mentions: [String]) {
      self.init(name, bytes: Array(text.utf8), mentions)
    }

    init(_ name: String, bytes: [UInt8], _ mentions: [String]) {
      self.name = name
      self.bytes = bytes
      self.mentions = mentions
    }
  }

  static let cases = [
    Case("empty", "", ["empty.ndjson", "expected"]),
    Case(
      "broken line",
      "{\"t_ms\": 1, \"text\": \"a\"}\n{\"t_ms\": 2, \"text\"\n",
      ["broken line.ndjson:2:", "expected"]
    ),
    Case("negative time", "{\"t_ms\": -1, \"text\": \"a\"}\n", [":1:10", "-1", "expected"]),
    Case(
      "backward time",
      "{\"t_ms\": 5, \"text\": \"a\"}\n{\"t_ms\": 4, \"text\": \"b\"}\n",
      [":2:10", "4", "expected"]
    ),
    Case(
      "not UTF-8",
      bytes: Array("{\"t_ms\": 1, \"text\": \"".utf8) + [0xFF, 0x22, 0x7D, 0x0A],
      [":1:", "UTF-8"]
    ),
  ]

  @Test(arguments: cases)
  func aFaultyStreamIsOneMessageAndLeavesNothingBehind(_ fault: Case) throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let file = try program.file(fault.name + ".ndjson", bytes: fault.bytes)
    let ending = try program.run([
      "replay", file, "--measurer", "fixed", "--cost", "modelled", "--frames",
      program.path("log.ndjson"), "--output", program.path("out"),
    ])
    #expect(ending.code == 1)
    for mention in fault.mentions {
      #expect(ending.errors.contains(mention), "\(ending.errors) lacks \(mention)")
    }
    #expect(ending.errors.contains("error: "))
    #expect(!FileManager.default.fileExists(atPath: program.path("out")))
    #expect(!FileManager.default.fileExists(atPath: program.path("log.ndjson")))
  }

  /// A script of a bug is there to be looked at, whatever it is refused.
  @Test func aRefusedEditIsNamedAndTheRunIsShown() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let message = #"{"id": "a", "role": "user", "text": "Hello"}"#
    let file = try program.file(
      "bug.ndjson",
      #"{"t_ms": 0, "event": "append", "message": \#(message)}"# + "\n"
        + #"{"t_ms": 120, "event": "append", "message": \#(message)}"# + "\n"
        + #"{"t_ms": 250, "event": "remove", "id": "b"}"# + "\n"
    )
    let ending = try program.run([
      "replay", file, "--measurer", "fixed", "--cost", "modelled", "--frames",
      program.path("log.ndjson"), "--output", program.path("out"),
    ])
    #expect(ending.code == 1)
    for part in [
      "error: ", "at 120 ms, \(file):2: message a is there already",
      "at 250 ms, \(file):3: no message is named b",
    ] {
      #expect(ending.errors.contains(part), "\(ending.errors) lacks \(part)")
    }
    let log = try String(
      decoding: Data(contentsOf: URL(fileURLWithPath: program.path("log.ndjson"))),
      as: UTF8.self
    )
    #expect(log.split(separator: "\n").count == 4)
    #expect(log.contains(#""refused":[{"t_ms":120,"line":2,"reason":"message a is there"#))
    for name in ["index.html", "run.json", "summary.md", "junit.xml"] {
      #expect(FileManager.default.fileExists(atPath: program.path("out/" + name)), "\(name)")
    }
    let summary = try String(
      decoding: Data(contentsOf: URL(fileURLWithPath: program.path("out/summary.md"))),
      as: UTF8.self
    )
    #expect(summary.contains("2 edits were refused"))
  }

  @Test func aMissingFileAndAFolderAreNamed() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    for name in ["nowhere.ndjson", ""] {
      let path = name.isEmpty ? program.folder.path : program.path(name)
      let ending = try program.run(["replay", path, "--output", program.path("out")])
      #expect(ending.code == 1)
      #expect(ending.errors.contains(path))
      #expect(!FileManager.default.fileExists(atPath: program.path("out")))
    }
  }

  @Test func anOutputThatCannotBeWrittenIsNamed() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let stream = try program.file("a.ndjson", "{\"t_ms\": 1, \"text\": \"a \"}\n")
    let inTheWay = try program.file("plain", "a file where a folder is needed")
    let ending = try program.run([
      "replay", stream, "--measurer", "fixed", "--output", inTheWay + "/out",
    ])
    #expect(ending.code == 1)
    #expect(ending.errors.contains(inTheWay), "\(ending.errors)")
  }

  @Test(arguments: [
    (["run", "stream-stedy"], 64 as Int32, "stream-steady"),
    (["run", "stream-steady", "--profile", "referense"], 64, "reference"),
    (["run", "stream-steady", "--device", "iphone-15"], 64, "iphone-15-pro"),
    (["run"], 64, "--all"),
    (["run", "stream-steady", "--refresh", "0"], 64, "60"),
    (["replay"], 64, "file"),
  ])
  func aMistypedNameListsWhatIsNear(_ arguments: [String], _ code: Int32, _ hint: String) throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let ending = try program.run(arguments + [])
    #expect(ending.code == code, "\(ending.errors)")
    #expect(ending.errors.contains(hint), "\(ending.errors)")
  }
}
