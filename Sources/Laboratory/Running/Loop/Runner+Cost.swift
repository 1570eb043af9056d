import Profiling
import Records
import Timebase

extension CostChoice {
  /// What a phase meter reads for this choice.
  var meterSource: PhaseMeter.Source {
    switch self {
    case .modelled: .modelled
    case .cpu: .cpu
    case .wall: .wall
    }
  }
}

extension Nanoseconds {
  /// The span times `factor`, rounded; unchanged for 1.
  func scaled(by factor: Double) -> Nanoseconds {
    factor == 1 ? self : Nanoseconds(rawValue: Int64((Double(rawValue) * factor).rounded()))
  }
}
