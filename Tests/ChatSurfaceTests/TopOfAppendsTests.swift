import ChatSurface
import Lengths
import Testing
import Timebase

/// `swiftui-tips` takes each new message to the viewport's top.
@Suite struct TopOfAppendsTests {
  @Test(arguments: Setting.all(["swiftui-tips"]))
  func anAppendedMessageComesToTheTopAsFarAsTheContentReaches(setting: Setting) throws {
    for follow in [false, true] {
      let driver = try setting.driver(Message.history(20))
      driver.settle()
      if follow {
        driver.frame(.scroll(to: .end, isAnimated: false))
      } else {
        driver.rest(pointsFromEnd: 600)
      }
      for (index, height) in [2_000, 40, 1_500].enumerated() {
        let id = MessageID(rawValue: "n\(index)")
        driver.frame(.append(.supplied(id.rawValue, .assistant, height)))
        #expect(driver.snapshot.follow == .pinning(id))
        #expect(driver.snapshot.scroll == .animating)
        driver.settle()
        let isThere = driver.place(of: id) == driver.snapshot.topInset
        #expect(driver.snapshot.follow == (isThere ? .pinned(id) : .pinning(id)))
        let fits = driver.snapshot.viewportHeight - driver.snapshot.bottomInset - points(height)
        #expect(driver.place(of: id) == max(driver.snapshot.topInset, fits), "\(height)")
      }
    }
  }

  @Test(arguments: Profile.all.map(\.name))
  func pagesAndOtherProfilesTakeNothingThere(name: String)
    throws
  {
    let profile = try #require(Profile.all.first { $0.name == name })
    let driver = Driver(profile, messages: Message.history(20))
    driver.settle()
    driver.rest(pointsFromEnd: 600)
    driver.frame(.prepend(ListedMessages(Message.history(9, prefix: "p"))))
    #expect(driver.snapshot.follow == .free)
    driver.settle()
    driver.frame(.append(.supplied("n", .assistant, 50)))
    #expect((driver.snapshot.follow == .pinning("n")) == (name == "swiftui-tips"))
  }

  /// A finger that holds the content keeps it.
  @Test func underAFingerNothingIsTakenAnywhere() {
    let driver = Driver(.builtIn("swiftui-tips"), messages: Message.history(20))
    driver.settle()
    driver.rest(pointsFromEnd: 600)
    driver.frame(.touch(.began, y: 300))
    let places = driver.places
    driver.frame(.append(.supplied("n", .assistant, 50)))
    for _ in 0..<30 { driver.frame() }
    #expect(driver.places == places)
  }
}
