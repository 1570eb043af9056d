import Files
import Foundation
import LoadGeneration
import Testing

/// What a broken file is answered with, to the letter.
@Suite struct BadInputTests {
  private func streamError(_ text: String) -> String {
    error { () throws(InputError) in _ = try StreamFile(bytes: Array(text.utf8), path: "a.ndjson") }
  }

  private func scriptError(_ text: String) -> String {
    error { () throws(InputError) in _ = try EventScript(bytes: Array(text.utf8), path: "a.ndjson")
    }
  }

  private func error(_ body: () throws(InputError) -> Void) -> String {
    do {
      try body()
      return "no error"
    } catch {
      return error.description
    }
  }

  private static let once = "Write one complete JSON object a line."

  @Test(
    arguments: [
      (
        "{\"t_ms\": 1, \"text\": \"a\"}\n{\"t_ms\": 2, \"text\": \"b\"\n",
        "a.ndjson:2:24: broken JSON: the line ends; expected ',' or '}'.\n\(once)"
      ),
      (
        "{\"t_ms\": 1, \"text\": \"åäö\" x}",
        "a.ndjson:1:27: broken JSON: x}; expected ',' or '}'.\n\(once)"
      ),
      (
        "{\"t_ms\": 01, \"text\": \"a\"}",
        "a.ndjson:1:11: broken JSON: 1, \"text\": \"a\"}; expected a number without leading zeros."
          + "\n\(once)"
      ),
      (
        "{\"t_ms\": NaN, \"text\": \"a\"}",
        "a.ndjson:1:10: broken JSON: NaN, \"text\": \"a\"}; expected a value.\n\(once)"
      ),
      (
        "{\"t_ms\": 1, \"text\": \"a",
        "a.ndjson:1:23: broken JSON: the line ends; expected a closing '\"'.\n\(once)"
      ),
      (
        "{\"t_ms\": 1, \"text\": \"\\q\"}",
        "a.ndjson:1:22: broken JSON: \\q\"}; expected an escape of JSON: "
          + "\\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u.\n\(once)"
      ),
      (
        "{\"t_ms\": 1, \"text\": \"\\ud83d\"}",
        "a.ndjson:1:22: broken JSON: \\ud83d\"}; expected a pair of surrogates.\n"
          + "Give half a character in \"bytes_hex\"."
      ),
      (
        "{\"t_ms\": 1, \"text\": \"a\"} {}",
        "a.ndjson:1:26: broken JSON: {}; expected the end of the line.\n\(once)"
      ),
      (
        "[1]",
        "a.ndjson:1:1: not an object: a list of 1; "
          + "expected an object with t_ms and text, bytes_hex or chars.\n"
          + "Write the fields between { and }."
      ),
    ])
  func aBrokenLineIsNamedWithItsColumn(text: String, message: String) {
    #expect(streamError(text) == message)
  }

