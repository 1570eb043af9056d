/// A place in held text: how much lies before it.
struct TextPosition: Sendable, Equatable {
  var bytes = 0
  var scalars = 0
  var graphemes = 0

  static let zero = TextPosition()

  static func - (left: TextPosition, right: TextPosition) -> TextPosition {
    TextPosition(
      bytes: left.bytes - right.bytes,
      scalars: left.scalars - right.scalars,
      graphemes: left.graphemes - right.graphemes
    )
  }
}
