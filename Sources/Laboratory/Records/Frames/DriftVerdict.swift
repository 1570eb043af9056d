import Lengths

/// What a frame showed of movement that nothing asked for.
package struct DriftVerdict: Hashable, Sendable {
  /// Why the place of what is read was not judged in a frame. How items lie beside each other is
  /// judged in every frame.
  package enum Exemption: String, Hashable, Sendable, CaseIterable {
    /// The ends of the scroll range moved the viewport.
    case clamped
    /// A spring moves the viewport to a place that depends on the layout, or bounces it back.
    case animating
    /// The viewport was put elsewhere: a load, a jump, another width.
    case asked
    /// Nothing that was read is on screen any more.
    case gone
  }

  /// How far what is read moved on screen although nothing asked for it; or one message against
  /// another.
  package var drift = LayoutUnit.zero
  /// Why the place was not judged; nil when it was.
  package var exemption: Exemption?

  /// Describes a frame.
  package init(drift: LayoutUnit = .zero, exemption: Exemption? = nil) {
    self.drift = drift
    self.exemption = exemption
  }
}
