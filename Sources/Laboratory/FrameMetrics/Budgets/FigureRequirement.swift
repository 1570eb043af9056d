/// What a figure must show so that a scenario measured what it is about: that text arrived, say, or a
/// gesture moved something. A cell that does not show it is invalid.
package struct FigureRequirement: Hashable, Sendable {
  /// The figure's metric; of several statistics the last one is meant.
  package var metric: Metric
  /// The least that the figure may be; nil for anything.
  package var least: Double?
  /// The most that it may be; nil for anything.
  package var most: Double?

  /// Makes a requirement of nothing.
  package init(_ metric: Metric) { self.metric = metric }
}
