import ChatSurface
import Lengths
import Testing
import Timebase

@Suite struct BlankSizeTests {
  private func points(_ count: Int) -> LayoutUnit { LayoutUnit(points: count) }

  private func size(_ profile: Profile, viewport: Int = 793, turn: Int) -> LayoutUnit {
    profile.blank.size(
      viewport: points(viewport),
      covered: points(34),
      composer: points(48),
      turn: points(turn)
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
      let rule = profile.blank
      #expect(!rule.isInForce(hasSent: false) && rule.isInForce(hasSent: true))
    }
    #expect(Profile.builtIn("vercel-v0").blank.isInForce(hasSent: false))
    #expect(Profile.builtIn("vercel-v0").blank.growthDelay == .milliseconds(500))
  }

  @Test func ofATallQuestionOnly88PointsCountInV0() {
    for (question, counted) in [(20, 20), (87, 87), (88, 88), (89, 88), (3_000, 88)] {
      let length = Profile.builtIn("vercel-v0").blank.length(
        question: points(question),
        rest: points(40)
      )
      #expect(length == points(counted + 40))
      #expect(
        Profile.reference.blank.length(question: points(question), rest: .zero) == points(question)
      )
    }
  }
}
