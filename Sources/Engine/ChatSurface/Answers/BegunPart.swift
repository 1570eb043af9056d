import Lengths

/// A part of a message that is shown once all text before it is.
package struct BegunPart {
  package var kind: MessagePart.Kind
  /// Where in the received text it begins, in bytes.
  package var startUTF8: Int
  package var cardHeight: LayoutUnit = .zero
  /// The height it is folded to; nil for its own.
  package var folded: LayoutUnit?
  /// Its number among the message's parts, less a constant that all parts that wait have in common.
  package var ordinal = 0
}
