#if Jemalloc
  import CJemalloc
  import ChatSurface
  import FramePacing
  import MarkdownBlocks
  import Scenarios
  import Testing
  import TextMeasuring
  import Timebase

  #if canImport(Darwin)
    import Darwin
  #else
    import Glibc
  #endif

  /// A conversation of any length ends where it began, in live bytes as jemalloc counts them.
  ///
  /// The counts that the work asks for are 1,000,000 messages and 100,000 lists; fewer are tried unless
  /// ITERATIONS says otherwise. Bytes are those that this thread has asked for and not given back, so
  /// that other tests have no say.
  ///
  /// With ITERATIONS, when nothing else runs in the process, what is resident is compared too.
  @Suite(.serialized) struct ConversationMemoryTests {
    private static let wanted = getenv("ITERATIONS").flatMap { Int(String(cString: $0)) }
    private static let iterations = wanted ?? 3_000
    /// Below so many rounds what is resident is mostly what the process begins with.
    private static let roundsForResident = 10_000

    /// What is resident of the process, in bytes; nil where the system has no such file.
    private static func residentBytes() -> Int? {
      guard let file = fopen("/proc/self/statm", "r") else { return nil }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 256)
      guard fgets(&line, Int32(line.count), file) != nil else { return nil }
      let text = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
        as: UTF8.self
      )
      let fields = text.split(separator: " ")
      guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
      return pages * Int(getpagesize())
    }

    /// What a thread has asked for and not given back, in bytes.
    private static func liveBytes() throws -> Int {
      func counter(_ name: String) -> UInt64? {
        var value = UInt64(0)
        var size = MemoryLayout<UInt64>.size
        return mallctl(name, &value, &size, nil, 0) == 0 ? value : nil
      }
      let asked = try #require(counter("thread.allocated"))
      let given = try #require(counter("thread.deallocated"))
      return Int(asked) - Int(given)
    }

    /// A surface that is driven at 60 Hz.
    private struct Screen {
      let surface: Surface
      private let rate = RefreshRate(hertz: 60)
      private var tick = 0
      private var snapshot = FrameSnapshot()

      init(_ profile: Profile) {
        surface = Surface(
          profile: profile,
          device: Device.iPhoneSE.at(hertz: 60),
          measurer: FixedAdvanceMeasurer(),
          parser: MarkdownParser(),
          costs: OperationCosts()
        )
      }

      mutating func frame(_ events: [SurfaceEvent]) {
        let instant = rate.instant(ofTick: tick)
        surface.frame(
          events.map { ScheduledEvent($0, at: instant) },
          at: instant,
          tick: tick,
          into: &snapshot
        )
        surface.forgetActivity(through: instant)
        tick += 1
      }
    }

    private static let texts = (0..<40).map { String(repeating: "word ", count: 3 + $0 * 7 % 60) }

    private static func message(_ number: Int) -> Message {
      Message(
        id: MessageID(rawValue: "m\(number)"),
        role: number.isMultiple(of: 2) ? .user : .assistant,
        text: texts[number % texts.count]
      )
    }

    /// Compares live bytes after three tenths of the rounds with those after all of them.
    private func expectNoGrowth(rounds: Int, _ round: (Int) -> Void) throws {
      var early = 0
      var earlyResident: Int?
      for number in 0..<rounds {
        round(number)
        if number == rounds * 3 / 10 {
          early = try Self.liveBytes()
          earlyResident = Self.residentBytes()
        }
      }
      let late = try Self.liveBytes()
      if Self.wanted != nil, rounds >= Self.roundsForResident,
        let before = earlyResident, let after = Self.residentBytes()
      {
        #expect(after <= before + before / 10, "\(before) bytes resident, then \(after)")
      }
      // One per cent and 64 KiB.
      #expect(late - early <= early.magnitude / 100 + 65_536, "\(early) bytes, then \(late)")
    }

    @Test(arguments: [
      Profile.reference, .builtIn("vercel-v0"), .builtIn("messaging-ui"),
      .builtIn("conversation-kit"),
    ])
    func messagesThatComeAndGoLeaveNoMemoryBehind(profile: Profile) throws {
      var screen = Screen(profile)
      screen.frame([.load(ListedMessages((0..<100).map(Self.message)))])
      var next = 100
      // Ten messages a round: some are appended, some come as a page; as many go.
      try expectNoGrowth(rounds: max(300, Self.iterations / 10)) { round in
        var events: [SurfaceEvent] = (0..<5).map { .append(Self.message(next + $0)) }
        events.append(.prepend(ListedMessages((5..<10).map { Self.message(next + $0) })))
        let old = next - 100
        events += (0..<10).map { .remove(MessageID(rawValue: "m\(old + $0)")) }
        next += 10
        screen.frame(events)
        if round.isMultiple(of: 16) { screen.frame([.remove("nobody")]) }
      }
      #expect(screen.surface.count == 100)
    }

    @Test(arguments: [Profile.reference, .builtIn("messaging-ui")])
    func listsInThePlaceOfOthersLeaveNoMemoryBehind(profile: Profile) throws {
      var screen = Screen(profile)
      // 200 messages, of which half are in the next list too.
      try expectNoGrowth(rounds: max(100, Self.iterations / 10)) { round in
        let first = round * 100
        let list = (first..<first + 200).map(Self.message)
        screen.frame([.replaceAll(ListedMessages(list))])
      }
      #expect(screen.surface.count == 200)
    }

    @Test func answersThatComeAndGoLeaveNoMemoryBehind() throws {
      var screen = Screen(.reference)
      try expectNoGrowth(rounds: max(200, Self.iterations / 30)) { round in
        let id = MessageID(rawValue: "a\(round)")
        screen.frame([.streamBegin(id), .token(id, Array("some words **to** show ".utf8))])
        for _ in 0..<4 { screen.frame([]) }
        screen.frame([.streamEnd(id, .complete)])
        for _ in 0..<40 { screen.frame([]) }
        screen.frame([.remove(id)])
      }
    }
  }
#endif
