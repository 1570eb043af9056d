import Testing
import ViewportPlacing

/// What each event makes of what holds the viewport.
@Suite struct HoldTableTests {
  private let pin = ViewportHold.Pin(7)

  @Test func whatEachEventMakesOfTheHold() {
    let selection = ViewportHold.selection(.init(handle: 3, utf8: 4))
    let rows: [(ViewportHold, ViewportHold.Change, ViewportHold)] = [
      (.end, .dragged, .end), (.end, .scrolled, .end), (.end, .scrolledAway, .place),
      (.end, .sending, .place), (.place, .cameBack, .end), (.place, .newsNearEnd, .end),
      (.place, .sentToEnd, .end),
      (.place, .broughtToTop(pin), .approaching(pin)), (.approaching(pin), .arrived, .pin(pin)),
      (.pin(pin), .dragged, .place), (.pin(pin), .scrolled, .pin(pin)),
      (.pin(pin), .removed(7), .place), (.pin(pin), .removed(8), .pin(pin)),
      (.jumped(7), .dragged, .jumped(7)), (.jumped(7), .scrolled, .place),
      (.jumped(7), .newsNearEnd, .end),
      (.place, .askedFor(7), .jumped(7)), (.jumped(7), .askedFor(nil), .place),
      (.pin(pin), .askedForEnd, .end), (.place, .arrived, .place),
      (selection, .scrolled, selection), (selection, .scrolledAway, selection),
      (selection, .newsNearEnd, selection), (selection, .cameBack, selection),
      (selection, .sentToEnd, selection), (selection, .broughtToTop(pin), selection),
      (selection, .removed(3), .place), (selection, .deselected(atEnd: true), .end),
      (selection, .deselected(atEnd: false), .place),
      (.pin(pin), .deselected(atEnd: true), .pin(pin)),
    ]
    for (before, change, after) in rows {
      var hold = before
      hold.take(change)
      #expect(hold == after, "\(before) after \(change)")
      hold.checkInvariants()
    }
  }
}
