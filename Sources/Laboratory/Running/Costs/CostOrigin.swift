import FramePacing

/// How the declared cost of an operation was found.
package enum CostOrigin: String, Codable, Hashable, Sendable {
  /// Fitted to the phases of whole frames, those of other origins kept as they are.
  case frames
  /// Fitted to edits of layouts alone (`LayoutCosts`): in a frame such work drowns in the rest.
  case layouts
  /// The time of look-ups alone (`DictionaryCosts`): few scenarios write in scripts that need them.
  case dictionary
  /// Fitted to frames that take in many tokens (`TokenCosts`): a frame has few, as a rule.
  case tokens
  /// Fitted to answers that grow in many scripts (`LineBreakCosts`): few scenarios write in them.
  case lineBreaks
  /// The time of looking for undecided signs alone (`SignCosts`): in a frame such work drowns in the rest.
  case signs

  /// Where the cost of an operation is to come from.
  package init(of operation: Operation) {
    if LayoutCosts.operations.contains(operation) {
      self = .layouts
    } else if DictionaryCosts.operations.contains(operation) {
      self = .dictionary
    } else if LineBreakCosts.operations.contains(operation) {
      self = .lineBreaks
    } else if SignCosts.operations.contains(operation) {
      self = .signs
    } else {
      self = TokenCosts.operations.contains(operation) ? .tokens : .frames
    }
  }
}
