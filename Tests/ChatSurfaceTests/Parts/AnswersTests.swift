import ChatSurface
import Lengths
import Revealing
import Testing
import Timebase
import TokenStreaming

/// Answers that stream, without a surface around them.
@Suite struct AnswersTests {
  private func answers() -> Answers {
    Answers(chunking: Profile.reference.chunking, reveal: Profile.reference.reveal, boundaries: nil)
  }

  private func instant(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

  /// Makes a frame of what there is to take in: all that is released is shown.
  private func advance(_ answers: inout Answers, to instant: Instant, shown: inout [UInt8]) {
    var context = FrameContext()
    answers.releaseHolds(before: instant, noting: &context)
    for command in answers.pendingCommands {
      answers.runReveal(before: command.instant, noting: &context)
      answers.perform(command, isVisible: true, mayAnimate: true)
    }
    answers.forgetCommands()
    _ = answers.finishReveal(at: instant, isAnimated: true, noting: &context)
    for place in answers.streaming.indices where answers.hasNews(at: place) {
      while let step = answers.nextStep(at: place) {
        guard case .text(let range) = step else { continue }
        answers.withBytes(range, at: place) { shown.append(contentsOf: $0) }
      }
    }
    answers.checkInvariants()
  }

  @Test func whatIsShownIsABeginningOfWhatArrivedAndInTheEndAllOfIt() {
    for number in 0..<PropertySettings.iterations(100) {
      var generator = SeededGenerator(seed: PropertySettings.seed, index: UInt64(number))
      var answers = answers()
      var context = FrameContext()
      answers.begin(3, text: [])
      var sent: [UInt8] = []
      var shown: [UInt8] = []
      var time = 0
      for _ in 0..<20 {
        let token = Array(
          ["word ", "é", "a\n\n", "🇫🇷", "- item\n"][generator.nextIndex(below: 5)].utf8
        )
        let cut = generator.nextIndex(below: token.count + 1)
        for bytes in [Array(token[..<cut]), Array(token[cut...])] {
          time += generator.nextIndex(below: 60)
          answers.take(bytes, at: 0, due: instant(time), noting: &context)
          sent += bytes
          advance(&answers, to: instant(time), shown: &shown)
          #expect(sent.starts(with: shown))
        }
      }
      answers.end(.complete, at: 0, due: instant(time), noting: &context)
      #expect(!answers.streaming[0].isOpen)
      for step in 1...60 { advance(&answers, to: instant(time + step * 16), shown: &shown) }
      #expect(shown == sent, "seed \(PropertySettings.seed), case \(number)")
      #expect(answers.isShown(at: 0) == true)
      answers.finish(at: 0)
      #expect(answers.streaming.isEmpty && answers.nextDue == nil)
    }
  }

  @Test func anAnswerIsReplacedFromItsCommonBeginningOn() {
    var answers = answers()
    var context = FrameContext()
    var shown: [UInt8] = []
    answers.begin(1, text: Array("one two ".utf8))
    answers.take(Array("three ".utf8), at: 0, due: instant(0), noting: &context)
    let cut = answers.replaceText(
      at: 0,
      with: Array("one two four".utf8),
      due: instant(10),
      noting: &context
    )
    #expect(cut == "four".utf8.count)
    #expect(answers.streaming[0].receivedUTF8 == "one two four".utf8.count)
    answers.end(.complete, at: 0, due: instant(20), noting: &context)
    for step in 2...60 { advance(&answers, to: instant(step * 16), shown: &shown) }
    #expect(String(decoding: answers.streaming[0].received, as: UTF8.self) == "one two four")
  }

  @Test func whatIsForgottenLeavesNothingToDo() {
    var answers = answers()
    var context = FrameContext()
    for handle in 0..<4 as Range<UInt32> {
      answers.begin(handle, text: [])
      answers.take(Array("some words ".utf8), at: Int(handle), due: .zero, noting: &context)
    }
    answers.forget(2)
    #expect(answers.streaming.map(\.handle) == [0, 1, 3])
    answers.checkInvariants()
    answers.forgetAll()
    #expect(answers.streaming.isEmpty && !answers.isFading)
  }

  @Test func anAnswerThatFailedTakesNothingAndMayStreamAgain() {
    var answers = answers()
    answers.begin(9, text: [])
    answers.fail(9)
    #expect(answers[9]?.state == .ended(.failed))
    answers.reopen(at: 0)
    #expect(answers[9]?.isOpen == true)
    answers.discard(7)
    #expect(answers.discardedUTF8 == 7)
  }
}
