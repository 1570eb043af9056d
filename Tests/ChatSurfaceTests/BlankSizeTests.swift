import ChatSurface
import Lengths
import PublishedDesigns
import Testing
import Timebase

@Suite struct BlankSizeTests {
  private func points(_ count: Int) -> LayoutUnit { LayoutUnit(points: count) }

  private func size(_ profile: Profile, viewport: Int = 793, turn: Int) -> LayoutUnit {
    blank(profile, viewport: viewport, question: turn, rest: 0)
  }

  /// The blank below a turn that was sent.
  private func blank(_ profile: Profile, viewport: Int = 793, question: Int, rest: Int)
    -> LayoutUnit
  {
    var turn = Turn(counting: profile.placement.policy?.makeCounting())
    turn.send(1)
    let extent = Turn.Extent(
      question: 1,
      questionHeight: points(question),
      rest: points(rest),
      messages: 2,
      isGuess: false
    )
    return turn.update(
      extent,
      viewport: points(viewport),
      covered: points(34),
      composer: points(48),
      at: .zero
    )
  }

  /// The largest offset, of content that ends at `bottom` in a viewport of 852 pt, 59 of them
  /// under the top inset.
  private func endOffset(bottom: Int, blank: LayoutUnit) -> LayoutUnit {
    points(bottom) + blank + points(48) + points(34) - points(852)
  }

  @Test func itIsWhatTheTurnLeavesFree() {
    #expect(size(.reference, turn: 100) == points(793 - 34 - 48 - 100))
    #expect(size(.reference, turn: 711) == .zero)
    #expect(size(.reference, turn: 5_000) == .zero)
    #expect(size(.reference, viewport: 20, turn: 0) == .zero)
  }

  @Test func aSentMessageComesToTheTopAndTheOffsetStandsStillWhileTheReplyGrows() {
    for reply in [0, 20, 300, 611] {
      let blank = size(.reference, turn: 100 + reply)
      let offset = endOffset(bottom: 2_100 + reply, blank: blank)
      #expect(offset == points(2_000 - 59))
    }
  }

  /// A finding of the design, shown and not mended.
  @Test
  func withoutTheComposerTermASentMessageGoesUnderTheTopInsetByTheComposersHeight() {
    let blank = size(.builtIn("parameter-article"), turn: 100)
    #expect(blank == size(.reference, turn: 100) + points(48))
    #expect(endOffset(bottom: 2_100, blank: blank) == points(2_000 - 59 + 48))
  }

  @Test func itIsInForceFromTheFirstSendOnAndInV0Always() {
    for profile in [Profile.reference, .builtIn("parameter-article")] {
      var turn = Turn(counting: profile.placement.policy?.makeCounting())
      #expect(!turn.isInForce)
      turn.send(1)
      #expect(turn.isInForce)
    }
    #expect(Turn(counting: CountedTurn(Profile.builtIn("vercel-v0").blank)).isInForce)
    #expect(Profile.builtIn("vercel-v0").blank.growthDelay == .milliseconds(500))
  }

  @Test func ofATallQuestionOnly88PointsCountInV0() {
    for (question, counted) in [(20, 20), (87, 87), (88, 88), (89, 88), (3_000, 88)] {
      let free = 5_000 - 34 - 48
      let inV0 = blank(.builtIn("vercel-v0"), viewport: 5_000, question: question, rest: 40)
      #expect(inV0 == points(free - counted - 40))
      let inReference = blank(.reference, viewport: 5_000, question: question, rest: 0)
      #expect(inReference == points(free - question))
    }
  }
}
