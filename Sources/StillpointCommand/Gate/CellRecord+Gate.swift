import ChatSurface
import Records

extension CellRecord {
  /// Why the cell cannot be judged or adopted; nil where it can.
  ///
  /// A budget that is missed is a finding; a profile other than the reference may be stopped as
  /// hopeless, and its counts up to there repeat.
  package var problemForGate: String? {
    switch verdict.end {
    case nil:
      verdict.isError ? "it is invalid: \(verdict.budgets.joined(separator: ", "))" : nil
    case .broken(let time, let cause):
      profile == Profile.standard.name ? "it broke off at \(time) ms: \(cause)" : nil
    case .textDiffers: "text was lost, repeated or reordered"
    case .failed(let reason): "it failed: \(reason)"
    case .ended(let end): "its process ended: \(end.detail)"
    }
  }
}
