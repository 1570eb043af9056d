// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// Five conversations are open at once, each with its own surface and pool; a sixth is refused
  /// with an error that offers to merge.
  @Tag package static var windowsFive: Self

  /// A window that is merged into another is closed, and the other has its messages, what had
  /// arrived of an answer, and what was typed.
  @Tag package static var windowsMerge: Self

  /// All windows share one frame budget.
  @Tag package static var windowsBudget: Self

  /// An item dropped on another window goes into its composer when at least 0.8 of it overlaps
  /// the target.
  @Tag package static var windowsDrop: Self

  /// A dropped item settles by a spring of response 0.3 and damping 0.7.
  @Tag package static var windowsDropSpring: Self

  /// A hundred drops in a row lose nothing.
  @Tag package static var windowsHundredDrops: Self
}
