import ChatSurface
import Lengths
import Testing
import Timebase

@Suite struct ViewportJumpsTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }
  private func instant(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

  @Test func growthAsksOncePerFrameWhereTheProfileSaysSo() {
    var jumps = ViewportJumps(.oncePerFrame, composer: .keepsEnd)
    jumps.open(.endInFirstFrame)
    var height = 100
    var generator = SeededGenerator(seed: PropertySettings.seed)
    _ = jumps.areDue(at: .zero, frame: 1, height: points(height))
    for frame in 2..<PropertySettings.iterations(200) + 2 {
      let grown = generator.nextIndex(below: 3)
      height += grown
      let isDue = jumps.areDue(at: instant(16 * frame), frame: frame, height: points(height))
      #expect(isDue == (grown > 0))
      jumps.checkInvariants()
    }
  }

  @Test func aDebouncedJumpWaitsForThePause() {
    var jumps = ViewportJumps(.debounced(by: .milliseconds(16)), composer: .keepsEnd)
    jumps.open(.bottomAnchor)
    #expect(jumps.isHeldByBottom)
    for step in 0..<10 {
      jumps.askForGrowth(at: instant(10 * step))
      #expect(jumps.areDue(at: instant(10 * step), frame: step + 1, height: points(1)) == false)
    }
    #expect(jumps.areDue(at: instant(90 + 16), frame: 99, height: points(1)) == true)
    jumps.endOpening()
    #expect(!jumps.isHeldByBottom)
  }

  @Test func anotherPlaceEndsWhatTheOpeningHasAskedFor() {
    var jumps = ViewportJumps(.repeated(after: .milliseconds(16)), composer: .keepsEnd)
    jumps.open(.threeJumps(wait: .milliseconds(16)))
    #expect(jumps.areDue(at: instant(0), frame: 1, height: points(1)) == true)
    var timers = 0
    jumps.forEachTimer { _ in timers += 1 }
    #expect(timers > 0)
    _ = jumps.areDueElsewhere(at: instant(1))
    timers = 0
    jumps.forEachTimer { _ in timers += 1 }
    #expect(timers == 0)
  }

  @Test func aPlaceThatIsAskedForEndsWhatTheComposerHasAskedFor() {
    let wait = Nanoseconds.milliseconds(16)
    var jumps = ViewportJumps(.repeated(after: wait), composer: .jumpsWhenPastEnd(again: wait))
    jumps.open(.bottomAnchor)
    jumps.askForComposer(at: instant(0))
    jumps.askForGrowth(at: instant(0))
    jumps.goElsewhere()
    #expect(!jumps.isHeldByBottom)
    jumps.forEachTimer { Issue.record("a jump waits until \($0)") }
    #expect(jumps.areDueElsewhere(at: instant(16)) == false)
  }

  @Test(arguments: [16, 40])
  func aGrownComposerAsksAgainAfterTheProfilesWait(wait: Int) {
    var jumps = ViewportJumps(
      .oncePerFrame,
      composer: .jumpsWhenPastEnd(again: .milliseconds(wait))
    )
    jumps.askForComposer(at: instant(0))
    #expect(jumps.areDueElsewhere(at: instant(0)) == true)
    #expect(jumps.areDueElsewhere(at: instant(wait - 1)) == false)
    #expect(jumps.areDueElsewhere(at: instant(wait)) == true)
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

  @Test func eachKindOfStateIsKeptApartAndRenamed() {
    var store = ItemStateStore()
    store.keep(Int.self, limit: 10) { $0.rawValue.count }
    store.keep(String.self, limit: nil) { $0.rawValue }
    store.states(of: Int.self)["abc"] = 7
    #expect(store.states(of: String.self)["abc"] == "abc")
    store.rename("abc", to: "d")
    #expect(store.states(of: Int.self)["d"] == 7)
    #expect(!store.states(of: Int.self).hasState(for: "abc"))
    store.checkInvariants()
  }
}
