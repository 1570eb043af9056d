/// One value for each phase.
@usableFromInline package struct PhaseValues<Value: Sendable>: Sendable {
  @usableFromInline internal var values: [Value]

  /// Gives every phase `value`.
  @inlinable package init(repeating value: Value) {
    values = Array(repeating: value, count: Phase.allCases.count)
  }

  /// The value of `phase`.
  @inlinable package subscript(phase: Phase) -> Value {
    get { values[phase.rawValue] }
    _modify { yield &values[phase.rawValue] }
  }
}

extension PhaseValues: Equatable where Value: Equatable {}
