/// One value for each phase.
public struct PhaseValues<Value: Sendable>: Sendable {
  private var values: [Value]

  /// Gives every phase `value`.
  public init(repeating value: Value) {
    values = Array(repeating: value, count: Phase.allCases.count)
  }

  /// The value of `phase`.
  public subscript(phase: Phase) -> Value {
    get { values[phase.rawValue] }
    set { values[phase.rawValue] = newValue }
  }
}

extension PhaseValues: Equatable where Value: Equatable {}
