import AnchoredLayout
import ChatSurface
import Lengths
import PublishedDesigns
import Records
import Running
import Scenarios
import Testing
import Timebase

/// One message moved by one layout unit is noticed, whatever else moves and whatever lays out.
@Suite struct PlantedDriftTests {
  /// What the viewport does meanwhile.
  enum Motion: String, CaseIterable {
    case rest
    case drag
    case fling
    case spring
    case keyboard
  }

  /// Which of the messages on screen is moved.
  enum Place: String, CaseIterable {
    case first
    case middle
    case last
  }

  private let unit = LayoutUnit(rawValue: 1)

  /// Messages of heights that the host supplies: nothing is guessed, so nothing is corrected.
  private func messages() -> [Message] {
    (0..<60).map { index in
      Message(
        id: MessageID(rawValue: "m\(index)"),
        role: index.isMultiple(of: 2) ? .user : .assistant,
        text: "text",
        suppliedHeight: LayoutUnit(points: 60)
      )
    }
  }

  private func driver(_ profile: Profile, _ fault: DisplacedStrategy.Fault? = nil) -> Driver {
    Driver(profile, fault: fault, messages: messages())
  }

  /// Reads in the middle, and begins to move.
  private func begin(_ motion: Motion, _ driver: Driver) {
    driver.settle()
    driver.frame(.scroll(to: .message("m30", .top), isAnimated: false))
    driver.settle()
    driver.frame()
    switch motion {
    case .rest: break
    case .drag:
      driver.frame(.touch(.began, y: 300))
      for step in 1...4 { driver.frame(.touch(.moved, y: 300 + 9 * Double(step))) }
    case .fling: driver.frame(.fling(velocity: -900))
    case .spring: driver.frame(.scroll(to: .message("m20", .top), isAnimated: true))
    case .keyboard:
      driver.frame(.scroll(to: .end, isAnimated: false))
      driver.settle()
      driver.frame(.keyboard(height: LayoutUnit(points: 260)))
    }
    driver.frame()
    driver.frame()
  }

  @Test(arguments: Profile.all, Motion.allCases)
  func anItemMovedByOneUnitIsDrift(profile: Profile, motion: Motion) {
    for layout in LayoutRule.allCases {
      var profile = profile
      profile.layout = layout
      profile.historyPage = nil
      expectDrift(of: profile, motion)
    }
  }

  private func expectDrift(of profile: Profile, _ motion: Motion) {
    for place in Place.allCases {
      let fault = DisplacedStrategy.Fault()
      let planted = driver(profile, fault)
      let sound = driver(profile)
      begin(motion, planted)
      begin(motion, sound)
      #expect(planted.snapshot.visible == sound.snapshot.visible)
      let visible = planted.snapshot.visible
      #expect(visible.count >= 3)
      let shown =
        [Place.first: 1, .middle: visible.count / 2, .last: visible.count - 2][place] ?? 1
      fault.index = Int(visible[shown].id.rawValue.dropFirst())
      #expect(fault.index != nil)
      fault.distance = unit
      for driver in [planted, sound] {
        if motion == .drag { driver.frame(.touch(.moved, y: 345)) } else { driver.frame() }
      }
      #expect(sound.drift == .zero, "\(profile.layout), \(place)")
      #expect(
        planted.drift.magnitude == unit,
        "\(profile.layout), \(place), \(planted.snapshot.scroll)"
      )
    }
  }

  @Test(arguments: Profile.all)
  func whatIsReadMovedByOneUnitIsDrift(profile: Profile) {
    for motion in [Motion.rest, .drag, .fling] {
      let driver = driver(profile)
      begin(motion, driver)
      let before = driver.snapshot
      // All items at once: no distance between two of them says so.
      var frame = before
      for index in frame.visible.indices { frame.visible[index].y += unit }
      frame.stillPoint?.y += unit
      driver.judge(frame)
      #expect(driver.drift.magnitude == unit, "\(motion)")
    }
  }
}
