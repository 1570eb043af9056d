import ChatSurface
import Lengths
import Testing
import Timebase

/// Snapshots of a growing text, each with all of it: what is new of them is what they cost.
@Suite struct ExtendingUpdateTests {
  /// How the message stands that is updated.
  enum State: CaseIterable {
    case streaming, whole, user
  }

  /// A text of words, marks, lists and code, of at least so many bytes.
  private static func text(_ bytes: Int) -> String {
    var text = ""
    var index = 0
    while text.utf8.count < bytes {
      switch index % 40 {
      case 0: text += "\n\n## Head \(index)\n\n"
      case 9: text += "**bold** "
      case 20...24: text += "\n- item \(index)"
      case 25: text += "\n\n```\nlet tide = \(index)\n```\n\n"
      case 30: text += "[link](https://a.b) "
      default: text += "word\(index % 13) "
      }
      index += 1
    }
    return text
  }

  private func driver(_ state: State, _ text: String) -> Driver {
    let driver = Driver(messages: [.user("u")])
    driver.checksInvariants = false
    switch state {
    case .streaming:
      driver.frame(.streamBegin("a"))
      driver.frame(.update("a", text: text))
    case .whole: driver.frame(.append(Message(id: "a", role: .assistant, text: text)))
    case .user: driver.frame(.append(Message(id: "a", role: .user, text: text)))
    }
    driver.settle(limit: 100_000)
    return driver
  }

  /// What updates by a few bytes each cost once the text has so many.
  private func work(_ state: State, bytes: Int) -> FrameWork {
    let whole = Array(Self.text(bytes + 4_000))
    var end = Self.text(bytes).count
    let driver = driver(state, String(whole[..<end]))
    var work = FrameWork()
    // The first one measures the last block as one that grows.
    end += 6
    driver.frame(.update("a", text: String(whole[..<end])))
    driver.settle()
    for _ in 0..<256 {
      end += 6
      driver.frame(counting: &work, .update("a", text: String(whole[..<end])))
    }
    driver.settle()
    driver.surface.checkInvariants()
    #expect(driver.text(of: "a") == String(whole[..<end]))
    #expect(driver.refusals.isEmpty)
    return work
  }

  @Test(arguments: State.allCases)
  func anUpdateThatExtendsATextCostsTheExtension(state: State) {
    let (short, long) = (work(state, bytes: 4_000), work(state, bytes: 64_000))
    for (small, large) in zip(short.perFrame, long.perFrame) where small.name != "blocks looked at"
    {
      let exponent = FrameWork.exponent(small.count, large.count, over: 16)
      #expect(exponent <= 0.05, "\(state): \(small.name), \(small.count) to \(large.count)")
    }
    #expect(long.mostLookedAt < 200)
  }

  /// Every frame of a stream of snapshots is that of the tokens they differ by.
  @Test func snapshotsAreShownAsTheTokensTheyDifferBy() {
    for seed in PropertySettings.seed..<PropertySettings.seed + 6 {
      var chance = SeededGenerator(seed: seed)
      let text = Array((Self.text(3_000) + "漢字かな交じり文と 👩‍👩‍👧 e\u{301}nd").unicodeScalars)
      let drivers = [Driver(messages: [.user("u")]), Driver(messages: [.user("u")])]
      for driver in drivers { driver.frame(.streamBegin("a")) }
      var end = 0
      var parts = 0
      while end < text.count {
        let next = min(text.count, end + 1 + chance.nextIndex(below: 24))
        func string(_ range: Range<Int>) -> String {
          String(String.UnicodeScalarView(text[range]))
        }
        var (token, update) = ([SurfaceEvent](), [SurfaceEvent]())
        if parts < 3, chance.nextIndex(below: 60) == 0 {
          parts += 1
          token.append(.partBegin("a", .reasoning))
          update.append(.partBegin("a", .reasoning))
        }
        token.append(.token("a", string(end..<next)))
        update.append(.update("a", text: string(0..<next)))
        end = next
        for (driver, events) in zip(drivers, [token, update]) {
          driver.frame(scheduled: events.map { ScheduledEvent($0, at: driver.next) })
        }
        for _ in 0...chance.nextIndex(below: 4) { for driver in drivers { driver.frame() } }
        let (one, other) = (drivers[0].snapshot, drivers[1].snapshot)
        #expect(one.streams == other.streams, "seed \(seed), at \(end)")
        #expect(
          one.visible == other.visible && one.offset == other.offset,
          "seed \(seed), at \(end)"
        )
      }
      for driver in drivers {
        driver.frame(.streamEnd("a", .complete))
        driver.settle()
        driver.frame()
      }
      #expect(drivers[0].surface.parts(of: "a") == drivers[1].surface.parts(of: "a"))
      #expect(drivers[0].text(of: "a") == String(String.UnicodeScalarView(text)))
    }
  }

  /// Against a surface that has the text from the beginning.
  @Test func anExtendedTextIsLaidOutAsOneThatWasThereFromTheBeginning() {
    for state in [State.whole, .user] {
      for profile in Profile.all {
        let whole = Array(Self.text(2_000))
        let driver = Driver(profile, messages: [.user("u")])
        let role: Message.Role = state == .user ? .user : .assistant
        driver.frame(.append(Message(id: "a", role: role, text: String(whole[..<7]))))
        for end in stride(from: 8, through: whole.count, by: 97) {
          driver.frame(.update("a", text: String(whole[..<end])))
          driver.frame(.update("a", text: String(whole[..<(end + 1)])))
          let other = Driver(profile, messages: [.user("u")])
          other.frame(.append(Message(id: "a", role: role, text: String(whole[..<(end + 1)]))))
          for each in [driver, other] { each.settle() }
          let heights = [driver, other].map { each in
            each.snapshot.visible.first { $0.id == "a" }?.height
          }
          #expect(heights[0] == heights[1], "\(profile.name), \(state), \(end)")
          #expect(driver.surface.box(of: "a") == other.surface.box(of: "a"))
        }
        // And one that is no extension after it.
        driver.frame(.update("a", text: "Something else"))
        driver.settle()
        #expect(driver.text(of: "a") == "Something else")
      }
    }
  }

  @Test func theBoxOfABubbleIsMeasuredOnceForEachTextAndWidth() {
    let measurer = RecordingMeasurer()
    let driver = Driver(measurer: measurer, messages: [.user("u", .lines(4)), .assistant("a")])
    let box = driver.surface.box(of: "u")
    #expect(box != nil)
    #expect(!measurer.texts.isEmpty)
    func isMeasuredAgain() -> Bool {
      measurer.forget()
      _ = driver.surface.box(of: "u")
      return !measurer.texts.isEmpty
    }
    #expect(!isMeasuredAgain())
    let size = (driver.surface.device.width, driver.surface.device.height)
    driver.frame(.resize(width: size.1, height: size.0))
    #expect(isMeasuredAgain() && !isMeasuredAgain())
    driver.frame(.resize(width: size.0, height: size.1))
    #expect(!isMeasuredAgain(), "the width of before")
    #expect(driver.surface.box(of: "u") == box)
    driver.frame(.update("u", text: "short"))
    #expect(isMeasuredAgain() && !isMeasuredAgain())
    let other = Driver(messages: [.user("u", "short"), .assistant("a")])
    #expect(driver.surface.box(of: "u") == other.surface.box(of: "u"))
  }
}
