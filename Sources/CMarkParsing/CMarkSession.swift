import CCmarkGFM
import MarkdownBlocks
import Synchronization

/// One parse of cmark-gfm from text to tree, under the lock that the library needs.
enum CMarkSession {
  /// What lives as long as the process: the extensions, and where the last of them writes the
  /// link definitions that it finds in the parser before the parser drops them.
  private struct Library: @unchecked Sendable {
    let extensions: [OpaquePointer]
    let definitionReader: OpaquePointer?

    init() {
      cmark_gfm_core_extensions_ensure_registered()
      let names = ["table", "strikethrough", "autolink", "tasklist"]
      var extensions = names.compactMap { name in cmark_find_syntax_extension(name) }
      definitionReader = cmark_syntax_extension_new("stillpoint-definitions")
      if let reader = definitionReader {
        cmark_syntax_extension_set_postprocess_func(reader) { reader, parser, _ in
          if let parser, let target = cmark_syntax_extension_get_private(reader) {
            let words = target.assumingMemoryBound(to: [UInt8].self)
            words.pointee = CMarkSession.definitions(in: parser)
          }
          return nil
        }
        extensions.append(reader)
      }
      self.extensions = extensions
    }
  }

  /// A tree on its way out of the lock, and where it lies; one thread alone holds it.
  private struct Tree: @unchecked Sendable {
    let root: UnsafeMutablePointer<cmark_node>?
    let definitions: [UInt8]
    let arena: NodeArena
  }

  private static let library = Library()
  /// The lock of cmark's own state; it keeps the arenas that no parse uses.
  private static let turn = Mutex<[NodeArena]>([])
  /// The arena of the parse that goes on; touched under the lock only.
  nonisolated(unsafe) private static var arena: NodeArena?
  /// cmark's way to ask for memory; it never changes.
  nonisolated(unsafe) private static let memory: UnsafeMutablePointer<cmark_mem> = {
    let memory = UnsafeMutablePointer<cmark_mem>.allocate(capacity: 1)
    memory.initialize(
      to: cmark_mem(
        calloc: { CMarkSession.arena?.allocate($0 * $1) },
        realloc: { CMarkSession.arena?.reallocate($0, $1) },
        free: { _ in }
      )
    )
    return memory
  }()

  /// Parses `utf8` and hands the root of the tree and the link definitions to `body`, which may
  /// read the tree but call nothing of cmark's that asks for memory.
  static func parse(
    _ utf8: UnsafeBufferPointer<UInt8>,
    body: (UnsafeMutablePointer<cmark_node>, [UInt8]) -> ParsedText
  ) -> ParsedText {
    nonisolated(unsafe) let utf8 = utf8
    let parsed = turn.withLock { idle in
      let arena = idle.popLast() ?? NodeArena()
      Self.arena = arena
      defer { Self.arena = nil }
      return tree(of: utf8, in: arena)
    }
    defer {
      parsed.arena.reset()
      turn.withLock { $0.append(parsed.arena) }
    }
    guard let root = parsed.root else { return ParsedText() }
    return body(root, parsed.definitions)
  }

  private static func tree(of utf8: UnsafeBufferPointer<UInt8>, in arena: NodeArena) -> Tree {
    let options = CMARK_OPT_VALIDATE_UTF8 | CMARK_OPT_FOOTNOTES
    // The parser lies in the arena too: it is not freed.
    guard let parser = cmark_parser_new_with_mem(options, memory) else {
      return Tree(root: nil, definitions: [], arena: arena)
    }
    for each in library.extensions { cmark_parser_attach_syntax_extension(parser, each) }
    if !utf8.isEmpty {
      utf8.withMemoryRebound(to: CChar.self) {
        cmark_parser_feed(parser, $0.baseAddress, $0.count)
      }
    }
    var definitions: [UInt8] = []
    let root = withUnsafeMutablePointer(to: &definitions) { target in
      cmark_syntax_extension_set_private(library.definitionReader, target, nil)
      defer { cmark_syntax_extension_set_private(library.definitionReader, nil, nil) }
      return cmark_parser_finish(parser)
    }
    return Tree(root: root, definitions: definitions, arena: arena)
  }

  /// Writes the definitions in force, first come first, one a line, fields parted by NUL.
  private static func definitions(in parser: UnsafeMutablePointer<cmark_parser>) -> [UInt8] {
    guard let map = parser.pointee.refmap, map.pointee.size > 0 else { return [] }
    var entries: [(age: UInt32, label: [UInt8], rest: [UInt8])] = []
    var next = map.pointee.refs
    while let entry = next {
      let label = entry.pointee.label.map { Array(String(cString: $0).utf8) } ?? []
      let rest = entry.withMemoryRebound(to: cmark_reference.self, capacity: 1) {
        bytes($0.pointee.url) + [0] + bytes($0.pointee.title)
      }
      entries.append((entry.pointee.age, label, rest))
      next = entry.pointee.next
    }
    entries.sort { $0.age < $1.age }
    var seen: Set<[UInt8]> = []
    var result: [UInt8] = []
    for entry in entries where seen.insert(entry.label).inserted {
      result += entry.label + [0] + entry.rest + [0x0A]
    }
    return result
  }

  private static func bytes(_ chunk: cmark_chunk) -> [UInt8] {
    guard let data = chunk.data else { return [] }
    return Array(UnsafeBufferPointer(start: data, count: Int(chunk.len)))
  }
}
