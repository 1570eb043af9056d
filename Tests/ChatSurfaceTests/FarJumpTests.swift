import ChatSurface
import FramePacing
import Lengths
import Scenarios
import Synchronization
import Testing

/// A jump to a message far above those that are shown, where a design shows a history page by page.
@Suite struct FarJumpTests {
  /// Messages `m-0`, `m-1` and so on, which count how often they are asked about.
  private final class CountedMessages: MessageSource {
    let count: Int
    private let asked = Mutex(0)

    init(count: Int) { self.count = count }

    /// How often something was asked since the last time that this was.
    func takeAsked() -> Int {
      asked.withLock { asked in
        defer { asked = 0 }
        return asked
      }
    }

    private func note() { asked.withLock { $0 += 1 } }

    func id(at index: Int) -> MessageID {
      note()
      return MessageID(rawValue: "m-\(index)")
    }

    func index(of id: MessageID) -> Int? {
      note()
      return Int(id.rawValue.dropFirst(2)).flatMap { $0 < count ? $0 : nil }
    }

    func message(at index: Int) -> Message {
      note()
      return Message(id: id(at: index), role: .assistant, text: "message \(index) of them")
    }

    func characterCount(at index: Int) -> Int {
      note()
      return 20
    }

    func role(at index: Int) -> Message.Role {
      note()
      return .assistant
    }
  }

  /// What the frame of a jump to the tenth message did: questions to the app, and operations.
  private func jump(in count: Int) -> (asked: Int, work: OperationCounts) {
    let messages = CountedMessages(count: count)
    let driver = Driver(.builtIn("parameter-article"))
    driver.checksInvariants = false
    driver.frame(.load(messages))
    driver.run(milliseconds: 100)
    _ = messages.takeAsked()
    driver.frame(.scroll(to: .message("m-10", .top), isAnimated: false))
    #expect(driver.surface.placeOnScreen(of: "m-10") != nil)
    let work = Phase.allCases.reduce(into: OperationCounts()) { $0 += driver.surface.work[$1] }
    return (messages.takeAsked(), work)
  }

  @Test func itCostsEachMessageThatItBringsOnce() {
    let (small, large) = (jump(in: 2_000), jump(in: 40_000))
    for (count, found) in [(2_000, small), (40_000, large)] {
      // Whole pages of fifty, of which fifty messages were there.
      #expect(found.work[.itemEstimated] == count - 50, "\(count)")
      #expect(found.work[.arrayElementLoaded] == count - 50, "\(count)")
      #expect(found.asked < 6 * count, "\(found.asked) questions about \(count)")
    }
    let moved = [small, large].map {
      $0.work[.arrayElementMoved] + $0.work[.arrayElementRewritten]
    }
    #expect(moved[1] <= 20 * moved[0] + 1_000, "\(moved)")
  }
}
