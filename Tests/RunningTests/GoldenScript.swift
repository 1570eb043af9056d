import ChatSurface
import LoadGeneration
import Timebase

/// A small script with a bit of everything: history, a page, a fling, an answer, a stall, a stop.
enum GoldenScript {
  static var events: [TimedLoadEvent] {
    var events = [
      TimedLoadEvent(.load(SuppliedMessages(first: 0, count: 12, height: 180)), at: .zero),
      TimedLoadEvent(.fling(velocity: -900), at: at(50)),
      TimedLoadEvent(.prepend(SuppliedMessages(first: -5, count: 5, height: 90)), at: at(120)),
      TimedLoadEvent(.scroll(to: .end, isAnimated: true), at: at(400)),
      TimedLoadEvent(.send("user-1", text: "What is a still point?"), at: at(700)),
      TimedLoadEvent(.streamBegin("assistant-1"), at: at(700)),
      TimedLoadEvent(.composer(lines: 2), at: at(900)),
      TimedLoadEvent(event: .fault(.stall(.milliseconds(60))), atMilliseconds: 950),
      TimedLoadEvent(.stop, at: at(1_300)),
    ]
    let tokens = [
      "The point ", "of a **conver", "sation** that stays", " where it is.\n\n", "```swift\nlet y",
      " = 1\n```\n\n", "- one\n", "- tw", "o e\u{301}", "\u{301}\n\n", "And ", "so ", "on ", "and ",
      "on",
    ]
    for (index, text) in tokens.enumerated() {
      events.append(
        TimedLoadEvent(.token("assistant-1", Array(text.utf8)), at: at(800 + 35 * Double(index)))
      )
    }
    return TestBench.ordered(events)
  }

  private static func at(_ milliseconds: Double) -> Instant { Instant(milliseconds: milliseconds) }
}