  @Test(
    arguments: [
      (
        "{\"text\": \"a\"}",
        "a.ndjson:1:1: no t_ms: {text}; expected the key t_ms.\nAdd \"t_ms\"."
      ),
      (
        "{\"t_ms\": 1}",
        "a.ndjson:1:1: no text; expected exactly one of text, bytes_hex and chars.\nAdd \"text\"."
      ),
      (
        "{\"t_ms\": 1, \"text\": \"a\", \"chars\": 1}",
        "a.ndjson:1:1: more than one text: text and chars; "
          + "expected exactly one of text, bytes_hex and chars.\nKeep one of them."
      ),
      (
        "{\"t_ms\": \"1\", \"text\": \"a\"}",
        "a.ndjson:1:10: wrong value for t_ms: \"1\"; "
          + "expected milliseconds from the start, 0 to 604800000.\nCorrect \"t_ms\"."
      ),
      (
        "{\"t_ms\": 1, \"text\": 7}",
        "a.ndjson:1:21: wrong value for text: 7; expected a text in quotes.\nCorrect \"text\"."
      ),
      (
        "{\"t_ms\": 1, \"chars\": 1.5}",
        "a.ndjson:1:22: wrong value for chars: 1.5; "
          + "expected a whole number of characters, 0 to 4194304.\nRound it: 2."
      ),
      (
        "{\"t_ms\": -0.5, \"text\": \"a\"}",
        "a.ndjson:1:10: negative time for t_ms: -0.5; "
          + "expected milliseconds from the start, 0 to 604800000.\n"
          + "Count t_ms from the request, which is at 0."
      ),
      (
        "{\"t_ms\": 1e999, \"text\": \"a\"}",
        "a.ndjson:1:10: time out of range for t_ms: 1e999; "
          + "expected milliseconds from the start, 0 to 604800000.\n"
          + "Count t_ms in milliseconds from the request, not from 1970."
      ),
      (
        "{\"t_ms\": 12.5, \"text\": \"a\"}\n\n{\"t_ms\": 12.4, \"text\": \"b\"}",
        "a.ndjson:3:10: the time goes backward: 12.4; expected t_ms of at least 12.5, "
          + "as in line 1.\nSort the lines by t_ms; lines with one time are one flush."
      ),
      (
        "{\"t_ms\": 1, \"bytes_hex\": \"e28\"}",
        "a.ndjson:1:26: an odd number of digits for bytes_hex: \"e28\"; "
          + "expected pairs of hexadecimal digits.\nWrite two digits 0-9, a-f for every byte."
      ),
      (
        "{\"t_ms\": 1, \"bytes_hex\": \"zz\"}",
        "a.ndjson:1:26: not hexadecimal for bytes_hex: \"zz\"; "
          + "expected pairs of hexadecimal digits.\nWrite two digits 0-9, a-f for every byte."
      ),
      (
        "{\"t_ms\": 1, \"txt\": \"a\"}",
        "a.ndjson:1:13: unknown key: txt; expected one of t_ms, text, bytes_hex, chars.\n"
          + "Did you mean text?"
      ),
      (
        "{\"t_ms\": 1, \"t_ms\": 2, \"text\": \"a\"}",
        "a.ndjson:1:13: a key stands twice: t_ms; expected each key once.\nRemove one of them."
      ),
      (
        "{\"t_ms\": 1, \"text\": \"a\"}\n{\"t_ms\": 1, \"event\": \"stop\"}",
        "a.ndjson:2:13: an event in a stream: \"stop\"; expected tokens only, "
          + "as in the first line.\n"
          + "Put tokens into an event script as {\"t_ms\": 0, \"event\": \"token\", ...}."
      ),
      (
        "",
        "a.ndjson: the file is empty; expected a JSON object a line.\n"
          + "Give a stream or an event script."
      ),
      (
        "\n \r\n",
        "a.ndjson: the file has blank lines only; expected a JSON object a line.\n"
          + "Give a stream or an event script."
      ),
    ])
  func aWrongValueIsNamedWithWhatWasExpected(text: String, message: String) {
    #expect(streamError(text) == message)
  }

