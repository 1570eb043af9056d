/// Turns a whole text into blocks.
///
/// A conforming type is a pure function of the bytes and may be called from any thread. One that
/// names no restarts is right too: its growing texts are then parsed whole at every token.
public protocol BlockParser: Sendable {
  /// Parses a whole text.
  ///
  /// - Parameter utf8: The text; bytes that are no UTF-8 stand for U+FFFD.
  /// - Returns: Its blocks, with source ranges counted from the start of `utf8`.
  func parse(_ utf8: UnsafeBufferPointer<UInt8>) -> ParsedText

  /// Parses a text that is expected to grow at its end, as `parse` does, but may spend more on
  /// finding restarts.
  ///
  /// - Parameters:
  ///   - utf8: The text.
  ///   - context: What stands before it in a text that it is a part of.
  /// - Returns: The blocks, the text's own definitions, and perhaps more restarts.
  func parseGrowing(
    _ utf8: UnsafeBufferPointer<UInt8>,
    in context: ParsingContext
  ) -> ParsedText

  /// Parses a whole text for the marks inside lines alone: one paragraph, which keeps its line breaks.
  ///
  /// - Parameter utf8: The text; bytes that are no UTF-8 stand for U+FFFD.
  /// - Returns: At most one block, without restarts.
  func parseInline(_ utf8: UnsafeBufferPointer<UInt8>) -> ParsedText

  /// Finds the labels by which a text may refer to a definition, or make one.
  ///
  /// - Parameter utf8: The text.
  /// - Returns: The labels as ``LinkDefinition/label`` has them; more than there are is right.
  func labels(in utf8: UnsafeBufferPointer<UInt8>) -> Set<[UInt8]>
}

extension BlockParser {
  /// Parses the text and finds no more restarts than that does.
  public func parseGrowing(
    _ utf8: UnsafeBufferPointer<UInt8>,
    in context: ParsingContext
  ) -> ParsedText { parse(utf8) }

  /// Finds no marks: right for a parser that knows none.
  public func parseInline(_ utf8: UnsafeBufferPointer<UInt8>) -> ParsedText {
    PlainTextParser().parse(utf8)
  }

  /// Finds no labels: right for a parser without definitions.
  public func labels(in utf8: UnsafeBufferPointer<UInt8>) -> Set<[UInt8]> { [] }

  /// Parses a whole text.
  ///
  /// - Parameter utf8: The text.
  /// - Returns: Its blocks.
  public func parse(_ utf8: [UInt8]) -> ParsedText {
    utf8.withUnsafeBufferPointer { parse($0) }
  }

  /// Parses a whole text.
  ///
  /// - Parameter text: The text.
  /// - Returns: Its blocks.
  public func parse(_ text: String) -> ParsedText { parse(Array(text.utf8)) }
}
