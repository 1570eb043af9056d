import ChatSurface
import ConformanceTags
import Lengths
import Testing
import Timebase

@Suite struct BlankSizeTests {
  private func points(_ count: Int) -> LayoutUnit { LayoutUnit(points: count) }

  private func size(_ rule: BlankSize, viewport: Int = 793, turn: Int) -> LayoutUnit {
    rule.size(
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
  @Test(.tags(.findingsArticleUnderInset, .profilesArticleBlank))
  func withoutTheComposerTermASentMessageGoesUnderTheTopInsetByTheComposersHeight() {
    let blank = size(.withoutComposer, turn: 100)
    #expect(blank == size(.reference, turn: 100) + points(48))
    #expect(endOffset(bottom: 2_100, blank: blank) == points(2_000 - 59 + 48))
  }

  @Test(.tags(.insetsBlankInForce)) func itIsInForceFromTheFirstSendOnAndInV0Always() {
    for rule in [BlankSize.reference, .withoutComposer] {
      #expect(!rule.isInForce(hasSent: false) && rule.isInForce(hasSent: true))
    }
    #expect(BlankSize.delayed.isInForce(hasSent: false))
    #expect(BlankSize.delayed.growthDelay == .milliseconds(500))
  }

  /// A finding of the design, shown and not mended.
  @Test(.tags(.findingsV0Bounce)) func aBlankThatMayNotGrowAtOnceBouncesWhenAReplyBecomesShorter() {
    func offsets(_ rule: BlankSize) -> [LayoutUnit] {
      var blank = DelayedBlank(delay: rule.growthDelay)
      blank.begin(size(rule, turn: 400))
      // The reply becomes 150 pt shorter at 100 ms.
      return [(50, 0), (100, 150), (599, 150), (600, 150)].map { time, shorter in
        let wanted = size(rule, turn: 400 - shorter)
        let size = blank.update(wanted, at: Instant(milliseconds: Double(time)))
        return endOffset(bottom: 2_400 - shorter, blank: size)
      }
    }
    let top = points(2_000 - 59)
    #expect(offsets(.reference) == [top, top, top, top])
    let low = top - points(150)
    #expect(offsets(.delayed) == [top, low, low, top])
  }
}
