import Foundation

/// A spring of a response and a bounce that swings, by its closed form: what the engine's is held
/// against.
struct DampedSpring {
  /// How far it is from its target, and how fast that changes in a second.
  struct State {
    var position: Double
    var velocity: Double
  }

  private let decay: Double
  private let swing: Double

  /// - Parameters:
  ///   - response: Seconds; 2 pi over the angular frequency.
  ///   - bounce: 1 less the damping ratio, more than 0.
  init(response: Double, bounce: Double) {
    let (frequency, damping) = (2 * Double.pi / response, 1 - bounce)
    decay = damping * frequency
    swing = frequency * (1 - damping * damping).squareRoot()
  }

  func state(_ start: State, after seconds: Double) -> State {
    let side = (start.velocity + decay * start.position) / swing
    let (sine, cosine) = (sin(swing * seconds), cos(swing * seconds))
    let position = exp(-decay * seconds) * (start.position * cosine + side * sine)
    let velocity =
      exp(-decay * seconds) * swing * (side * cosine - start.position * sine) - decay * position
    return State(position: position, velocity: velocity)
  }
}
