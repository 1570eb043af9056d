import Lengths
import Revealing
import Testing
import Timebase
import ViewportPlacing

@Suite struct KeyboardTests {
  private func points(_ count: Int) -> LayoutUnit { LayoutUnit(points: count) }
  private func instant(_ milliseconds: Double) -> Instant { Instant(milliseconds: milliseconds) }

  @Test func showingAndHidingAreToldApart() {
    var keyboard = Keyboard()
    let pace = MotionPace.curve(.linear, .milliseconds(70))
    #expect(
      keyboard.take(height: points(336), pace: pace, at: instant(0))
        == .shown(from: .zero, to: points(336))
    )
    #expect(keyboard.pace == pace)
    #expect(keyboard.height == points(336))
    #expect(keyboard.take(height: .zero, at: instant(500)) == .hidden(from: points(336)))
    #expect(keyboard.pace == .keyboard)
    #expect(!keyboard.isOpen)
    #expect(keyboard.take(height: .zero, at: instant(900)) == .none)
  }

  @Test
  func whatAnEventDoesNotNameHasItsUsualValue() {
    let spring = Spring(mass: 1, stiffness: 500, damping: 45)
    #expect(
      MotionPace.keyboard(duration: nil, curve: nil)
        == .spring(spring, until: .init(distance: 0.5, speed: 1))
    )
    #expect(
      MotionPace.keyboard(duration: nil, curve: .linear) == .curve(.linear, .milliseconds(250))
    )
    #expect(
      MotionPace.keyboard(duration: .milliseconds(70), curve: nil)
        == .curve(.easeInOut, .milliseconds(70))
    )
    #expect(
      MotionPace.keyboard(duration: .zero, curve: .easeIn) == .curve(.easeIn, .zero)
    )
  }

  @Test func anotherHeightWhileOpenIsAChangeAndNotAShow() {
    var keyboard = Keyboard()
    _ = keyboard.take(height: points(336), at: instant(0))
    let change = keyboard.take(height: points(380), at: instant(30))
    #expect(change == .changed(from: points(336), to: points(380)))
    #expect(keyboard.openHeight == points(380))
  }

  @Test func awayFromAReturnEachEventCountsAtOnce() {
    var keyboard = Keyboard()
    for time in stride(from: 0.0, to: 100, by: 20) {
      #expect(keyboard.take(height: points(336), at: instant(time)) != .none)
      #expect(keyboard.take(height: .zero, at: instant(time + 10)) == .hidden(from: points(336)))
    }
  }

  /// What the system says in the first 100 ms after a return, and after each that it says then.
  @Test(
    arguments: [[10.0], [0, 40, 100], [99, 198, 297], [50, 140, 230, 300]]
  )
  func onAReturnTheLastOfTheEventsThatFollowOneAnotherCounts(times: [Double]) {
    var keyboard = Keyboard()
    keyboard.background()
    keyboard.foreground(at: instant(1_000))
    for (place, time) in times.enumerated() {
      let height = place == times.count - 1 ? 336 : place % 2 * 300
      #expect(keyboard.advance(to: instant(1_000 + time - 0.001)) == .none)
      #expect(keyboard.take(height: points(height), at: instant(1_000 + time)) == .none)
      keyboard.checkInvariants()
    }
    let due = min((times.last ?? 0) + 100, 300)
    #expect(keyboard.nextDue == instant(1_000 + due))
    #expect(keyboard.advance(to: instant(1_000 + due - 0.001)) == .none)
    #expect(keyboard.advance(to: instant(1_000 + due)) == .shown(from: .zero, to: points(336)))
    #expect(keyboard.nextDue == nil)
    #expect(keyboard.take(height: .zero, at: instant(1_400)) == .hidden(from: points(336)))
  }

  @Test func anEventLaterThanTheWindowCountsAtOnce() {
    var keyboard = Keyboard()
    keyboard.background()
    keyboard.foreground(at: instant(1_000))
    #expect(keyboard.nextDue == nil)
    #expect(keyboard.take(height: points(336), at: instant(1_100.001)) != .none)
  }

  @Test
  func whatComesInTheBackgroundIsNotShownAndItsLastIsTrueAfterTheReturn() {
    var keyboard = Keyboard()
    _ = keyboard.take(height: points(336), at: instant(0))
    keyboard.background()
    #expect(keyboard.take(height: points(200), at: instant(300)) == .none)
    #expect(keyboard.take(height: .zero, at: instant(310)) == .none)
    #expect(keyboard.track(height: points(100)) == .none)
    #expect(keyboard.height == points(336))
    keyboard.foreground(at: instant(900))
    #expect(keyboard.height == points(336))
    #expect(keyboard.nextDue == instant(1_000))
    #expect(keyboard.advance(to: instant(1_000)) == .hidden(from: points(336)))
  }

  @Test func aReturnThatIsCutShortTakesWhatItHeardAlong() {
    var keyboard = Keyboard()
    keyboard.background()
    keyboard.foreground(at: instant(0))
    _ = keyboard.take(height: points(336), at: instant(50))
    keyboard.background()
    #expect(keyboard.advance(to: instant(500)) == .none)
    keyboard.foreground(at: instant(1_000))
    #expect(keyboard.advance(to: instant(1_100)) == .shown(from: .zero, to: points(336)))
  }

  @Test func aDismissalTracksTheFingerAndASecondEndDoesNothing() {
    var keyboard = Keyboard()
    #expect(keyboard.track(height: points(10)) == .none)
    _ = keyboard.take(height: points(336), at: instant(0))
    #expect(keyboard.track(height: points(200)) == .changed(from: points(336), to: points(200)))
    #expect(keyboard.track(height: .zero) == .changed(from: points(200), to: .zero))
    #expect(keyboard.track(height: points(50)) == .changed(from: .zero, to: points(50)))
    #expect(keyboard.isTracking)
    #expect(keyboard.openHeight == points(336))
    #expect(keyboard.take(height: .zero, at: instant(400)) == .hidden(from: points(50)))
    let after = keyboard
    #expect(keyboard.take(height: .zero, at: instant(410)) == .none)
    #expect(keyboard == after)
  }

  @Test func aFingerThatLetsGoEarlyGetsTheKeyboardBack() {
    var keyboard = Keyboard()
    _ = keyboard.take(height: points(336), at: instant(0))
    _ = keyboard.track(height: points(300))
    let change = keyboard.take(height: points(336), at: instant(50))
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
        let height = points([0, 0, 260, 336, 380][random.nextIndex(below: 5)])
        let operation = random.nextIndex(below: 8)
        var changes: [(Keyboard.Change, before: Keyboard)] = []
        let early = keyboard
        changes.append((keyboard.advance(to: instant(time)), early))
        let before = keyboard
        switch operation {
        case 0: keyboard.background()
        case 1: keyboard.foreground(at: instant(time))
        case 2: changes.append((keyboard.track(height: height), before))
        default: changes.append((keyboard.take(height: height, at: instant(time)), before))
        }
        keyboard.checkInvariants()
        guard changes.count == 1 || joins(changes[1].0, before: before, after: keyboard),
          joins(changes[0].0, before: early, after: before)
        else {
          Issue.record("seed \(seed), step \(step): \(changes)")
          return
        }
      }
    }
  }

  private func joins(_ change: Keyboard.Change, before: Keyboard, after: Keyboard) -> Bool {
    switch change {
    case .none: after.height == before.height
    case .shown(let from, let to):
      !before.isOpen && from == .zero && to == after.height && to > .zero
    case .changed(let from, let to): from == before.height && to == after.height && from != to
    case .hidden(let from): before.isOpen && from == before.height && !after.isOpen
    }
  }
}
