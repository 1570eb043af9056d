/// How the declared cost of an operation was found.
public enum CostOrigin: String, Codable, Hashable, Sendable {
  /// Fitted to the phases of whole frames, those whose origin is `layouts` kept as they are.
  case frames
  /// Fitted to edits of layouts alone (`LayoutCosts`): in a frame such work drowns in the rest.
  case layouts
}
