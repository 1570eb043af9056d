import ChatSurface
import FramePacing
import Testing
import Timebase

/// What a surface does when its frames come too late.
@Suite struct SurfaceFallbackTests {
  /// Twenty words, the last of which is not known to be complete.
  private let words = (10..<30).map { "word\($0) " }.joined()
  private let held = 7

  /// A surface whose frame with twenty words in it lost so many vsyncs.
  private func late(_ profile: Profile, by vsyncs: Int) -> Driver {
    let driver = Driver(profile, messages: Message.history(2))
    driver.frame(.streamBegin("a"), .token("a", words))
    driver.lose(vsyncs)
    return driver
  }

  private func released(_ driver: Driver) -> Int {
    driver.snapshot.streams.first?.releasedScalars ?? 0
  }

  /// Of 60 vsyncs 49 are left after eleven losses.
  @Test
  func textAppearsAtOnceInTheVeryFrameThatBegins() {
    let driver = late(.reference, by: 11)
    #expect(driver.snapshot.mode == .animated)
    #expect(released(driver) < words.count && !driver.snapshot.streams[0].fades.isEmpty)
    driver.frame(.token("a", "and more of it "))
    #expect(driver.snapshot.mode == .fallback)
    #expect(released(driver) == words.count + "and more of ".count)
    #expect(driver.snapshot.streams[0].fades.isEmpty)
  }

  @Test func nothingIsStaggeredWhileItLasts() {
    let driver = late(.reference, by: 11)
    var count = words.count
    for _ in 0..<30 {
      driver.frame(.token("a", words))
      count += words.count
      #expect(driver.snapshot.mode == .fallback)
      #expect(released(driver) == count - held)
      #expect(driver.snapshot.streams[0].fades.isEmpty)
      #expect(driver.surface.observations.releases.allSatisfy { $0.heldFor == .zero })
      driver.lose(0)
    }
    #expect(driver.surface.fallbackEpisodes.count == 1)
  }

  @Test func oneLossLessLeavesTheTextStaggeredAndFading() {
    let driver = late(.reference, by: 10)
    driver.frame(.token("a", "and more of it "))
    #expect(driver.snapshot.mode == .animated)
    #expect(released(driver) < words.count)
    #expect(!driver.snapshot.streams[0].fades.isEmpty)
  }

  @Test(
    arguments: ["vercel-v0", "messaging-ui", "conversation-kit", "swiftui-tips"]
  )
  func theseDesignsHaveNone(name: String) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    let (slow, punctual) = (late(profile, by: 59), late(profile, by: 0))
    for _ in 0..<120 {
      for driver in [slow, punctual] { driver.frame(.token("a", "word ")) }
      #expect(slow.snapshot.mode == .animated)
      #expect(slow.snapshot.streams == punctual.snapshot.streams)
      slow.lose(5)
      punctual.lose(0)
    }
    #expect(slow.surface.fallbackEpisodes.isEmpty)
    #expect(slow.surface.poolCounts.snaps == punctual.surface.poolCounts.snaps)
  }
}

extension Driver {
  /// Tells the surface that its last frame came so many vsyncs late.
  func lose(_ vsyncs: Int) {
    let tick = snapshot.tick
    let shown = PresentedFrame(
      tick: tick,
      end: rate.instant(ofTick: tick + 1 + vsyncs),
      vsync: tick + 1 + vsyncs,
      lostVsyncs: vsyncs,
      isOnTime: vsyncs == 0
    )
    surface.note(shown, cost: FrameCost())
  }
}
