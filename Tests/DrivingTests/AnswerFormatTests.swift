import Driving
import Foundation
import Testing

@Suite struct AnswerFormatTests {
  @Test(arguments: AnswerFormat.all)
  func everyLineOfDataIsJSON(_ format: AnswerFormat) throws {
    let text = (format.begin + format.token + format.end).replacing(
      "TEXT",
      with: "\"a \\\"b\\\"\""
    )
    var count = 0
    for line in text.split(separator: "\n") where !line.hasPrefix("event: ") {
      let data = line.hasPrefix("data: ") ? line.dropFirst(6) : line
      if data == "[DONE]" { continue }
      _ = try JSONSerialization.jsonObject(with: Data(data.utf8))
      count += 1
    }
    #expect(count >= 2)
    let whole = format.whole.replacing("TEXT", with: "\"a\"")
    _ = try JSONSerialization.jsonObject(with: Data(whole.utf8))
  }

  @Test(arguments: AnswerFormat.all)
  func aTokenStandsInItOnce(_ format: AnswerFormat) {
    #expect(format.token.ranges(of: "TEXT").count == 1)
    #expect(!format.begin.contains("TEXT") && !format.end.contains("TEXT"))
  }

  @Test func everyNameHasAFormat() {
    #expect(AnswerFormat.names.allSatisfy { !AnswerFormat.named($0).isEmpty })
    #expect(AnswerFormat.named("none").isEmpty)
  }
}
