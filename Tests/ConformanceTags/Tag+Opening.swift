// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// Opening a conversation shows its end in the first frame, with the final position.
  @Tag package static var openingFirstFrame: Self
}
