import ChatSurface
import Foundation
import Lengths
import Testing
import Timebase

/// Answers of thousands of parts: a frame looks at as many of them as their number has digits.
@Suite struct ManyPartsTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

  private static let counts = [50, 500, 5_000]

  /// An answer of so many text and card parts in turn, all of them shown; it goes on streaming.
  private func driver(_ count: Int, height: LayoutUnit = LayoutUnit(points: 40)) -> Driver {
    let driver = Driver(messages: [.user("u")])
    driver.checksInvariants = false
    driver.frame(.streamBegin("a"))
    driver.frame(.background)
    for part in 0..<count {
      if part % 2 == 0 {
        driver.frame(.partBegin("a", .text), .token("a", "part \(part), in some words. "))
      } else {
        driver.frame(.partBegin("a", .card), .card("a", part: part, height))
      }
    }
    driver.frame(.partBegin("a", .text), .token("a", "the last one "), .foreground)
    driver.settle()
    driver.surface.checkInvariants()
    #expect(driver.surface.parts(of: "a")?.count == count + 1)
    #expect(driver.refusals.isEmpty && driver.violations.isEmpty)
    return driver
  }

  /// The most that a frame may look at: some halvings of all parts and blocks.
  private func bound(_ count: Int) -> Int { 40 + 24 * Int(log2(Double(count)).rounded(.up)) }

  private func check(_ work: [FrameWork], _ what: String) {
    for (count, work) in zip(Self.counts, work) {
      #expect(work.mostLookedAt <= bound(count), "\(what): \(work.mostLookedAt) of \(count)")
    }
    for (small, large) in zip(work[0].perFrame, work[2].perFrame)
    where small.name != "blocks looked at" {
      let exponent = FrameWork.exponent(small.count, large.count, over: 100)
      #expect(exponent <= 0.05, "\(what): \(small.name) \(small.count) to \(large.count)")
    }
  }

  @Test func aTokenOfAnAnswerOf5000PartsLooksAtFewOfThem() {
    check(
      Self.counts.map { count in
        let driver = driver(count)
        var work = FrameWork()
        for index in 0..<100 { driver.frame(counting: &work, .token("a", "word\(index) ")) }
        driver.surface.checkInvariants()
        return work
      },
      "tokens"
    )
  }

  @Test func anotherPartOfAnAnswerOf5000LooksAtFewOfThem() {
    check(
      Self.counts.map { count in
        let driver = driver(count)
        var work = FrameWork()
        for index in 0..<40 {
          let part = count + 1 + 2 * index
          driver.frame(counting: &work, .partBegin("a", .card), .card("a", part: part, points(30)))
          driver.frame(counting: &work, .partBegin("a", .text), .token("a", "words \(index) "))
        }
        driver.settle()
        driver.surface.checkInvariants()
        #expect(driver.refusals.isEmpty)
        return work
      },
      "parts"
    )
  }

  /// Both at once: the blocks between the card and the end keep their heights, and move together.
  @Test func aCardFarAboveTheEndGrowsWhileTheAnswerDoes() {
    check(
      Self.counts.map { count in
        let driver = driver(count)
        let card = count / 4 * 2 + 1
        var work = FrameWork()
        for index in 0..<60 {
          driver.frame(
            counting: &work,
            .card("a", part: card, LayoutUnit(points: 40 + index)),
            .card("a", part: 1, LayoutUnit(points: 40 + index % 7)),
            .token("a", "word\(index) ")
          )
        }
        driver.settle()
        driver.surface.checkInvariants()
        #expect(driver.refusals.isEmpty && driver.violations.isEmpty && driver.drift == .zero)
        // The same as a surface that lays all of it out anew.
        let height = driver.snapshot.visible.first { $0.id == "a" }?.height
        #expect(height != nil)
        driver.frame(.resize(width: points(374), height: driver.surface.device.height))
        driver.frame(.resize(width: points(375), height: driver.surface.device.height))
        driver.settle()
        #expect(driver.snapshot.visible.first { $0.id == "a" }?.height == height)
        return work
      },
      "cards"
    )
  }

  @Test func aReaderInAnAnswerOf5000PartsLooksAtFewOfThem() {
    check(
      Self.counts.map { count in
        let driver = driver(count)
        var work = FrameWork()
        driver.frame(.touch(.began, y: 100))
        for index in 0..<60 {
          driver.frame(counting: &work, .touch(.moved, y: Double(100 + 8 * index)))
        }
        driver.frame(.touch(.ended, y: 580))
        driver.settle()
        driver.surface.checkInvariants()
        return work
      },
      "reading"
    )
  }

  /// All in one frame: each card is found among those that wait.
  @Test func cardsAmongThousandsOfWaitingPartsAreFound() {
    for count in Self.counts {
      let driver = Driver(messages: [.user("u")])
      driver.checksInvariants = false
      var events: [SurfaceEvent] = [.streamBegin("a"), .token("a", "some words before ")]
      for part in 1...count {
        events.append(.partBegin("a", .card))
        if part % 3 == 0 { events.append(.token("a", "between ")) }
      }
      driver.frame(scheduled: events.map { ScheduledEvent($0, at: driver.next) })
      // After every third card there is a text.
      func number(_ card: Int) -> Int { card + (card - 1) / 3 }
      var work = FrameWork()
      for card in stride(from: 1, through: count, by: max(1, count / 40)) {
        driver.frame(counting: &work, .card("a", part: number(card), points(10)))
      }
      #expect(driver.refusals.isEmpty)
      // The parts show meanwhile, some in each frame.
      #expect(work.blocksLookedAt <= (2 * count + work.frames) * bound(count) / 4)
      driver.frame(.streamEnd("a", .complete))
      driver.settle(limit: 100_000)
      driver.surface.checkInvariants()
      let cards = driver.surface.parts(of: "a")?.filter { $0.kind == .card } ?? []
      #expect(cards.count == count)
      for card in stride(from: 1, through: count, by: max(1, count / 40)) {
        #expect(cards[card - 1].cardHeight == points(10), "card \(card) of \(count)")
      }
    }
  }
}
