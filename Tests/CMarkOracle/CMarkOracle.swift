import CCmarkGFM
import MarkdownBlocks
import Synchronization

/// What cmark-gfm makes of a text, for tests to compare the parser with: whole parses alone, without limits.
///
/// It shares no code with what it checks, but for the types of a result.
package enum CMarkOracle {
  private typealias Extension = UnsafeMutablePointer<cmark_syntax_extension>

  /// What lives as long as the process.
  private struct Library: @unchecked Sendable {
    let extensions: [Extension]
    /// Reads the definitions of links before a parser drops them.
    let reader: Extension?

    init() {
      cmark_gfm_core_extensions_ensure_registered()
      let names = ["table", "strikethrough", "autolink", "tasklist"]
      extensions = names.compactMap { cmark_find_syntax_extension($0) }
      reader = cmark_syntax_extension_new("stillpoint-definitions")
      guard let reader else { return }
      cmark_syntax_extension_set_postprocess_func(reader) { reader, parser, _ in
        if let map = parser?.pointee.refmap, let target = cmark_syntax_extension_get_private(reader)
        {
          target.assumingMemoryBound(to: [LinkDefinition].self).pointee =
            CMarkOracle.definitions(in: map)
        }
        return nil
      }
    }
  }

  /// cmark keeps tables of special characters in global variables while it parses.
  private static let library = Mutex(Library())

  /// Parses a whole text.
  ///
  /// - Parameter text: The text; invalid parts stand for U+FFFD.
  /// - Returns: Its blocks, the starts of its top-level blocks and its link definitions.
  package static func parse(_ text: [UInt8]) -> ParsedText {
    library.withLock { library in
      guard let parser = cmark_parser_new(CMARK_OPT_VALIDATE_UTF8 | CMARK_OPT_FOOTNOTES) else {
        return ParsedText(blocks: [])
      }
      defer { cmark_parser_free(parser) }
      for each in library.extensions { cmark_parser_attach_syntax_extension(parser, each) }
      cmark_parser_attach_syntax_extension(parser, library.reader)
      text.withUnsafeBytes {
        cmark_parser_feed(parser, $0.bindMemory(to: CChar.self).baseAddress, text.count)
      }
      var definitions: [LinkDefinition] = []
      let root = withUnsafeMutablePointer(to: &definitions) {
        cmark_syntax_extension_set_private(library.reader, $0, nil)
        return cmark_parser_finish(parser)
      }
      guard let root else { return ParsedText(blocks: []) }
      defer { cmark_node_free(root) }
      var reading = TreeReading(of: text)
      reading.read(childrenOf: root, in: .init())
      return ParsedText(
        blocks: reading.blocks,
        restarts: reading.restarts,
        definitions: definitions
      )
    }
  }

  /// The definitions in a map, the first one of a label alone, in the order of the text.
  private static func definitions(in map: UnsafeMutablePointer<cmark_map>) -> [LinkDefinition] {
    var definitions: [LinkDefinition] = []
    var next = map.pointee.refs
    while let entry = next {
      next = entry.pointee.next
      guard let label = entry.pointee.label else { continue }
      let target = entry.withMemoryRebound(to: cmark_reference.self, capacity: 1) {
        bytes($0.pointee.url) + [0] + bytes($0.pointee.title)
      }
      definitions.append(
        LinkDefinition(label: Array(String(cString: label).utf8), destination: target)
      )
    }
    // The last one is the first in the list.
    var seen: Set<[UInt8]> = []
    return definitions.reversed().filter { seen.insert($0.label).inserted }
  }

  /// The bytes of a chunk.
  static func bytes(_ chunk: cmark_chunk) -> [UInt8] {
    Array(UnsafeBufferPointer(start: chunk.data, count: Int(chunk.len)))
  }
}