  @Test func bytesThatAreNotUTF8AreNamedWithTheirColumn() {
    var bytes = Array("{\"t_ms\": 1, \"text\": \"é\"}\n{\"t_ms\": 2, \"text\": \"é".utf8)
    bytes += [0xE2, 0x82, 0x22, 0x7D]
    let message = error { () throws(InputError) in
      _ = try StreamFile(bytes: bytes, path: "a.ndjson")
    }
    #expect(
      message == "a.ndjson:2:23: not UTF-8: bytes E2 82 22 7D; expected UTF-8.\n"
        + "Save the file as UTF-8; in a stream give half a character in \"bytes_hex\"."
    )
  }

  @Test func aFileThatCannotBeReadIsNamed() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "stillpoint-bad-input-\(ProcessInfo.processInfo.processIdentifier)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let missing = folder.appendingPathComponent("missing.ndjson").path
    let current = FileManager.default.currentDirectoryPath
    #expect(
      error { () throws(InputError) in _ = try LoadFile.read(missing) }
        == "\(missing): no such file; expected a file that exists.\n"
        + "Check the path; it is taken from \(current)."
    )
    #expect(
      error { () throws(InputError) in _ = try LoadFile.read(folder.path) }
        == "\(folder.path): a directory; expected a file.\nName a file in it."
    )
    let empty = folder.appendingPathComponent("empty.ndjson").path
    #expect(FileManager.default.createFile(atPath: empty, contents: Data()))
    #expect(
      error { () throws(InputError) in _ = try LoadFile.read(empty) }
        == "\(empty): the file is empty; expected a JSON object a line.\n"
        + "Give a stream or an event script."
    )
    let locked = folder.appendingPathComponent("locked.ndjson").path
    #expect(FileManager.default.createFile(atPath: locked, contents: Data("{}".utf8)))
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: locked)
    if !FileManager.default.isReadableFile(atPath: locked) {
      #expect(
        error { () throws(InputError) in _ = try LoadFile.read(locked) }
          == "\(locked): no permission to read; expected a readable file.\n"
          + "Give yourself the right: chmod u+r \(locked)"
      )
    }
  }

  @Test(
    arguments: [
      (
        "{\"t_ms\": 0, \"event\": \"window_open\"}",
        "a.ndjson:1:1: no window: {t_ms, event}; expected the key window.\n"
      ),
      (
        "{\"t_ms\": 0, \"event\": \"stream_beginn\", \"id\": \"a\"}",
        "a.ndjson:1:22: unknown name for event: \"stream_beginn\"; "
      ),
      (
        "{\"t_ms\": 0, \"event\": \"stop\", \"window\": 1}",
        "a.ndjson:1:40: wrong value for window: 1; expected a text in quotes.\n"
      ),
      (
        "{\"t_ms\": 0, \"event\": \"stop\", \"window\": \"\"}",
        "a.ndjson:1:40: wrong value for window: \"\"; expected a name that is not empty.\n"
      ),
      (
        "{\"t_ms\": 0, \"event\": \"drop\", \"overlap\": 1.1, "
          + "\"item\": {\"kind\": \"text\", \"text\": \"a\"}}",
        "a.ndjson:1:41: wrong value for overlap: 1.1; expected a number of parts of the item, 0 to 1.\n"
      ),
      (
        "{\"t_ms\": 0, \"event\": \"drop\", \"overlap\": 1, "
          + "\"item\": {\"kind\": \"text\", \"text\": \"a\", \"source\": \"b\"}}",
        "a.ndjson:1:82: unknown key: source; expected one of kind, text.\n"
      ),
      (
        "{\"t_ms\": 0, \"event\": \"stop\"}\n{\"t_ms\": 0, \"text\": \"a\"}",
        "a.ndjson:2:1: a token in an event script; expected the key event, as in the first line.\n"
      ),
      (
        "{\"t_ms\": 0, \"event\": \"load\", \"messages\": [{\"id\": \"a\", "
          + "\"role\": \"user\", \"text\": \"\"}, {\"id\": \"a\", \"role\": \"user\", \"text\": \"\"}]}",
        "a.ndjson:1:84: the id a stands twice for messages: {id, role, text}; "
      ),
      (
        "{\"t_ms\": 0, \"event\": \"append\", \"message\": {\"id\": \"a\", "
          + "\"role\": \"usr\", \"text\": \"\"}}",
        "a.ndjson:1:63: wrong value for role: \"usr\"; expected one of user, assistant, "
          + "placeholder.\nDid you mean user?"
      ),
      (
        "{\"t_ms\": 5, \"event\": \"slow_phase\", \"phase\": \"reveal\", "
          + "\"cost_ms\": 1, \"until_ms\": 4}",
        "a.ndjson:1:81: wrong value for until_ms: 4; expected a time not before t_ms.\n"
      ),
      (
        "{\"t_ms\": 0, \"event\": \"set_height\", \"id\": \"a\", \"height_pt\": -1}",
        "a.ndjson:1:60: wrong value for height_pt: -1; expected a number of points, 0 to 1000000.\n"
      ),
      (
        "{\"t_ms\": 0, \"event\": \"scroll_to\", \"edge\": \"top\", \"id\": \"a\"}",
        "a.ndjson:1:1: where to scroll is unclear: edge and id; "
      ),
    ])
  func aWrongEventIsNamed(text: String, beginning: String) {
    #expect(scriptError(text).hasPrefix(beginning), "\(scriptError(text))")
  }

  @Test func everyMessageHasTwoLines() {
    let error = InputError(
      path: "a",
      line: 1,
      column: 2,
      problem: "x",
      value: "b\nc\u{2028}" + String(repeating: "é", count: 50),
      expected: "y",
      advice: "z."
    )
    #expect(error.description.split(separator: "\n").count == 2)
    #expect(error.value == "b\\x0ac\\u{2028}" + String(repeating: "é", count: 36) + "...")
  }
}
