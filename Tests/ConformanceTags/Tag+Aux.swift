// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// Actions under an assistant message take 32 pt when on.
  @Tag package static var auxActions: Self

  /// A disclaimer of 24 pt stands under the newest assistant message while the last message is an
  /// assistant's.
  @Tag package static var auxDisclaimer: Self

  /// A typing indicator of 32 pt stands after the last message.
  @Tag package static var auxTyping: Self

  /// A typing indicator that appears within 100 pt of the end is scrolled into view.
  @Tag package static var auxTypingScrolls: Self

  /// A loader at the top or the end takes 44 pt.
  @Tag package static var auxLoaderHeight: Self

  /// A header and a footer have heights and take part in layout.
  @Tag package static var auxHeaderFooter: Self
}
