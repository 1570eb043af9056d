import Timebase

/// A damped spring, evaluated in closed form from the instant it was let go.
///
/// The position is the distance to the target: it tends to 0.
public struct Spring: Sendable, Equatable {
  @usableFromInline internal let frequency: Double
  @usableFromInline internal let ratio: Double

  /// The undamped angular frequency, in radians a second.
  @inlinable public var angularFrequency: Double { frequency }
  /// Damping over critical damping: below 1 it swings, at 1 and above it does not.
  @inlinable public var dampingRatio: Double { ratio }

  /// Makes a spring from its frequency and damping.
  ///
  /// - Precondition: The frequency is positive and finite, the ratio 0 or more and finite.
  public init(angularFrequency: Double, dampingRatio: Double) {
    precondition(
      angularFrequency > 0 && angularFrequency.isFinite,
      "a spring's frequency must be positive, got \(angularFrequency)"
    )
    precondition(
      dampingRatio >= 0 && dampingRatio.isFinite,
      "a spring's damping must not be negative, got \(dampingRatio)"
    )
    frequency = angularFrequency
    ratio = dampingRatio
  }

  /// Makes a spring as SwiftUI names them: ω = 2π / response, ζ = 1 − bounce, mass 1.
  ///
  /// - Parameters:
  ///   - response: The period without damping (or the duration), in seconds, positive.
  ///   - bounce: 0 for none, towards 1 for endless swinging; at most 1.
  public init(response: Double, bounce: Double = 0) {
    self.init(response: response, dampingRatio: 1 - bounce)
  }

  /// Makes a spring of a response in seconds and a damping ratio.
  public init(response: Double, dampingRatio: Double) {
    precondition(response > 0, "a spring's response must be positive, got \(response) s")
    self.init(angularFrequency: 2 * Double.pi / response, dampingRatio: dampingRatio)
  }

  /// Makes a spring from its mechanics: ω = √(stiffness / mass), ζ = damping / 2√(stiffness·mass).
  ///
  /// - Precondition: Mass and stiffness are positive, damping is not negative.
  public init(mass: Double = 1, stiffness: Double, damping: Double) {
    precondition(mass > 0 && stiffness > 0, "mass \(mass), stiffness \(stiffness)")
    self.init(
      angularFrequency: (stiffness / mass).squareRoot(),
      dampingRatio: damping / (2 * (stiffness * mass).squareRoot())
    )
  }

  /// Where the spring is, and how fast it moves, some time after it was let go.
  ///
  /// - Parameters:
  ///   - position: The distance to the target when it was let go, in any unit.
  ///   - velocity: Its speed then, in that unit a second.
  ///   - time: The time since, not negative.
  /// - Returns: Distance and speed in the same units.
  /// - Complexity: O(1).
  public func state(
    position: Double,
    velocity: Double = 0,
    after time: Nanoseconds
  ) -> (position: Double, velocity: Double) {
    precondition(time >= .zero, "a spring has no state before it is let go, got \(time)")
    let t = time.seconds
    let decay = ratio * frequency
    if abs(ratio - 1) < 1e-9 {
      let fall = ElementaryFunctions.exponential(-frequency * t)
      let slope = velocity + frequency * position
      return (fall * (position + slope * t), fall * (velocity - frequency * slope * t))
    }
    if ratio < 1 {
      let swing = frequency * (1 - ratio * ratio).squareRoot()
      let fall = ElementaryFunctions.exponential(-decay * t)
      guard fall > 0 else { return (0, 0) }
      let (sine, cosine) = ElementaryFunctions.sineAndCosine(swing * t)
      let side = (velocity + decay * position) / swing
      return (
        fall * (position * cosine + side * sine),
        fall
          * ((swing * side - decay * position) * cosine - (swing * position + decay * side) * sine)
      )
    }
    let root = frequency * (ratio * ratio - 1).squareRoot()
    let slow = -(decay - root)
    let fast = -(decay + root)
    let quickPart = (velocity - slow * position) / (fast - slow)
    let slowPart = position - quickPart
    let slowFall = slowPart * ElementaryFunctions.exponential(slow * t)
    let quickFall = quickPart * ElementaryFunctions.exponential(fast * t)
    return (slowFall + quickFall, slow * slowFall + fast * quickFall)
  }

  /// Whether a spring in this state will not leave the tolerance any more, so that it may rest.
  ///
  /// Its energy bounds how far it can still go: √(x² + (v / ω)²).
  ///
  /// - Parameter tolerance: The distance that no longer matters, positive.
  public func isAtRest(position: Double, velocity: Double, tolerance: Double) -> Bool {
    precondition(tolerance > 0, "the tolerance must be positive, got \(tolerance)")
    let reach = velocity / frequency
    return position * position + reach * reach <= tolerance * tolerance
  }

  /// After what time the spring is at rest: the first of the steps of 1/240 s that is.
  ///
  /// Energy only falls, so that it stays at rest.
  ///
  /// - Returns: The time, and a minute for a spring that swings longer.
  /// - Complexity: O(log n) evaluations.
  public func restTime(position: Double, velocity: Double = 0, tolerance: Double) -> Nanoseconds {
    let step = Nanoseconds(rawValue: 1_000_000_000 / 240)
    return step
      * (0..<240 * 60).partitionPoint { count in
        let state = state(position: position, velocity: velocity, after: step * count)
        return isAtRest(
          position: state.position,
          velocity: state.velocity,
          tolerance: tolerance
        )
      }
  }
}
