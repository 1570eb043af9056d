import ChatSurface
import Ornaments
import Testing

/// States of messages that a surface owns.
@Suite struct SurfaceItemStateTests {
  private struct Expansion: Hashable {
    var isExpanded = false
    var taps = 0
  }

  private final class Selection {
    var ids: Set<MessageID> = []
  }

  private func id(_ index: Int) -> MessageID { MessageID(rawValue: "m\(index)") }

  private func driver(limit: Int? = nil) -> Driver {
    let driver = Driver(messages: Message.history(40))
    driver.surface.itemStates.keep(Expansion.self, limit: limit) { _ in Expansion() }
    return driver
  }

  private func taps(_ id: MessageID, in driver: Driver) -> Int {
    driver.surface.itemStates[Expansion.self][id].taps
  }

  @Test func noFrameMakesAState() {
    var asked: [MessageID] = []
    let driver = Driver()
    driver.surface.itemStates.keep(Int.self) { id in
      asked.append(id)
      return 0
    }
    driver.frame(.load(ListedMessages(Message.history(40))))
    driver.frame(.scroll(to: .top, isAnimated: true))
    driver.settle()
    driver.frame(.remove("m3"), .insert(index: 3, .user("m3")), .replaceID("m4", with: "x"))
    #expect(asked.isEmpty && !driver.surface.itemStates[Int.self].hasState(for: "m3"))
    driver.surface.itemStates[Int.self]["m3"] += 2
    #expect(driver.surface.itemStates[Int.self]["m3"] == 2)
    #expect(asked == ["m3"])
  }

  /// Each way a message can leave the conversation and come back.
  @Test(arguments: ["remove", "removeAll", "load", "replaceAll"])
  func aMessageThatComesBackHasItsState(way: String) {
    let driver = driver()
    for index in 0..<40 {
      driver.surface.itemStates[Expansion.self][id(index)].taps = index
    }
    let all = ListedMessages(Message.history(40))
    let others = ListedMessages(Message.history(3, prefix: "other"))
    switch way {
    case "remove": for index in 0..<40 { driver.frame(.remove(id(index))) }
    case "removeAll": driver.frame(.removeAll)
    case "load": driver.frame(.load(others))
    default: driver.frame(.replaceAll(others))
    }
    #expect(!driver.surface.ids.contains { $0.rawValue.hasPrefix("m") })
    driver.frame(.memoryPressure)
    driver.frame(way == "replaceAll" ? .replaceAll(all) : .load(all))
    #expect(driver.surface.ids == Message.history(40).map(\.id))
    for index in 0..<40 { #expect(taps(id(index), in: driver) == index) }
  }

  @Test func anotherNameKeepsTheState() {
    let driver = driver()
    driver.surface.itemStates.keep(String.self) { "\($0)" }
    driver.surface.itemStates[Expansion.self]["m3"].taps = 7
    driver.surface.itemStates[String.self]["m3"] += "!"
    driver.frame(.replaceID("m3", with: "server"))
    #expect(taps("server", in: driver) == 7)
    #expect(driver.surface.itemStates[String.self]["server"] == "m3!")
    #expect(!driver.surface.itemStates[Expansion.self].hasState(for: "m3"))
    // A name that is refused changes nothing.
    driver.surface.itemStates[Expansion.self]["m4"].taps = 9
    driver.frame(.replaceID("m4", with: "server"))
    #expect(taps("server", in: driver) == 7 && taps("m4", in: driver) == 9)
  }

  @Test func oneInstanceCanBeShared() {
    let driver = driver()
    let shared = Selection()
    driver.surface.itemStates.keep(Selection.self) { _ in shared }
    driver.surface.itemStates[Selection.self]["m1"].ids.insert("m1")
    driver.frame(.remove("m1"), .replaceID("m2", with: "m1"))
    #expect(driver.surface.itemStates[Selection.self]["m1"] === shared)
    #expect(driver.surface.itemStates[Selection.self]["m5"].ids == ["m1"])
  }

  @Test func whatWasUsedLongestAgoGoesFirst() {
    let driver = driver(limit: 2)
    for (index, id) in (["m1", "m2", "m3"] as [MessageID]).enumerated() {
      driver.surface.itemStates[Expansion.self][id].taps = index + 1
    }
    #expect(!driver.surface.itemStates[Expansion.self].hasState(for: "m1"))
    #expect(taps("m2", in: driver) == 2 && taps("m3", in: driver) == 3)
    #expect(taps("m1", in: driver) == 0)
  }

  @Test func statesGoWithTheSurface() {
    weak var kept: Selection?
    do {
      let driver = driver()
      driver.surface.itemStates.keep(Selection.self) { _ in Selection() }
      kept = driver.surface.itemStates[Selection.self]["m1"]
      driver.frame(.removeAll)
      #expect(kept != nil)
    }
    #expect(kept == nil)
  }

  @Test func aKindThatIsKeptTwiceOrNotAtAllTraps() async {
    await #expect(processExitsWith: .failure) {
      let driver = Driver()
      driver.surface.itemStates.keep(Int.self) { _ in 0 }
      driver.surface.itemStates.keep(Int.self) { _ in 1 }
    }
    await #expect(processExitsWith: .failure) {
      _ = Driver().surface.itemStates[Int.self]["m1"]
    }
  }
}
