import ChatSurface
import FramePacing
import Lengths
import Testing
import Timebase

/// What an app or a network may send much of costs in proportion to what it is: twice the input is at most 2.3
/// times the counted work, and is counted.
@Suite struct GrowingInputTests {
  private struct Input {
    var name: String
    /// The frames of so much of it; those of `before` are not counted.
    var make: (Int) -> (before: [[SurfaceEvent]], counted: [[SurfaceEvent]])
  }

  private static func words(_ count: Int) -> [(text: [UInt8], scalar: Int)] {
    var scalar = 0
    return (0..<count).map { index in
      let text = Array("word\(index) ".utf8)
      defer { scalar += text.count }
      return (text, scalar)
    }
  }

  private static let begun: [[SurfaceEvent]] = [
    [
      .append(Message(id: "u", role: .user, text: "?")), .streamBegin("a"),
    ]
  ]

  private static var inputs: [Input] {
    [
      // Calls of tools that nobody is shown stand where the answer grows.
      Input(name: "hidden messages") { count in
        let hidden = (0..<count).map { index in
          Message(
            id: MessageID(rawValue: "h\(index)"),
            role: .assistant,
            text: "a call",
            suppliedHeight: .zero
          )
        }
        return (
          [[.load(ListedMessages(hidden))]] + begun,
          words(20).map { [.token("a", $0.text)] }
        )
      },
      Input(name: "tokens beyond a hole") { count in
        let words = words(count)
        let placed = words.dropFirst().reversed().map { word in
          SurfaceEvent.tokenAt("a", word.text, scalar: word.scalar)
        }
        return (begun, [placed, [.token("a", words[0].text)]])
      },
      Input(name: "a replay") { count in
        let placed = words(count).map { word in
          SurfaceEvent.tokenAt("a", word.text, scalar: word.scalar)
        }
        return (begun + [placed], [placed])
      },
      Input(name: "a whole list") { count in
        let messages = Message.history(count)
        let other = Message(id: "m1", role: .assistant, text: "other words")
        return (
          [[.load(ListedMessages(messages))]],
          [[.replaceAll(ListedMessages([messages[0], other] + messages[2...]))]]
        )
      },
    ]
  }

  /// The declared cost of an input's frames, in nanoseconds, and of what they touch.
  private func cost(_ input: Input, _ count: Int) -> Double {
    let driver = Driver()
    driver.checksInvariants = false
    let (before, counted) = input.make(count)
    for events in before {
      driver.frame(scheduled: events.map { ScheduledEvent($0, at: driver.next) })
    }
    driver.settle(limit: 20_000)
    var cost = 0
    for events in counted {
      driver.frame(scheduled: events.map { ScheduledEvent($0, at: driver.next) })
      for phase in Phase.allCases { cost += Self.costs.charge(driver.surface.work[phase]) }
    }
    #expect(driver.refusals.isEmpty)
    return Double(cost)
  }

  private static let costs: OperationCosts = {
    var costs = OperationCosts()
    for operation in Operation.allCases { costs[operation] = 100 }
    return costs
  }()

  /// A list has memory for 32 items from the start; each one without height beyond these is charged alike.
  @Test func hiddenMessagesAreChargedBeyondAFew() {
    let lookups = [1, 32, 33, 34].map { count in
      let driver = Driver()
      driver.checksInvariants = false
      let (before, _) = Self.inputs[0].make(count)
      for events in before {
        driver.frame(scheduled: events.map { ScheduledEvent($0, at: driver.next) })
      }
      driver.settle(limit: 20_000)
      driver.frame(scheduled: [ScheduledEvent(.token("a", Array("word ".utf8)), at: driver.next)])
      return Phase.allCases.reduce(0) { $0 + driver.surface.work[$1][.nameLookup] }
    }
    #expect(lookups[0] == lookups[1])
    #expect(lookups[2] > lookups[1])
    #expect(lookups[3] - lookups[2] == lookups[2] - lookups[1])
  }

  @Test func twiceTheInputIsTwiceTheCountedWork() {
    for input in Self.inputs {
      let costs = [2_000, 4_000].map { cost(input, $0) }
      let growth = costs[1] / costs[0]
      #expect(growth <= 2.3, "\(input.name): \(costs)")
      #expect(growth >= 1.5, "\(input.name) is not counted: \(costs)")
    }
  }
}
