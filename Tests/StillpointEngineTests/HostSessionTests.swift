import MarkdownBlocks
import ChatSurface
import Lengths
import StillpointEngine
import TextMeasuring
import Testing
import Timebase

/// What an app hands to a session and gets from it.
@Suite struct HostSessionTests {
  private func session(_ messages: Int = 0, startingAt start: Double = 1_000) throws -> HostSession
  {
    let session = HostSession(
      device: .iPhoneSE,
      measurer: FixedAdvanceMeasurer(),
      parser: MarkdownParser(),
      startingAt: start
    )
    if messages > 0 {
      let list = (0..<messages).map { index in
        Message(
          id: MessageID(rawValue: "m\(index)"),
          role: index % 2 == 0 ? .user : .assistant,
          text: String(repeating: "some words of message \(index) ", count: 6)
        )
      }
      try session.post(.load(ListedMessages(list)), at: start)
    }
    return session
  }

  /// Makes frames until the link may be paused.
  private func settle(_ session: HostSession, from seconds: Double) -> (
    frame: HostFrame?, at: Double
  ) {
    var time = seconds
    var last: HostFrame?
    for _ in 0..<2_000 where !session.canPause {
      last = session.frame(at: time) ?? last
      time += 1.0 / 60
    }
    #expect(session.canPause)
    return (last, time)
  }

  @Test func eventsMayComeInAnyOrder() throws {
    let session = try session()
    let events: [(ChatEvent, Double)] = [
      (.send("q", text: "Hello"), 0.01), (.streamBegin("a"), 0.02),
      (.token("a", Array("one ".utf8)), 0.1), (.token("a", Array("two ".utf8)), 0.2),
      (.token("a", Array("three".utf8)), 0.3), (.streamEnd("a", .complete), 0.31),
      (.taskEnd, 0.32),
    ]
    for index in [4, 0, 6, 2, 1, 5, 3] {
      try session.post(events[index].0, at: 1_000 + events[index].1)
    }
    let frame = try #require(settle(session, from: 1_000).frame)
    #expect(
      session.surface.shownText(of: "a").map { String(decoding: $0.text, as: UTF8.self) }
        == "one two three"
    )
    #expect(frame.refusals.isEmpty)
  }

  @Test func whatIsLateHappensInTheNextFrame() throws {
    let session = try session(4)
    let (_, time) = settle(session, from: 1_000)
    try session.post(.append(Message(id: "late", role: .user, text: "late")), at: 1_000)
    try session.post(.append(Message(id: "earlier", role: .user, text: "before the start")), at: 0)
    let frame = try #require(session.frame(at: time + 0.1))
    #expect(frame.refusals.isEmpty && session.surface.count == 6)
  }

  @Test func numbersThatSayNothingAreRefused() throws {
    let session = try session(4)
    for time in [Double.nan, .infinity, -.infinity, 1e300] {
      #expect(throws: HostRefusal.self) { try session.post(.stop, at: time) }
      #expect(throws: HostRefusal.self) { try session.scrolled(to: 10, at: time) }
      #expect(session.frame(at: time) == nil)
    }
    for offset in [Double.nan, .infinity, 1e12] {
      #expect(throws: HostRefusal.self) { try session.scrolled(to: offset, at: 1_000) }
    }
  }

  @Test func aFrameIsMadeOncePerRefreshWhateverTheJitter() throws {
    let session = try session(4)
    let period = 1.0 / 60
    var ticks: [Int] = []
    for index in 0..<120 {
      let jitter = [0, 0.3, -0.3, 0.45, -0.45][index % 5] * period
      if let frame = session.frame(at: 1_000 + Double(index) * period + jitter) {
        ticks.append(frame.snapshot.tick)
      }
    }
    #expect(ticks == Array(0..<120))
    #expect(session.frame(at: 1_000) == nil)
  }

  @Test func aScrollViewOfTheHostsIsFollowedExactly() throws {
    let session = try session(60)
    var (_, time) = settle(session, from: 1_000)
    let tall = try #require(session.frame(at: time)).contentHeight
    var offset = tall / 2
    for step in 0..<50 {
      offset += Double(step) - 20
      time += 1.0 / 60
      try session.scrolled(to: offset, at: time)
      let frame = try #require(session.frame(at: time))
      #expect(abs(frame.scrollOffset - frame.correction - offset) < 0.001)
      // What is above may have been a guess until now; nothing else moves.
      let change = frame.contentHeight - tall
      #expect(abs(frame.correction) <= abs(change) + 0.05, "at step \(step)")
    }
  }

  @Test func whatComesInAboveIsACorrection() throws {
    let session = try session(60)
    var (_, time) = settle(session, from: 1_000)
    try session.scrolled(to: 300, at: time)
    let before = try #require(session.frame(at: time))
    let read = try #require(before.snapshot.visible.first { $0.y >= before.snapshot.topInset })
    time += 0.1
    let older = (0..<5).map {
      Message(id: MessageID(rawValue: "o\($0)"), role: .user, text: "older \($0)")
    }
    try session.post(.prepend(ListedMessages(older)), at: time)
    let frame = try #require(session.frame(at: time))
    #expect(frame.correction > 100)
    #expect(frame.scrollOffset == before.scrollOffset + frame.correction)
    #expect(frame.snapshot.visible.first { $0.id == read.id }?.y == read.y)
  }

  @Test func atTheEndAGrowingAnswerIsFollowedAgain() throws {
    let session = try session(30)
    var (last, time) = settle(session, from: 1_000)
    try session.scrolled(to: 200, at: time)
    time += 0.1
    #expect(try #require(session.frame(at: time)).snapshot.follow == .free)
    last = settle(session, from: time + 0.1).frame ?? last
    let frame = try #require(last)
    let end =
      frame.contentHeight + frame.snapshot.bottomInset.points - frame.snapshot.viewportHeight.points
    time += 10
    try session.scrolled(to: end, at: time)
    #expect(try #require(session.frame(at: time)).snapshot.follow == .following)
  }

  @Test func pausingAndWaking() throws {
    let session = try session(4)
    let (_, time) = settle(session, from: 1_000)
    #expect(session.canPause && session.wakesAt == nil)
    try session.post(.typing(true), at: time + 5)
    #expect(!session.canPause)
    #expect(session.wakesAt.map { abs($0 - time - 5) < 0.001 } == true)
  }

  @Test func aFullSessionSaysSo() throws {
    let session = try session()
    for _ in 0..<HostSession.eventLimit { try session.post(.typing(true), at: 1_001) }
    #expect(throws: HostRefusal.full(limit: HostSession.eventLimit)) {
      try session.post(.typing(false), at: 1_001)
    }
    #expect(session.frame(at: 1_002) != nil)
    try session.post(.typing(false), at: 1_003)
  }

  @Test func imagesOnScreenAreListed() throws {
    let session = try session()
    let text = "Look:\n\n![one](one.png)\n\n![two](two.png)"
    try session.post(.append(Message(id: "m", role: .assistant, text: text)), at: 1_000)
    let frame = try #require(settle(session, from: 1_000).frame)
    #expect(frame.images.map(\.source) == ["one.png", "two.png"])
  }
}
