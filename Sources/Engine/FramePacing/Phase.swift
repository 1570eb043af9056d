/// The six phases of a frame, in the order in which they run.
@usableFromInline package enum Phase: Int, CaseIterable, Hashable, Sendable {
  /// Events due by the tick are applied: edits, gestures, insets, follow states.
  case input
  /// Token bytes become chunks; what was held too long is let go.
  case ingest
  /// Chunks become visible text: steps, the pool, fades; the text's blocks follow.
  case reveal
  /// Blocks get their heights: what is visible first, then the overscan.
  case measure
  /// The still point, follow, pin and the scroll range decide where everything lies.
  case layout
  /// The snapshot is written.
  case commit

  /// The phase's name in files.
  package var name: String {
    switch self {
    case .input: "input"
    case .ingest: "ingest"
    case .reveal: "reveal"
    case .measure: "measure"
    case .layout: "layout"
    case .commit: "commit"
    }
  }

  /// Finds a phase by its name in files; nil when no phase has it.
  package init?(name: String) {
    guard let phase = Phase.allCases.first(where: { $0.name == name }) else { return nil }
    self = phase
  }
}
