import ChatSurface
import FramePacing
import Lengths
import Testing
import Timebase

@Suite struct SurroundingsTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

  private func surroundings(isDragged: Bool = false) -> Surroundings {
    Surroundings(device: .iPhoneSE, isDraggedInProportion: isDragged)
  }

  @Test func theBottomInsetIsTheSumOfItsParts() throws {
    var surroundings = surroundings()
    var generator = SeededGenerator(seed: PropertySettings.seed)
    for step in 0..<PropertySettings.iterations(1_000) {
      switch generator.nextIndex(below: 4) {
      case 0: surroundings.setBlank(points(generator.nextIndex(below: 600)))
      case 1:
        try surroundings.setComposer(
          lines: 1 + generator.nextIndex(below: 6),
          text: nil,
          attachments: nil
        )
        surroundings.takeComposerHeight()
      default:
        _ = surroundings.report(
          keyboard: points(generator.nextIndex(below: 2) * 260),
          pace: .keyboard,
          at: Instant.zero + .milliseconds(step)
        )
        surroundings.takeKeyboardHeight()
      }
      let insets = surroundings.insets
      #expect(insets.bottom == insets.blank + insets.composer + insets.covered)
      #expect(insets.composer == points(28 + 20 * surroundings.composer.lines))
      let height = surroundings.keyboard.height
      #expect(insets.covered == (height > .zero ? height + points(8) : insets.safeBottom))
      surroundings.checkInvariants()
    }
  }

  @Test func whatAComposerCannotShowChangesNothing() {
    var surroundings = surroundings()
    #expect(throws: SurfaceRefusal.composerLines(7)) {
      try surroundings.setComposer(lines: 7, text: "text", attachments: nil)
    }
    #expect(surroundings.composer.lines == 1 && surroundings.composer.text.isEmpty)
  }

  @Test func aPageIsAskedForOnceNearAnEdge() {
    var surroundings = surroundings()
    func asks(_ distance: Int, hasMoved: Bool = true) -> Bool {
      let (distance, content) = (points(distance), points(9_000))
      return surroundings.wantsPage(
        at: .top,
        distance: distance,
        content: content,
        hasMoved: hasMoved
      )
    }
    #expect(!asks(50, hasMoved: false), "nothing was moved yet")
    #expect(!asks(101))
    #expect(asks(99))
    #expect(!asks(98), "one was asked for")
    surroundings.setLoading(true, at: .top)
    surroundings.setLoading(false, at: .top)
    #expect(asks(97))
    surroundings.reopen()
    #expect(!asks(96, hasMoved: false), "another conversation was not moved yet")
  }

  @Test func motionNeedsTheConsentOfSystemAndApp() {
    for (isReduced, isAway) in [(false, false), (true, false), (false, true), (true, true)] {
      var consent = AnimationConsent(fallback: nil)
      consent.reduceMotion(isReduced)
      if isAway { consent.background() }
      #expect(consent.isAnimated == (!isReduced && !isAway))
      #expect(consent.decide(at: .zero) == consent.isAnimated)
      consent.foreground()
      #expect(consent.isAnimated == !isReduced)
      consent.checkInvariants()
    }
  }
}
