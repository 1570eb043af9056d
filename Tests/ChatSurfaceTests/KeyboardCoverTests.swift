import ChatSurface
import Lengths
import Revealing
import Testing
import Timebase

/// What the keyboard covers, in every profile.
@Suite struct KeyboardCoverTests {
  private func conversation(_ setting: Setting) throws -> Driver {
    let driver = try setting.driver([.user("q", "why"), .supplied("a", .assistant, 2_000)])
    driver.settle()
    return driver
  }

  /// Covered = max(bottom safe area, keyboard + 8) when it is open, else the safe area.
  @Test(arguments: Setting.all)
  func anOpenKeyboardCoversAtLeastTheSafeArea(setting: Setting) throws {
    let driver = try conversation(setting)
    var random = SeededGenerator(seed: PropertySettings.seed)
    let drawn = (0..<8).map { _ in random.nextIndex(below: 2) * random.nextIndex(below: 400) }
    for height in [10, 26, 27, 60, 336, 0, 1, 0] + drawn {
      driver.frame(.keyboard(height: points(height)))
      #expect(driver.snapshot.covered == setting.covered(by: height), "\(height) pt")
      driver.settle()
      #expect(driver.snapshot.covered == setting.covered(by: height), "\(height) pt")
    }
  }

  /// What happens in the background is not shown; its last counts 100 ms after the return.
  @Test(arguments: Setting.all)
  func whatTheKeyboardDidInTheBackgroundCounts100MillisecondsAfterTheReturn(setting: Setting) throws
  {
    var random = SeededGenerator(seed: PropertySettings.seed)
    let drawn = (0..<3).map { _ in
      (
        shown: random.nextIndex(below: 2) * (100 + random.nextIndex(below: 280)),
        hidden: (0..<1 + random.nextIndex(below: 4)).map { _ in random.nextIndex(below: 380) },
        away: 50 + random.nextIndex(below: 1_500)
      )
    }
    for (shown, hidden, away) in [(336, [80, 0], 500)] + drawn {
      let driver = try conversation(setting)
      driver.frame(.keyboard(height: points(shown)))
      driver.run(milliseconds: 500)
      driver.frame(.background)
      for height in hidden {
        driver.run(milliseconds: away / hidden.count)
        driver.frame(.keyboard(height: points(height)))
      }
      driver.run(milliseconds: 20)
      driver.frame(.foreground)
      let back = driver.snapshot.instant
      let text = "\(hidden) behind \(shown)"
      let due = driver.surface.nextDue ?? .distantFuture
      #expect(hidden.last == shown || due <= back + .milliseconds(100), "\(text)")
      while driver.next < back + .milliseconds(100) {
        #expect(driver.snapshot.covered == setting.covered(by: shown), "\(text)")
        driver.frame()
      }
      driver.frame()
      #expect(driver.snapshot.covered == setting.covered(by: hidden.last ?? 0), "\(text)")
      #expect(driver.snapshot.instant - back <= .milliseconds(117))
    }
  }

  /// Events after a return start the wait of 100 ms anew, 300 ms at most; the last of them counts.
  @Test(arguments: Setting.all)
  func aKeyboardThatFlipsAfterAReturnShowsItsLastStateOnly(setting: Setting) throws {
    for (last, flips) in [(336, [10, 40, 70]), (0, [20, 90]), (200, [60, 120, 180, 240, 290])] {
      let driver = try conversation(setting)
      driver.frame(.keyboard(height: points(336)))
      driver.settle()
      driver.frame(.background)
      driver.frame(.foreground)
      let back = driver.snapshot.instant
      let due = back + min(.milliseconds((flips.last ?? 0) + 100), .milliseconds(300))
      var events = flips.enumerated().map { place, time in
        let height = place == flips.count - 1 ? last : place % 2 * 336
        return ScheduledEvent(
          .keyboard(height: points(height)),
          at: back + .milliseconds(time)
        )
      }
      while driver.next < due + .milliseconds(60) {
        let now = driver.next
        driver.frame(scheduled: events.filter { $0.instant <= now })
        events.removeAll { $0.instant <= now }
        let height = now < due ? 336 : last
        #expect(
          driver.snapshot.covered == setting.covered(by: height),
          "\((now - back).milliseconds)"
        )
      }
    }
  }

  /// In the way of the curve and the duration that an event names, whatever the profile.
  @Test(arguments: [60, 120])
  func theEndMovesByTheCurveAndTheDurationOfTheEvent(hertz: Int) {
    for (duration, curve) in [(400, nil), (nil, TimingCurve.linear), (90, .easeIn)]
      as [(Int?, TimingCurve?)]
    {
      for profile in [
        Profile.reference, .builtIn("vercel-v0"), .builtIn("swiftui-tips"),
        .builtIn("parameter-article"),
      ] {
        let driver = Driver(profile, hertz: hertz, messages: Message.withoutBlank)
        driver.settle()
        driver.tap()
        driver.rest(pointsFromEnd: 0)
        let offset = driver.snapshot.offset
        driver.frame(
          .keyboard(height: points(260), duration: duration.map { .milliseconds($0) }, curve)
        )
        let start = driver.snapshot.instant
        let length = Nanoseconds.milliseconds(duration ?? 250)
        for _ in 0..<60 {
          driver.frame()
          let time = driver.snapshot.instant - start
          let part =
            time >= length ? 1 : (curve ?? .easeInOut).value(at: time.seconds / length.seconds)
          let expected = 268 * part
          let way = (driver.snapshot.offset - offset).points
          #expect(abs(way - expected) <= 1.0 / 64, "\(profile.name) after \(time.milliseconds)")
        }
      }
    }
  }
}
