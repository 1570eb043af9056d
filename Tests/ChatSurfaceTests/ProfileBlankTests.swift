import ChatSurface
import Lengths
import Testing
import Timebase

/// The space below the last turn, by profile.
@Suite struct ProfileBlankTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

  @Test
  func inV0GrowthOfTheAnswerCountsOnceItHasPausedForHalfASecond() {
    let driver = Driver(.builtIn("vercel-v0"), messages: Message.uniform(20))
    driver.settle()
    driver.frame(.send("u", text: "A question"))
    driver.frame(.append(.supplied("a", .assistant, 100)))
    driver.settle()
    let (blank, place) = (driver.snapshot.blank, driver.place(of: "u"))
    for height in [150, 250] {
      driver.frame(.setHeight("a", points(height)))
      for _ in 0..<20 {
        #expect(driver.snapshot.blank == blank, "growth starts the wait anew")
        driver.frame()
      }
    }
    driver.frame(.setHeight("a", points(300)))
    let start = driver.snapshot.instant
    for frame in 1...30 {
      #expect(driver.snapshot.blank == blank, "frame \(frame)")
      driver.frame()
    }
    #expect(driver.snapshot.instant - start == .milliseconds(500))
    #expect(driver.snapshot.blank == blank - points(200))
    driver.frame(.setHeight("a", points(60)))
    #expect(driver.snapshot.blank == blank + points(40), "what becomes shorter counts at once")
    #expect(driver.place(of: "u") == place)
    #expect(driver.violations.isEmpty)
  }

  @Test
  func theArticlesBlankLeavesTheComposerOut() throws {
    for lines in [1, 4] {
      let article = Driver(.builtIn("parameter-article"), messages: Message.uniform(20))
      article.frame(.composer(lines: lines))
      article.settle()
      article.frame(.send("u", text: "A question"))
      article.frame(.append(.supplied("a", .assistant, 100)), .composer(lines: lines))
      article.settle()
      let turn = article.snapshot.contentBottom - (try #require(article.surface.y(of: "u")))
      #expect(article.snapshot.blank == points(667 - 20) - turn)
      article.frame(.scroll(to: .end, isAnimated: false))
      article.settle()
      let place = article.surface.y(of: "u").map { $0 - article.snapshot.offset }
      #expect(place == points(20 - 28 - 20 * lines), "under the top inset")
    }
  }
}
