import Foundation
import Revealing
import Testing
import Timebase

@Suite struct SpringTests {
  static let springs: [Spring] = [
    Spring(response: 0.3), Spring(response: 0.3, dampingRatio: 0.7),
    Spring(response: 0.5, dampingRatio: 0.5), Spring(response: 0.3, bounce: 0.2),
    Spring(response: 0.4, bounce: 0.15), Spring(stiffness: 500, damping: 45),
    Spring(mass: 2, stiffness: 100, damping: 80), Spring(response: 1, dampingRatio: 0),
    Spring(response: 0.3, dampingRatio: 1.000_001), Spring(response: 0.3, dampingRatio: 0.999_999),
  ]

  @Test func theFormsAgree() {
    let spring = Spring(stiffness: 500, damping: 45)
    #expect(abs(spring.angularFrequency - 500.0.squareRoot()) < 1e-12)
    #expect(abs(spring.dampingRatio - 45 / (2 * 500.0.squareRoot())) < 1e-12)
    #expect(Spring(response: 0.4, bounce: 0.25) == Spring(response: 0.4, dampingRatio: 0.75))
    #expect(abs(Spring(response: 0.5).angularFrequency - 4 * Double.pi) < 1e-12)
  }

  /// Against a numerical solution of x'' = -2ζωx' - ω²x by small steps of fourth order.
  @Test(arguments: springs)
  func theClosedFormSolvesTheEquation(spring: Spring) {
    let w = spring.angularFrequency
    let z = spring.dampingRatio
    for (start, speed) in [(100.0, 0.0), (-3, 2_000), (0, -500)] {
      var x = start
      var v = speed
      let h = 1e-4
      func force(_ x: Double, _ v: Double) -> Double { -2 * z * w * v - w * w * x }
      for step in 1...12_000 {
        let (k1, l1) = (v, force(x, v))
        let (k2, l2) = (v + h / 2 * l1, force(x + h / 2 * k1, v + h / 2 * l1))
        let (k3, l3) = (v + h / 2 * l2, force(x + h / 2 * k2, v + h / 2 * l2))
        let (k4, l4) = (v + h * l3, force(x + h * k3, v + h * l3))
        x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        v += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4)
        guard step % 500 == 0 else { continue }
        let state = spring.state(
          position: start,
          velocity: speed,
          after: Nanoseconds(rawValue: Int64(step) * 100_000)
        )
        #expect(abs(state.position - x) < 1e-5, "\(step)")
        #expect(abs(state.velocity - v) < 1e-3, "\(step)")
      }
    }
  }

  @Test(arguments: springs)
  func aSpringAtRestStaysThere(spring: Spring) {
    guard spring.dampingRatio > 0 else { return }
    let rest = spring.restTime(position: 300, velocity: 4_000, tolerance: 0.5)
    #expect(rest > .zero)
    for step in 0..<200 {
      let state = spring.state(
        position: 300,
        velocity: 4_000,
        after: rest + Nanoseconds.milliseconds(5) * step
      )
      #expect(abs(state.position) <= 0.5)
      #expect(
        spring.isAtRest(position: state.position, velocity: state.velocity, tolerance: 0.5)
      )
    }
    let before = spring.state(
      position: 300,
      velocity: 4_000,
      after: rest - Nanoseconds.milliseconds(5)
    )
    #expect(
      !spring.isAtRest(position: before.position, velocity: before.velocity, tolerance: 0.5)
    )
  }

  @Test func aSpringLongAfterIsExactlyAtRest() {
    for spring in Self.springs where spring.dampingRatio > 0.1 {
      let state = spring.state(position: 1e6, velocity: 1e6, after: Nanoseconds(seconds: 3_000))
      #expect(state.position == 0 && state.velocity == 0)
    }
  }

  @Test func zeroTimeIsTheStart() {
    for spring in Self.springs {
      let state = spring.state(position: 12, velocity: -7, after: .zero)
      #expect(abs(state.position - 12) < 1e-12 && abs(state.velocity + 7) < 1e-9)
    }
  }
}
