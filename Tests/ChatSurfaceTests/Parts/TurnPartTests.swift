import ChatSurface
import Lengths
import PublishedDesigns
import Testing
import Timebase

/// The turn, the tasks of sends and the entrance, without a surface.
@Suite struct TurnPartTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }
  private func instant(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

  private func extent(_ question: UInt32, rest: Int, messages: Int = 2) -> Turn.Extent {
    Turn.Extent(
      question: question,
      questionHeight: points(50),
      rest: points(rest),
      messages: messages,
      isGuess: false
    )
  }

  @Test func theBlankShrinksByWhatTheAnswerGrows() {
    var turn = Turn()
    #expect(!turn.isInForce)
    turn.append(question: 4)
    turn.send(4)
    var generator = SeededGenerator(seed: PropertySettings.seed)
    for step in 0..<PropertySettings.iterations(300) {
      let rest = generator.nextIndex(below: 900)
      let covered = generator.nextIndex(below: 300)
      let blank = turn.update(
        extent(4, rest: rest),
        viewport: points(700),
        covered: points(covered),
        composer: points(48),
        at: instant(step)
      )
      #expect(blank == points(max(0, 700 - covered - 48 - 50 - rest)))
      turn.checkInvariants()
    }
    turn.forget(4)
    #expect(turn.question == nil && turn.isQuestionStale)
  }

  @Test func aBlankIsInForceAsLongAsATurnThatWasSentIsThere() {
    var turn = Turn()
    turn.append(question: 1)
    #expect(!turn.isInForce)
    for question: UInt32 in [2, 3] {
      turn.append(question: question)
      turn.send(question)
    }
    turn.forget(3)
    #expect(turn.question == nil && turn.isQuestionStale && turn.isInForce)
    turn.find(question: 2)
    #expect(turn.question == 2 && !turn.isQuestionStale)
    turn.forget(2)
    #expect(!turn.isInForce)
    #expect(turn.messages == [])
  }

  @Test func growthThatHasToPauseCountsLateAndShrinkingAtOnce() {
    var turn = Turn(counting: CountedTurn(Profile.builtIn("vercel-v0").blank))
    turn.append(question: 1)
    func blank(_ rest: Int, at milliseconds: Int) -> LayoutUnit {
      turn.update(
        extent(1, rest: rest),
        viewport: points(700),
        covered: .zero,
        composer: .zero,
        at: instant(milliseconds)
      )
    }
    #expect(blank(100, at: 0) == points(550))
    #expect(blank(200, at: 100) == points(550))
    #expect(turn.nextDue == instant(600))
    #expect(blank(200, at: 599) == points(550))
    #expect(blank(200, at: 600) == points(450))
    #expect(blank(20, at: 610) == points(630))
  }

  @Test func aTaskEndsAsItsAnswerDid() {
    var tasks = SendTasks()
    tasks.begin(with: 1)
    tasks.begin(answer: 10)
    tasks.begin(with: 2)
    tasks.begin(answer: 20)
    tasks.fail(answer: 20)
    tasks.expectAnswer(at: 30)
    tasks.checkInvariants()
    #expect(tasks.end(2) == .init(message: 2, answers: [20], hasFailed: true))
    #expect(tasks.end() == .init(message: 1, answers: [10], hasFailed: false))
    #expect(tasks.end() == nil && !tasks.isRunning)
    tasks.forget(30)
    #expect(tasks.placeholder == nil)
  }
}
