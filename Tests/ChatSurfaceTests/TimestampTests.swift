import ChatSurface
import Foundation
import Testing
import Timebase

/// Timestamps uncovered by a sideways drag, as frames show them.
@Suite struct TimestampTests {
  private func dragged(_ x: Double, _ driver: Driver = Driver(messages: Message.history(30)))
    -> Driver
  {
    driver.frame(.touch(.began, y: 300, x: 200))
    driver.frame(.touch(.moved, y: 300, x: 200 + x))
    return driver
  }

  @Test func tenPointsAreTheLock() {
    for (x, reveal) in [(-9.0, 0.0), (-10, 0), (-10.5, 0.5), (-35, 25), (-70, 60), (40, 0)] {
      #expect(dragged(x).snapshot.reveal == reveal, "\(x) pt")
    }
    // What has begun up or down scrolls, and goes on doing so.
    let scrolling = Driver(messages: Message.history(30))
    scrolling.frame(.touch(.began, y: 300, x: 200), .touch(.moved, y: 311, x: 195))
    scrolling.frame(.touch(.moved, y: 320, x: 100))
    #expect(scrolling.snapshot.reveal == 0)
    #expect(scrolling.pointsFromEnd.points > 10)
  }

  @Test func beyondSixtyPointsTheDragIsBanded() {
    for excess in [1.0, 60, 300] {
      let banded = 60 + 60 * (1 - 1 / (0.55 * excess / 60 + 1))
      let driver = dragged(-70 - excess)
      #expect(abs(driver.snapshot.reveal - banded) < 1e-9)
    }
  }

  @Test func timestampsAreOpaqueFromFortyPointsOn() {
    for (x, opacity) in [(-10.0, 0.0), (-20, 0.25), (-30, 0.5), (-50, 1), (-200, 1)] {
      #expect(dragged(x).snapshot.timestampOpacity == opacity, "\(x) pt")
    }
  }

  /// Response 0.5 and damping 0.5 from 50 pt at rest: an angular frequency of 4 pi.
  private func released(after seconds: Double) -> Double {
    let (decay, swing) = (0.5 * 4 * Double.pi, 4 * Double.pi * 0.75.squareRoot())
    let (sine, cosine) = (sin(swing * seconds), cos(swing * seconds))
    return 50 * exp(-decay * seconds) * (cosine + decay / swing * sine)
  }

  @Test func aReleaseSpringsBack() {
    let driver = dragged(-60)
    let start = driver.next
    driver.frame(.touch(.ended, y: 300, x: 140))
    #expect(driver.snapshot.reveal == 50)
    for _ in 0..<7 {
      driver.frame()
      let time = (driver.snapshot.instant - start) / Nanoseconds(seconds: 1)
      #expect(abs(driver.snapshot.reveal - released(after: time)) < 1e-6)
    }
    driver.settle()
    #expect(driver.snapshot.reveal == 0)
  }

  @Test func aLateFrameIsAThirtiethOfASecondOfTheWay() {
    let driver = dragged(-60)
    driver.frame(.touch(.ended, y: 300, x: 140))
    driver.skip(ticks: 30)
    driver.frame()
    #expect(abs(driver.snapshot.reveal - released(after: 1.0 / 30)) < 1e-6)
  }

  @Test func aDisabledGestureUncoversNothing() {
    let disabled = Driver(messages: Message.history(30))
    disabled.frame(.timestamps(false))
    #expect(dragged(-100, disabled).snapshot.reveal == 0)
    #expect(disabled.snapshot.timestampOpacity == 0)
    disabled.frame(.touch(.ended, y: 300, x: 100))
    disabled.settle()
    disabled.frame(.timestamps(true))
    #expect(dragged(-60, disabled).snapshot.reveal == 50)
    disabled.frame(.timestamps(false))
    #expect(disabled.snapshot.reveal == 0)
  }
}
