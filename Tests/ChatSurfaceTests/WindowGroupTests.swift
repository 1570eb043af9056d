import MarkdownBlocks
import ChatSurface
import FramePacing
import Ornaments
import Running
import Testing
import TextMeasuring
import Timebase

@Suite struct WindowGroupTests {
  private func group(limit: Int = WindowGroup<Surface>.standardLimit) -> WindowGroup<Surface> {
    WindowGroup(limit: limit) {
      Surface(
        profile: .reference,
        device: .iPhoneSE,
        measurer: FixedAdvanceMeasurer(),
        parser: MarkdownParser(),
        costs: .init()
      )
    }
  }

  private func frame(_ surface: Surface, _ tick: Int, _ events: [SurfaceEvent]) -> FrameSnapshot {
    let instant = RefreshRate(hertz: 60).instant(ofTick: tick)
    var snapshot = FrameSnapshot()
    let scheduled = events.map { ScheduledEvent($0, at: instant) }
    surface.frame(scheduled, at: instant, tick: tick, into: &snapshot)
    return snapshot
  }

  private func refusal(_ body: () throws(WindowRefusal) -> Void) -> WindowRefusal? {
    do throws(WindowRefusal) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  @Test func fiveAreOpenAtOnceAndASixthIsOfferedAMerge() throws {
    var group = group()
    for name in ["a", "b", "c", "d", "e"] { try group.open(name) }
    let error = refusal { () throws(WindowRefusal) in try group.open("f") }
    #expect(error == .tooMany("f", open: ["a", "b", "c", "d", "e"], limit: 5))
    #expect(
      error?.description
        == "window f cannot be opened: 5 are open (a, b, c, d, e); merge two of them with "
        + "merge(\"e\", into: \"d\") and give the events that it returns to the next frame of d, "
        + "then open(\"f\") again"
    )
    #expect(group.names == ["a", "b", "c", "d", "e"])
    // What the error says works.
    _ = try group.merge("e", into: "d")
    try group.open("f")
    #expect(group.names == ["a", "b", "c", "d", "f"])
  }

  @Test func namesThatAreNotOpenOrOpenAlreadyAreRefused() throws {
    var group = group()
    try group.open("a")
    try group.open("b")
    let duplicate = refusal { () throws(WindowRefusal) in try group.open("a") }
    #expect(duplicate == .duplicate("a"))
    let unknown = WindowRefusal.unknown("c", open: ["a", "b"])
    let refusals = [
      refusal { () throws(WindowRefusal) in try group.close("c") },
      refusal { () throws(WindowRefusal) in _ = try group.surface(of: "c") },
      refusal { () throws(WindowRefusal) in _ = try group.merge("c", into: "a") },
      refusal { () throws(WindowRefusal) in _ = try group.merge("a", into: "c") },
    ]
    #expect(refusals == Array(repeating: unknown, count: 4))
    let same = refusal { () throws(WindowRefusal) in _ = try group.merge("a", into: "a") }
    #expect(same == .sameWindow("a"))
    #expect(group.names == ["a", "b"])
    try group.close("a")
    let gone = refusal { () throws(WindowRefusal) in try group.close("a") }
    #expect(gone == .unknown("a", open: ["b"]))
    try group.open("a")
    #expect(group.names == ["b", "a"])
  }

  @Test func eachWindowHasASurfaceAndAPoolOfItsOwn() throws {
    var group = group()
    let names = ["a", "b", "c"]
    for name in names { try group.open(name) }
    let words = (0..<60).map { "word\($0) " }.joined()
    for tick in 0..<40 {
      for name in names {
        let surface = try group.surface(of: name)
        let begin: [SurfaceEvent] = [.streamBegin("s"), .token("s", words)]
        let shown = frame(surface, tick, tick == 0 ? begin : [])
        #expect(shown.streams.allSatisfy { $0.fades.count <= 4 })
      }
    }
    for name in names {
      let surface = try group.surface(of: name)
      #expect(surface.poolCounts.peak == 4)
    }
    let first = try group.surface(of: "a")
    let second = try group.surface(of: "b")
    #expect(first !== second)
  }

  /// Messages, what has arrived of one that streams, and what was typed come to the other window.
  @Test func aMergeLosesNothing() throws {
    var group = group()
    let from = try group.open("from")
    let into = try group.open("into")
    _ = frame(from, 0, [.load(ListedMessages(Message.history(30)))])
    _ = frame(into, 0, [.append(.user("m3", "mine"))])
    _ = frame(
      from,
      1,
      [
        .remove("m4"), .streamBegin("s"), .token("s", "half a wo"),
        .drop(.text("a draft"), overlap: 1),
      ]
    )
    let events = try group.merge("from", into: "into")
    #expect(group.names == ["into"])
    #expect(events.count == 31)
    _ = frame(into, 1, events)
    #expect(into.refusals.isEmpty)
    let listed = into.conversation
    let others = (0..<30).filter { $0 != 4 }.map { $0 == 3 ? "from/m3" : "m\($0)" }
    #expect(listed.map(\.id.rawValue) == ["m3"] + others + ["s"])
    #expect(
      listed.dropFirst().prefix(29).map(\.text)
        == Message.history(30).enumerated()
        .filter { $0.offset != 4 }.map(\.element.text)
    )
    #expect(listed.last?.text == "half a wo")
    #expect(listed.last?.state == .cancelled)
    #expect(into.composerText == "a draft")
  }

  /// SPEC 4: 100 drops in a row lose nothing.
  @Test func aHundredDropsInARowLoseNothing() throws {
    var group = group()
    let names = ["a", "b", "c", "d", "e"]
    for name in names { try group.open(name) }
    var expected: [String: [String]] = [:]
    for index in 0..<100 {
      let item: DroppedItem =
        switch index % 3 {
        case 0: .text("text \(index)")
        case 1: .code("let a\(index) = \(index)", language: "swift")
        default: .image(source: "image-\(index).png", description: "picture \(index)")
        }
      let name = names[index % 5]
      // One in ten misses the composer and goes back.
      let isMissed = index % 10 == 9
      if !isMissed { expected[name, default: []].append(item.insertion) }
      _ = frame(try group.surface(of: name), index, [.drop(item, overlap: isMissed ? 0.79 : 0.8)])
    }
    for name in names {
      var rest = try group.surface(of: name).composerText[...]
      for insertion in expected[name] ?? [] {
        if rest.first == "\n" { rest.removeFirst() }
        #expect(rest.hasPrefix(insertion), "\(name)")
        rest = rest.dropFirst(insertion.count)
      }
      #expect(rest.isEmpty, "\(name)")
    }
  }
}

extension WindowGroup where Screen == Surface {
  fileprivate mutating func merge(
    _ name: String,
    into other: String
  ) throws(WindowRefusal) -> [SurfaceEvent] {
    try merge(name, into: other) { $0.contents(from: name, movingTo: $1) }
  }
}
