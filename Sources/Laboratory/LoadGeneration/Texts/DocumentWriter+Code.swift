// Code of several languages; names are drawn, so that no two samples are alike.
extension DocumentWriter {
  /// A sample: `@` stands for a name, `^` for a number.
  private struct Sample: Sendable {
    var language: String
    var head: String
    /// Lines of the middle.
    var lines: [String]
    var tail: String
  }

  private static let samples = [
    Sample(
      language: "swift",
      head: "func @(_ @: [Int]) -> Int {",
      lines: ["  let @ = @[^] + @", "  guard @ > ^ else { return ^ }", "  // 注意: @"],
      tail: "  return @\n}"
    ),
    Sample(
      language: "python",
      head: "def @(@, @=None):\n    \"\"\"Zähle @.\"\"\"",
      lines: ["    @ = @[^:] + [^]", "    for @ in range(^):", "        print(f\"{@}\")"],
      tail: "    return @"
    ),
    Sample(
      language: "javascript",
      head: "export const @ = async ({ @, @ }) => {",
      lines: ["  const @ = await @(`${@}`)", "  if (@ === ^) return @", "  @.push(...@)"],
      tail: "  return @\n}"
    ),
    Sample(
      language: "rust",
      head: "fn @<'a>(@: &'a str) -> Option<&'a str> {",
      lines: ["    let mut @ = @.len() * ^;", "    @ += @ >> ^;", "    match @ { _ => {} }"],
      tail: "    None\n}"
    ),
    Sample(
      language: "sql",
      head: "SELECT @, COUNT(*) AS @\nFROM @",
      lines: ["JOIN @ ON @.@ = @.@", "WHERE @ > ^ AND @ <> '^'", "-- @"],
      tail: "GROUP BY @\nORDER BY @ DESC;"
    ),
    Sample(
      language: "json",
      head: "{\n  \"@\": ^,",
      lines: ["  \"@\": [^, ^, ^],", "  \"@\": {\"@\": \"👩‍💻\"},", "  \"@\": null,"],
      tail: "  \"@\": true\n}"
    ),
    Sample(
      language: "bash",
      head: "#!/usr/bin/env bash\nset -euo pipefail",
      lines: ["@=$(@ --@ ^ | sort -u)", "for @ in \"${@[@]}\"; do @; done", "# @ ~~~ ` **"],
      tail: "exit ^"
    ),
    Sample(
      language: "html",
      head: "<ul class=\"@\">",
      lines: ["  <li id=\"@\">^</li>", "", "  <!-- @ -->"],
      tail: "</ul>"
    ),
  ]

  mutating func writeCode() {
    let sample = drawSample()
    let isTilde = happens(20)
    write(isTilde ? "~~~~" : "```")
    write(Array(sample.language.utf8))
    write("\n")
    writeBody(of: sample, lines: draw(2...10), indentation: "")
    write(isTilde ? "~~~~" : "```")
  }

  mutating func writeIndentedCode() {
    writeBody(of: drawSample(), lines: draw(1...3), indentation: "    ")
    write("    ")
    writeName()
  }

  mutating func writeOpenFence() {
    let sample = drawSample()
    write("```")
    write(Array(sample.language.utf8))
    write("\n")
    writeBody(of: sample, lines: 4, indentation: "")
    write("# **")
    writeWords(4)
  }

  private mutating func drawSample() -> Sample { Self.samples[draw(0...(Self.samples.count - 1))] }

  private mutating func writeBody(of sample: Sample, lines: Int, indentation: String) {
    writeLines(sample.head, indentation)
    for _ in 0..<lines { writeLines(sample.lines[draw(0...2)], indentation) }
    writeLines(sample.tail, indentation)
  }

  private mutating func writeLines(_ template: String, _ indentation: String) {
    write(Array(indentation.utf8))
    for byte in template.utf8 {
      switch byte {
      case UInt8(ascii: "@"): writeName()
      case UInt8(ascii: "^"): write(draw(0...99))
      case 0x0A:
        write("\n")
        write(Array(indentation.utf8))
      default: write([byte])
      }
    }
    write("\n")
  }
}
