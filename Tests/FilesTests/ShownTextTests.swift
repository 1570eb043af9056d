import Files
import Testing
import Timebase

@Suite struct ShownTextTests {
  @Test func aValueIsOneLineThatSteersNothing() {
    let name = "a\n::error::b\u{1B}[2J\u{202E}c\u{9B}"
    let words: ShownText = "\(name): no such file"
    #expect(words.text == "a\\x0a::error::b\\x1b[2J\\u{202e}c\\x9b: no such file")
    #expect(
      ShownText.value("caf\u{E9} \u{1F468}\u{200D}\u{1F469}")
        == "caf\u{E9} \u{1F468}\u{200D}\u{1F469}"
    )
    #expect(ShownText.value(FileName.text(of: [0x61, 0xFF])) == "a\\xFF")
  }

  @Test func aValueHasItsBeginningAndItsEnd() {
    let value = ShownText.value("begin" + String(repeating: "x", count: 200_000) + "end")
    #expect(value.count <= ShownText.most + 3)
    #expect(value.hasPrefix("begin") && value.contains("x...x") && value.hasSuffix("end"))
    #expect(ShownText.value(String(repeating: "y", count: ShownText.most)).count == ShownText.most)
  }

  @Test func textOfSeveralLinesKeepsThem() {
    let words: ShownText = "\(lines: "a\nb\u{7}") and \(sentence: "c\nd")"
    #expect(words.text == "a\nb\\x07 and c\\x0ad")
    let both: ShownText = "\(1)" + "\(2)"
    #expect(both.text == "12")
  }

  @Test func jsonStaysWhatItWas() {
    #expect(
      ShownText.json("{\"a\": \"\u{202E}\u{E0001}é\"}") == "{\"a\": \"\\u202e\\udb40\\udc01é\"}"
    )
  }
}
