import ChatSurface
import ConformanceTags
import Lengths
import Revealing
import Testing
import Timebase

@Suite struct KeyboardTests {
  private func points(_ count: Int) -> LayoutUnit { LayoutUnit(points: count) }
  private func instant(_ milliseconds: Double) -> Instant { Instant(milliseconds: milliseconds) }

  @Test(.tags(.keyboardDuration, .keyboardCurve)) func showingAndHidingAreToldApart() {
    var keyboard = Keyboard()
    #expect(
      keyboard.take(height: points(336), at: instant(0)) == .shown(from: .zero, to: points(336))
    )
    #expect(keyboard.duration == .milliseconds(250))
    #expect(keyboard.curve == .easeInOut)
    #expect(keyboard.height == points(336))
    #expect(keyboard.take(height: .zero, at: instant(500)) == .hidden(from: points(336)))
    #expect(!keyboard.isOpen)
    #expect(keyboard.take(height: .zero, at: instant(900)) == .none)
  }

  @Test(.tags(.keyboardDuration)) func anEventThatSaysNothingOfItsDurationTakes250Milliseconds() {
    guard case .keyboard(_, let duration, _) = SurfaceEvent.keyboard(height: .zero, .linear) else {
      Issue.record("no keyboard event")
      return
    }
    #expect(duration == .milliseconds(250))
    var keyboard = Keyboard()
    _ = keyboard.take(height: points(336), duration: .milliseconds(70), at: instant(0))
    #expect(keyboard.duration == .milliseconds(70))
    _ = keyboard.take(height: .zero, at: instant(400))
    #expect(keyboard.duration == .milliseconds(250))
  }

  @Test(.tags(.keyboardHeightChange)) func anotherHeightWhileOpenIsAChangeAndNotAShow() {
    var keyboard = Keyboard()
    _ = keyboard.take(height: points(336), at: instant(0))
    let change = keyboard.take(height: points(380), duration: .milliseconds(100), at: instant(30))
    #expect(change == .changed(from: points(336), to: points(380)))
    #expect(keyboard.duration == .milliseconds(100))
    #expect(keyboard.openHeight == points(380))
  }

  @Test(.tags(.keyboardMerge)) func theThreeFoldShowOnReturnCountsOnce() {
    var keyboard = Keyboard()
    keyboard.background()
    keyboard.foreground()
    var shows = 0
    for time in [0.0, 40, 100] {
      if case .shown = keyboard.take(height: points(336), at: instant(time)) { shows += 1 }
    }
    #expect(shows == 1)
    #expect((keyboard.counted, keyboard.merged) == (1, 2))
  }

  @Test(.tags(.keyboardMerge)) func aRepetitionLaterThanTheWindowCountsAndChangesNothing() {
    var keyboard = Keyboard()
    _ = keyboard.take(height: points(336), at: instant(0))
    _ = keyboard.take(height: points(336), duration: .zero, at: instant(99))
    #expect(keyboard.duration == .milliseconds(250))
    let late = keyboard.take(height: points(336), duration: .zero, at: instant(100.001))
    #expect(late == .none)
    #expect((keyboard.counted, keyboard.merged) == (2, 1))
    #expect(keyboard.duration == .zero)
  }

  @Test(.tags(.keyboardBackground)) func whatComesInTheBackgroundIsIgnored() {
    var keyboard = Keyboard()
    _ = keyboard.take(height: points(336), at: instant(0))
    keyboard.background()
    #expect(keyboard.take(height: .zero, at: instant(300)) == .none)
    #expect(keyboard.take(height: points(200), at: instant(310)) == .none)
    #expect(keyboard.track(height: points(100)) == .none)
    #expect(keyboard.height == points(336))
    #expect(keyboard.ignored == 2)
    keyboard.foreground()
    #expect(keyboard.take(height: .zero, at: instant(900)) == .hidden(from: points(336)))
  }

  @Test(.tags(.keyboardInteractive)) func aDismissalTracksTheFingerAndASecondEndDoesNothing() {
    var keyboard = Keyboard()
    #expect(keyboard.track(height: points(10)) == .none)
    _ = keyboard.take(height: points(336), at: instant(0))
    #expect(keyboard.track(height: points(200)) == .changed(from: points(336), to: points(200)))
    #expect(keyboard.track(height: .zero) == .changed(from: points(200), to: .zero))
    #expect(keyboard.track(height: points(50)) == .changed(from: .zero, to: points(50)))
    #expect(keyboard.isTracking)
    #expect(keyboard.openHeight == points(336))
    #expect(keyboard.endTracking(height: .zero, at: instant(400)) == .hidden(from: points(50)))
    let after = keyboard
    #expect(keyboard.endTracking(height: points(336), at: instant(410)) == .none)
    #expect(keyboard == after)
    #expect(keyboard.take(height: .zero, at: instant(420)) == .none)
  }

  @Test func aFingerThatLetsGoEarlyGetsTheKeyboardBack() {
    var keyboard = Keyboard()
    _ = keyboard.take(height: points(336), at: instant(0))
    _ = keyboard.track(height: points(300))
    let change = keyboard.endTracking(height: points(336), at: instant(50))
    #expect(change == .changed(from: points(300), to: points(336)))
    #expect(!keyboard.isTracking)
  }

  /// Whatever comes, changes join end to end, and a show follows a closed keyboard only.
  @Test func changesJoin() {
    for seed in PropertySettings.seed..<PropertySettings.seed + 20 {
      var random = SeededGenerator(seed: seed)
      var keyboard = Keyboard()
      var time = 0.0
      for step in 0..<PropertySettings.iterations {
        time += Double(random.nextIndex(below: 200))
        let before = keyboard
        let height = points([0, 0, 260, 336, 380][random.nextIndex(below: 5)])
        let change: Keyboard.Change
        switch random.nextIndex(below: 8) {
        case 0:
          keyboard.background()
          change = .none
        case 1:
          keyboard.foreground()
          change = .none
        case 2: change = keyboard.track(height: height)
        case 3: change = keyboard.endTracking(height: height, at: instant(time))
        default: change = keyboard.take(height: height, at: instant(time))
        }
        let joins =
          switch change {
          case .none: keyboard.height == before.height
          case .shown(let from, let to):
            !before.isOpen && from == .zero && to == keyboard.height && to > .zero
          case .changed(let from, let to):
            before.isOpen && from == before.height && to == keyboard.height && from != to
          case .hidden(let from): before.isOpen && from == before.height && !keyboard.isOpen
          }
        guard joins else {
          Issue.record("seed \(seed), step \(step): \(change) after \(before)")
          return
        }
      }
    }
  }
}
