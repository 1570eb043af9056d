import ChatSurface
import Lengths
import PublishedDesigns
import Testing
import Timebase
import ViewportPlacing

@Suite struct DesignJumpsTests {
  /// A jump to the tenth of forty messages, which lie between 1,000 and 3,000 pt.
  private func jump(isMeasured: Bool) -> ItemJump {
    ItemJump(
      goal: .message(7, .top),
      index: 10,
      count: 40,
      range: points(1_000)..<points(3_000),
      isMeasured: isMeasured
    )
  }

  @Test func aJumpByEstimateIsTriedSoManyTimes() {
    var exact = DesignJumps(.oncePerFrame, composer: .keepsEnd)
    #expect(exact.estimate(jump(isMeasured: false)) == nil && exact.nextTry == nil)
    for retries in 0...3 {
      var jumps = DesignJumps(
        .oncePerFrame,
        composer: .keepsEnd,
        place: .byEstimate(retries: retries)
      )
      #expect(jumps.estimate(jump(isMeasured: false)) == points(1_500))
      for _ in 0..<retries {
        #expect(jumps.nextTry == .message(7, .top))
        #expect(jumps.estimate(jump(isMeasured: false)) == points(1_500))
      }
      #expect(jumps.nextTry == nil)
    }
  }

  @Test func aJumpIsThereOnceItsMessageIsMeasured() {
    var jumps = DesignJumps(.oncePerFrame, composer: .keepsEnd, place: .byEstimate(retries: 3))
    #expect(jumps.estimate(jump(isMeasured: false)) != nil)
    #expect(jumps.estimate(jump(isMeasured: true)) == nil)
    #expect(jumps.nextTry == nil)
    #expect(jumps.estimate(jump(isMeasured: false)) != nil)
    jumps.endOpening()
    #expect(jumps.nextTry == nil)
  }

  @Test func whatComesAfterAJumpTakesItBackWhereTheDesignSaysSo() {
    for rule in JumpEndRule.allCases {
      var jumps = DesignJumps(.oncePerFrame, composer: .keepsEnd, end: rule)
      #expect(!jumps.goesBack(at: points(200)))
      jumps.leaveEnd(at: points(100))
      #expect(!jumps.goesBack(at: points(100)))
      #expect(jumps.goesBack(at: points(101)) == (rule == .snapsBack))
      jumps.send()
      #expect(!jumps.goesBack(at: points(101)))
    }
  }

  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }
  private func instant(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

  @Test func growthAsksOncePerFrameWhereTheProfileSaysSo() {
    var jumps = DesignJumps(.oncePerFrame, opening: .endInFirstFrame, composer: .keepsEnd)
    jumps.open()
    var height = 100
    var generator = SeededGenerator(seed: PropertySettings.seed)
    _ = jumps.isDue(at: .zero, frame: 1, height: points(height), isResting: false)
    for frame in 2..<PropertySettings.iterations(200) + 2 {
      let grown = generator.nextIndex(below: 3)
      height += grown
      let isDue = jumps.isDue(
        at: instant(16 * frame),
        frame: frame,
        height: points(height),
        isResting: false
      )
      #expect(isDue == (grown > 0))
      jumps.checkInvariants()
    }
  }

  @Test func aDebouncedJumpWaitsForThePause() {
    var jumps = DesignJumps(
      .debounced(by: .milliseconds(16)),
      opening: .bottomAnchor,
      composer: .keepsEnd
    )
    jumps.open()
    #expect(jumps.holdsEnd)
    for step in 0..<10 {
      jumps.grow(at: instant(10 * step))
      #expect(
        jumps.isDue(at: instant(10 * step), frame: step + 1, height: points(1), isResting: false)
          == false
      )
    }
    #expect(
      jumps.isDue(at: instant(90 + 16), frame: 99, height: points(1), isResting: false) == true
    )
    jumps.endOpening()
    #expect(!jumps.holdsEnd)
  }

  @Test func anotherPlaceEndsWhatTheOpeningHasAskedFor() {
    var jumps = DesignJumps(
      .repeated(after: .milliseconds(16)),
      opening: .threeJumps(wait: .milliseconds(16)),
      composer: .keepsEnd
    )
    jumps.open()
    #expect(jumps.isDue(at: instant(0), frame: 1, height: points(1), isResting: false) == true)
    var timers = 0
    jumps.forEachTimer { _ in timers += 1 }
    #expect(timers > 0)
    _ = jumps.isDueElsewhere(at: instant(1))
    timers = 0
    jumps.forEachTimer { _ in timers += 1 }
    #expect(timers == 0)
  }

  @Test func aPlaceThatIsAskedForEndsWhatTheComposerHasAskedFor() {
    let wait = Nanoseconds.milliseconds(16)
    var jumps = DesignJumps(
      .repeated(after: wait),
      opening: .bottomAnchor,
      composer: .jumpsWhenPastEnd(again: wait)
    )
    jumps.open()
    jumps.cover(at: instant(0))
    jumps.goElsewhere()
    #expect(!jumps.holdsEnd)
    jumps.forEachTimer { Issue.record("a jump waits until \($0)") }
    #expect(jumps.isDueElsewhere(at: instant(16)) == false)
  }

  @Test(arguments: [16, 40])
  func aGrownComposerAsksAgainAfterTheProfilesWait(wait: Int) {
    var jumps = DesignJumps(
      .oncePerFrame,
      opening: .endInFirstFrame,
      composer: .jumpsWhenPastEnd(again: .milliseconds(wait))
    )
    jumps.cover(at: instant(0))
    #expect(jumps.isDueElsewhere(at: instant(0)) == true)
    #expect(jumps.isDueElsewhere(at: instant(wait - 1)) == false)
    #expect(jumps.isDueElsewhere(at: instant(wait)) == true)
  }

  @Test func contentComesBackFromTheKeyboardWhateverTheAmounts() {
    var generator = SeededGenerator(seed: PropertySettings.seed)
    for _ in 0..<PropertySettings.iterations(300) {
      var displacement = KeyboardDisplacement()
      var moved = LayoutUnit.zero
      var time = 0
      for _ in 0..<6 {
        let amount = points(generator.nextIndex(below: 300))
        if generator.nextIndex(below: 2) == 0 {
          displacement.open(by: amount, pace: .keyboard, at: instant(time))
        } else {
          displacement.close(by: amount, isClosed: false, pace: .keyboard, at: instant(time))
        }
        time += generator.nextIndex(below: 400)
        moved += displacement.advance(to: instant(time))
        displacement.checkInvariants()
      }
      displacement.close(by: .zero, isClosed: true, pace: .keyboard, at: instant(time))
      _ = displacement.advance(to: instant(time + 10_000))
      #expect(displacement.applied == .zero && !displacement.isRunning)
    }
  }
}
