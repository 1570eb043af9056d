import Lengths

/// A part of a message that is shown once all text before it is.
struct BegunPart {
  var kind: MessagePart.Kind
  /// Where in the received text it begins, in bytes.
  var startUTF8: Int
  var cardHeight: LayoutUnit = .zero
}
