// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// A loader triggers within 100 pt of its edge, once.
  @Tag package static var loadersTrigger: Self

  /// It arms again when the load ends, also when the page was short, empty or failed.
  @Tag package static var loadersRearm: Self

  /// It has a form with `isProcessing` and an asynchronous one.
  @Tag package static var loadersForms: Self

  /// It does not trigger at first display unless the content is shorter than the viewport.
  @Tag package static var loadersFirstDisplay: Self
}
