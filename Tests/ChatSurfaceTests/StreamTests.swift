import ChatSurface
import Lengths
import Testing
import Timebase

@Suite struct StreamTests {
  private func streaming(_ profile: Profile = .reference) -> Driver {
    let driver = Driver(profile, messages: Message.history(4))
    driver.frame(.streamBegin("a"))
    return driver
  }

  @Test func everyTokenComesOutInOrder() {
    for profile in [Profile.reference, .builtIn("messaging-ui")] {
      let driver = streaming(profile)
      var text = ""
      for index in 0..<200 {
        let token = "t\(index)\(index % 7 == 0 ? "\n\n" : " ")"
        text += token
        driver.frame(.token("a", token))
      }
      driver.frame(.streamEnd("a", .complete))
      driver.settle()
      #expect(driver.text(of: "a") == text)
      driver.frame()
      #expect(driver.snapshot.streams.isEmpty)
      #expect(driver.violations.isEmpty)
      #expect(driver.surface.poolCounts.peak <= 4)
    }
  }

  @Test
  func whatArrivedBeforeAStopShowsAtOnceAndWhatComesAfterIsDiscarded() {
    let driver = streaming()
    driver.frame(
      .token("a", "one two three four five six seven eig"),
      .stop,
      .token("a", "ht nine")
    )
    #expect(driver.text(of: "a") == "one two three four five six seven eig")
    #expect(driver.surface.discardedUTF8 == 7)
    #expect(driver.snapshot.streams.first?.fades.isEmpty == true)
    driver.settle()
    #expect(driver.text(of: "a") == "one two three four five six seven eig")
  }

  @Test(arguments: [StreamEndReason.failed, .cancelled])
  func aStreamThatBreaksOffShowsWhatItHadAtOnce(reason: StreamEndReason) {
    let driver = streaming()
    driver.frame(.token("a", "one two three four five six seven"), .streamEnd("a", reason))
    #expect(driver.text(of: "a") == "one two three four five six seven")
    #expect(driver.surface.shownText(of: "a")?.wasCutShort == true)
  }

  @Test func theBackgroundShowsWhatArrivedAndReplaysNothing() {
    let driver = streaming()
    driver.frame(.token("a", "one two three four five six "), .background)
    #expect(driver.text(of: "a") == "one two three four five six ")
    driver.frame(.token("a", "seven eight nine ten eleven twelve "), .foreground)
    #expect(driver.text(of: "a")?.hasSuffix("twelve ") == true)
    #expect(driver.snapshot.streams.first?.fades.isEmpty == true)
    driver.frame(.token("a", "thirteen fourteen "))
    #expect(driver.snapshot.streams.first?.fades.isEmpty == false)
  }

  @Test func theBackgroundDoesNotBreakAScalarThatIsStillArriving() {
    let driver = streaming()
    let bytes = Array("word 日".utf8)
    driver.frame(.token("a", Array(bytes.dropLast())), .background)
    driver.frame(.token("a", [bytes[bytes.count - 1]]))
    driver.frame(.foreground, .streamEnd("a", .complete))
    driver.settle()
    #expect(driver.text(of: "a") == "word 日")
  }

  @Test func withReducedMotionEverythingIsOpaqueAtOnce() {
    let driver = streaming()
    driver.frame(.reducedMotion(true), .token("a", "one two three four five six "))
    // Nothing says yet that the last word is complete.
    #expect(driver.text(of: "a") == "one two three four five ")
    #expect(driver.snapshot.streams.first?.fades.isEmpty == true)
  }

  @Test func anUpdateThatBeginsAlikeKeepsWhatWasRevealed() {
    let driver = streaming()
    driver.frame(.token("a", "one two three "))
    driver.run(milliseconds: 400)
    let released = driver.snapshot.streams.first?.releasedScalars ?? 0
    #expect(released == 14)
    driver.frame(.update("a", text: "one two three four five six seven eight nine ten "))
    let stream = driver.snapshot.streams.first
    #expect((stream?.releasedScalars ?? 0) >= released)
    #expect((stream?.fades.first?.startScalar ?? 0) < 49)
    #expect(driver.text(of: "a")?.hasPrefix("one two three ") == true)
    driver.frame(.token("a", "eleven "), .streamEnd("a", .complete))
    driver.settle()
    #expect(driver.text(of: "a") == "one two three four five six seven eight nine ten eleven ")
    #expect(driver.violations.isEmpty)
  }

