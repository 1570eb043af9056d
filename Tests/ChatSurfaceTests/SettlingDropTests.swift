import ChatSurface
import Lengths
import Testing
import Timebase

/// What is dropped onto a composer goes to its centre by a spring, and the frames say where it is.
@Suite struct SettlingDropTests {
  /// The spring of response 0.3 s and damping 0.7, released at rest: what is left of the way.
  private func left(after seconds: Double) -> Double {
    DampedSpring(response: 0.3, bounce: 0.3)
      .state(.init(position: 1, velocity: 0), after: seconds).position
  }

  @Test(arguments: Setting.all)
  func anAcceptedItemGoesFromWhereItWasLetGoToTheComposersCentre(setting: Setting) throws {
    for overlap in [0.8, 0.9, 1] {
      let driver = try setting.driver(Message.history(20))
      driver.settle()
      #expect(driver.snapshot.drop == nil)
      let composer = setting.device.height - setting.covered(by: 0) - points(48)
      driver.frame(.drop(.text("a word"), overlap: overlap))
      let released = driver.snapshot.instant
      #expect(driver.snapshot.composerText == "a word")
      let start = composer.points - 44 * (1 - overlap)
      let goal = composer.points + 2
      let x = (setting.device.width.points - 160) / 2
      var frames = 0
      while let drop = driver.snapshot.drop {
        let way = left(after: (driver.snapshot.instant - released).milliseconds / 1_000)
        #expect(drop.item == .text)
        #expect(abs(drop.x - x) < 1.0 / 32)
        #expect(abs(drop.y - (goal + (start - goal) * way)) < 1.0 / 32)
        driver.frame()
        frames += 1
        guard frames < setting.hertz * 3 else { break }
      }
      #expect(frames > 1 && frames < setting.hertz * 3)
      driver.settle()
      #expect(driver.snapshot.drop == nil)
      #expect(!driver.surface.isRunning)
      #expect(driver.violations.isEmpty)
    }
  }

  @Test(arguments: Profile.all.map(\.name))
  func nothingMovesWithoutNeed(name: String) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    let driver = Driver(profile, messages: Message.history(4))
    driver.settle()
    driver.frame(.drop(.text("a"), overlap: 0.79))
    #expect(driver.snapshot.drop == nil && driver.snapshot.refusedDrops == 1)
    driver.frame(.reducedMotion(true), .drop(.code("a", language: ""), overlap: 1))
    #expect(driver.snapshot.drop == nil)
    driver.frame(.reducedMotion(false), .drop(.text("b"), overlap: 0.8))
    #expect(driver.snapshot.drop != nil)
    driver.frame(.background)
    #expect(driver.snapshot.drop == nil)
    driver.frame(.foreground)
    driver.settle()
    #expect(driver.snapshot.drop == nil)
    #expect(driver.snapshot.composerText == driver.surface.composerText)
  }
}
