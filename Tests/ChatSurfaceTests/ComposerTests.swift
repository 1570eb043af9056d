import ChatSurface
import Lengths
import Testing
import Timebase

@Suite struct ComposerTests {
  @Test(arguments: 1...6)
  func itIsTwentyEightPointsAndTwentyALine(lines: Int) throws {
    var composer = Composer()
    try composer.setLines(lines)
    #expect(composer.height == LayoutUnit(points: 28 + 20 * lines))
  }

  @Test(arguments: [0, -1, 7, 100])
  func otherNumbersOfLinesAreRefused(lines: Int) throws {
    var composer = Composer()
    try composer.setLines(3)
    let before = composer
    #expect(throws: SurfaceRefusal.composerLines(lines)) { try composer.setLines(lines) }
    #expect(composer == before)
    #expect("\(SurfaceRefusal.composerLines(lines))".contains("\(lines)"))
  }

  @Test(
    arguments: ["", " ", "\n\t ", "\u{00A0}", "\u{2003}\u{3000}", "\u{2028}\u{0085}"]
  )
  func whiteSpaceIsNothingToSend(text: String) {
    var composer = Composer()
    composer.setText(text)
    #expect(composer.button(whileTaskRuns: false) == .sendDisabled)
    #expect(text.isBlank)
  }

  @Test func textOrAnAttachmentCanBeSent() throws {
    var composer = Composer()
    #expect(composer.button(whileTaskRuns: false) == .sendDisabled)
    composer.setText("  hi ")
    #expect(composer.button(whileTaskRuns: false) == .send)
    composer.setText("")
    try composer.setAttachments(1)
    #expect(composer.button(whileTaskRuns: false) == .send)
    #expect(throws: SurfaceRefusal.attachments(-1)) { try composer.setAttachments(-1) }
    try composer.setAttachments(0)
    #expect(composer.button(whileTaskRuns: false) == .sendDisabled)
  }

  @Test func aSendEmptiesTheComposerAndItsButtonStopsWhileATaskRuns() throws {
    var composer = Composer()
    composer.setText(" two\nlines ")
    try composer.setLines(2)
    try composer.setAttachments(2)
    composer.clear()
    #expect(composer.button(whileTaskRuns: true) == .stop)
    #expect((composer.text, composer.attachments, composer.lines) == ("", 0, 1))
    #expect(composer.button(whileTaskRuns: false) == .sendDisabled)
    composer.setText("next")
    #expect(composer.button(whileTaskRuns: true) == .stop)
    #expect(composer.button(whileTaskRuns: false) == .send)
  }

  @Test func insertedTextStartsALine() {
    var composer = Composer()
    composer.insert("one")
    composer.insert("two\n")
    composer.insert("three")
    #expect(composer.text == "one\ntwo\nthree")
    #expect(composer.button(whileTaskRuns: false) == .send)
    var blank = Composer()
    blank.insert(" ")
    #expect(blank.button(whileTaskRuns: false) == .sendDisabled)
  }

  @Test func whatIsNotWhiteSpaceCanBeSent() {
    let alphabet: [Character] = [" ", "\n", "\u{3000}", "\u{00A0}", "a", "👩‍👩‍👧", "é"]
    for seed in PropertySettings.seed..<PropertySettings.seed + 20 {
      var random = SeededGenerator(seed: seed)
      for _ in 0..<PropertySettings.iterations {
        let characters = (0..<random.nextIndex(below: 5)).map { _ in
          alphabet[random.nextIndex(below: alphabet.count)]
        }
        let text = String(characters)
        var composer = Composer()
        composer.setText(text)
        let expected = characters.contains { !$0.isWhitespace }
        #expect(composer.canSend == expected, "seed \(seed): \(text.debugDescription)")
        #expect(text.isBlank != expected)
      }
    }
  }
}