  @Test func anUpdateThatDiffersShowsNothingOfTheOldText() {
    let driver = streaming()
    driver.frame(.token("a", "one two three "))
    driver.run(milliseconds: 400)
    driver.frame(.update("a", text: "one 2 "))
    #expect("one 2 ".hasPrefix(driver.text(of: "a") ?? "?"))
    driver.frame(.streamEnd("a", .complete))
    driver.settle()
    #expect(driver.text(of: "a") == "one 2 ")
  }

  @Test func aStreamThatBeginsAgainGoesOnWhereItWas() {
    let driver = streaming()
    driver.frame(.token("a", "one two "), .streamEnd("a", .complete))
    driver.frame(.streamBegin("a"), .token("a", "three "))
    driver.settle()
    driver.frame(.streamEnd("a", .complete))
    driver.settle()
    driver.frame(.streamBegin("a"), .token("a", "four"), .streamEnd("a", .complete))
    driver.settle()
    #expect(driver.text(of: "a") == "one two three four")
    #expect(driver.surface.discardedUTF8 == 0)
  }

  @Test func aMessageThatHasEndedNoLongerQuickensTheOthers() {
    let driver = streaming()
    driver.frame(.token("a", String(repeating: "w ", count: 150)), .streamEnd("a", .complete))
    driver.settle()
    driver.frame(.streamBegin("b"))
    driver.frame(.token("b", "one two three four five six seven eight nine ten "))
    var instants: [Instant] = driver.surface.observations.releases.map(\.due)
    for _ in 0..<20 {
      driver.frame()
      instants += driver.surface.observations.releases.map(\.due)
    }
    #expect(instants.count > 2, "\(instants)")
    let staggers = zip(instants, instants.dropFirst()).map { $1 - $0 }
    #expect(staggers.allSatisfy { $0 >= .milliseconds(32) })
  }

  @Test func heldTextGoesOutAfterAQuarterOfASecond() {
    let driver = streaming()
    driver.frame(.token("a", "unfinis"))
    driver.settle()
    #expect(driver.text(of: "a") == "unfinis")
    driver.frame(.token("a", "hed"), .streamEnd("a", .complete))
    driver.settle()
    #expect(driver.text(of: "a") == "unfinished")
  }

  @Test func aMessageOffScreenGoesOnUnfaded() {
    let driver = Driver(messages: Message.history(60))
    driver.frame(.streamBegin("a"), .scroll(to: .top, isAnimated: false))
    driver.frame(.token("a", "one two three four "))
    for _ in 0..<30 {
      driver.frame()
      #expect(driver.snapshot.streams.first?.fades.isEmpty == true)
    }
    #expect(driver.text(of: "a") == "one two three four ")
  }

  @Test func aTextBeyondFourMebibytesIsRefusedAndWhatWasThereStays() {
    let driver = Driver(.builtIn("messaging-ui"))
    driver.frame(.streamBegin("a"), .token("a", "word "))
    driver.frame(.token("a", [UInt8](repeating: 0x61, count: 4 << 20)))
    #expect(driver.refusals == [.tooLong("a", bytes: (4 << 20) + 5)])
    driver.frame(.token("a", "more"))
    driver.settle()
    #expect(driver.text(of: "a") == "word ")
    #expect(driver.surface.discardedUTF8 == 4)
  }

  @Test func anIdleSurfaceHasNothingDueAndNoPastActivity() {
    let driver = streaming()
    driver.frame(.token("a", "one two three "), .stop)
    driver.settle()
    #expect(!driver.surface.isRunning)
    #expect(driver.surface.nextDue == nil)
    let now = driver.snapshot.instant
    driver.skip(ticks: 10)
    driver.frame(.token("a", "late"))
    #expect(!driver.surface.isActive(after: now, through: now + .milliseconds(100)))
    #expect(driver.surface.isActive(after: now, through: driver.snapshot.instant))
  }
}
