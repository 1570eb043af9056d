import Revealing
import Timebase

/// How something that is on its way to a goal moves.
package enum MotionPace: Equatable, Sendable {
  /// A damped spring, over when little is left of the way and of the speed.
  case spring(Spring, until: Rest)
  /// A curve of a duration, over with it.
  case curve(TimingCurve, Nanoseconds)

  /// What may be left of a spring's way and speed when it counts as over.
  package struct Rest: Equatable, Sendable {
    /// Of the way, in points.
    package var distance: Double
    /// Of the speed, in points a second.
    package var speed: Double

    package init(distance: Double, speed: Double) {
      self.distance = distance
      self.speed = speed
    }

    /// A quarter of a point and 5 pt/s: less is not seen.
    package static let unseen = Rest(distance: 0.25, speed: 5)
    /// Half a point and 1 pt/s, as the published keyboard animation (aix) ends.
    package static let keyboard = Rest(distance: 0.5, speed: 1)
  }

  /// A programmatic scroll: 0.3 s, no bounce.
  package static let programmatic = spring(Spring(response: 0.3, bounce: 0), until: .unseen)
  /// The way back from beyond an end.
  package static let bounceBack = spring(Spring(response: 0.4, bounce: 0), until: .unseen)
  /// A keyboard of which nothing is said: stiffness 500, damping 45, mass 1.
  package static let keyboard = spring(
    Spring(mass: 1, stiffness: 500, damping: 45),
    until: .keyboard
  )
  /// What a composer that grows near the end of the content asks for.
  ///
  /// - Parameter duration: Above 0.
  package static func composer(over duration: Nanoseconds) -> MotionPace {
    .curve(.easeOut, duration)
  }

  /// How long a keyboard takes that names a curve only.
  package static let keyboardDuration = Nanoseconds.milliseconds(250)

  /// The pace of a keyboard that names its duration, its curve, both or neither.
  ///
  /// - Parameters:
  ///   - duration: 0 or more; 250 ms where only a curve is named.
  ///   - curve: Ease in and out where only a duration is named.
  package static func keyboard(duration: Nanoseconds?, curve: TimingCurve?) -> MotionPace {
    guard duration != nil || curve != nil else { return keyboard }
    return .curve(curve ?? .easeInOut, duration ?? keyboardDuration)
  }
}
