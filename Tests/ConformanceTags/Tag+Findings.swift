// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// With a pool that counts correctly the SwiftUI tips show eight words a second.
  @Tag package static var findingsTipsSpeed: Self

  /// A 16 ms debounce never fires while tokens come faster than that.
  @Tag package static var findingsTipsDebounce: Self

  /// Without the composer in the blank formula a sent message goes under the top inset by the
  /// composer's height.
  @Tag package static var findingsArticleUnderInset: Self
}
