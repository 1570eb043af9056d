import Foundation
import Testing

/// `stillpoint check` as a user runs it, on recordings that are a table of times each.
@Suite struct CheckTests {
  /// Six recordings at 60 Hz, whose clocks differ a little; a picture of the second one comes late by so many
  /// periods.
  private func record(
    _ program: ShippedProgram,
    latePeriods: Int = 0,
    frames: Int = 600,
    areCopies: Bool = false
  ) throws {
    for number in 1...6 {
      var lines = ["present_ms"]
      var tick = 0
      for frame in 0..<frames {
        let isLate = frame == 300 && (number == 2 || areCopies)
        tick += isLate ? 1 + latePeriods : 1
        let clock = areCopies ? 0 : Double(number * frame) * 1e-5
        lines.append(String(format: "%.3f", Double(tick) * 1000 / 60 + clock))
      }
      _ = try program.file("rec-\(number).csv", lines.joined(separator: "\n") + "\n")
    }
  }

  private func check(_ program: ShippedProgram, _ more: String...) throws -> ShippedProgram.Ending {
    try program.run(
      ["check", "--file", program.path("stillpoint.yaml"), "--output", program.path("out")] + more
    )
  }

  @Test func aCheckAcceptsComparesAndFails() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let file = try program.file(
      "stillpoint.yaml",
      "recordings: [{name: app, files: rec-*.csv, refresh: 60, gaps: stall}]\ncompare: none # yet\n"
    )
    try record(program)
    let first = try check(program)
    #expect(first.code == 0, "\(first.errors)\(first.output)")
    #expect(first.output.contains("Compared with nothing"))
    #expect(try check(program, "--accept", "--reason", "the first").code == 0)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("compare: {with: .stillpoint/baseline.json}"))
    #expect(!text.contains("compare: none"))
    let second = try check(program)
    #expect(second.code == 0, "\(second.errors)\(second.output)")
    #expect(second.output.contains("the first"))
    try record(program, latePeriods: 18)
    let frozen = try check(program)
    #expect(frozen.code == 2)
    let comment = try String(contentsOfFile: program.path("out/comment.md"), encoding: .utf8)
    let lines = comment.split(separator: "\n")
    #expect(lines[0].hasPrefix("**Stillpoint: missed**"))
    #expect(lines[1].contains("app, in 1 of 6 recordings, rec-2.csv: "))
    #expect(lines[1].contains("longest hitch 300"))
    // What leads from there to the moment: the recording's page, and the command that shows it again.
    let page = try String(contentsOfFile: program.path("out/index.html"), encoding: .utf8)
    #expect(page.contains("href=\"runs/app/index.html\""))
    #expect(page.contains("<code>stillpoint analyze ") && page.contains("/rec-2.csv</code>"))
    let kept = try String(contentsOfFile: program.path("out/runs/app/index.html"), encoding: .utf8)
    #expect(kept.contains("at 5.0 s a frame was 300 ms late"))
    #expect(!kept.contains("rec-3.csv:"))
    // What was found before is not there when nothing is found.
    try record(program)
    #expect(try check(program).code == 0)
    #expect(!FileManager.default.fileExists(atPath: program.path("out/runs/app")))
  }

  /// A recording may be a folder of its files, as an export of a table and of what belongs to it is.
  @Test func foldersOfRecordingsThatAreFoldersAreCompared() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    try record(program)
    for (side, numbers) in [("before", 1...3), ("after", 4...6)] {
      for number in numbers {
        let folder = program.path("\(side)/\(number)")
        try FileManager.default.createDirectory(
          atPath: folder,
          withIntermediateDirectories: true
        )
        try FileManager.default.moveItem(
          atPath: program.path("rec-\(number).csv"),
          toPath: folder + "/rec.csv"
        )
      }
    }
    let compared = try program.run(["compare", program.path("before"), program.path("after")])
    #expect(compared.code == 3, "\(compared.errors)")
    #expect(compared.output.contains("3 and 3 recordings"), "\(compared.output)")
    let analyzed = try program.run(
      ["analyze", program.path("before/1/rec.csv"), program.path("before/2/rec.csv")]
        + ["--refresh", "60", "--gaps", "stall", "--output", program.path("out")]
    )
    #expect(analyzed.code == 0, "\(analyzed.errors)")
    #expect(analyzed.output.contains("2/rec.csv"), "\(analyzed.output)")
  }

  @Test func copiesAndShortRecordingsAreNoPass() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    _ = try program.file(
      "stillpoint.yaml",
      "recordings: [{name: app, files: rec-*.csv, refresh: 60, gaps: stall}]\n"
    )
    try record(program)
    #expect(try check(program, "--accept", "--reason", "the first").code == 0)
    // Six of the same frames, none of which is late, are six.
    try record(program, areCopies: true)
    let equal = try check(program)
    #expect(equal.code == 0, "\(equal.output)")
    try record(program, latePeriods: 1, areCopies: true)
    let copies = try check(program)
    #expect(copies.code == 3, "\(copies.output)")
    #expect(copies.output.contains("5 of 6 recordings are copies and count once"))
    try record(program, frames: 200)
    let short = try check(program)
    #expect(short.code == 3, "\(short.output)")
    #expect(short.output.contains("half a recording: about 200 frames each, in the baseline 600"))
  }

  @Test func whatCannotBeMeasuredIsNotAccepted() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    _ = try program.file("stillpoint.yaml", "recordings: [{files: none-*.csv}]\n")
    let ending = try check(program, "--accept", "--reason", "why")
    #expect(ending.code == 3)
    #expect(ending.errors.contains("no file matches none-*.csv"))
    #expect(!FileManager.default.fileExists(atPath: program.path(".stillpoint")))
  }

  @Test func acceptingChangesOneValueAndNamesTheLineItCannotChange() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    try record(program)
    let head = "recordings:\r\n  - {name: app, files: rec-*.csv, refresh: 60, gaps: stall}\r\n"
    let file = try program.file("stillpoint.yaml", head + "compare: none\r\n")
    #expect(try check(program, "--accept", "--reason", "the first").code == 0)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text == head + "compare: {with: .stillpoint/baseline.json}\r\n")
    for value in ["&none none", "{with: none}", "[none]"] {
      let before = head + "history: h.ndjson\r\ncompare: \(value)\r\n"
      _ = try program.file("stillpoint.yaml", before)
      let refused = try check(program, "--accept", "--reason", "again")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == before, "\(value)")
      if refused.code != 0 { #expect(refused.errors.contains("stillpoint.yaml:4"), "\(refused)") }
    }
  }

  @Test func anotherPhoneIsNotComparable() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    _ = try program.file(
      "stillpoint.yaml",
      "designs: [{scenario: idle, profile: reference, device: phone.yaml}]\n"
    )
    let phone = "name: my-phone\nbase: iphone-se\n"
    _ = try program.file("phone.yaml", phone + "cpu_scale: 1\n")
    #expect(try check(program, "--accept", "--reason", "the first").code == 0)
    #expect(try check(program).code == 0)
    _ = try program.file("phone.yaml", phone + "cpu_scale: 4\nhost_share: 0.9\n")
    let other = try check(program)
    #expect(other.code == 3, "\(other.output)")
    #expect(other.output.contains("not comparable: "), "\(other.output)")
    #expect(other.output.contains("the device's cpu_scale is 4, in the baseline 1"))
    #expect(!other.output.contains("is worse"))
  }

  @Test func namesAreText() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    _ = try program.file(
      "stillpoint.yaml",
      "recordings: [{name: \"@team `a` [l](e.example)\", files: \"*.csv\", refresh: 60}]\n"
    )
    let times = (0..<900).map { "\(Double($0 < 450 ? $0 : $0 + 6) * 1000 / 60)" }
    _ = try program.file(
      "![x](p.png) @some *b*.csv",
      "present_ms\n" + times.joined(separator: "\n")
    )
    #expect(try check(program).code != 0)
    let comment = try String(contentsOfFile: program.path("out/comment.md"), encoding: .utf8)
    for live in ["![x](", "[l](e", " @some", "*b*", "`a`", "- @team"] {
      #expect(!comment.contains(live), "\(live) in \(comment)")
    }
  }
}
