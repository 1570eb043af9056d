import CCmarkGFM
import MarkdownBlocks
import Synchronization

/// One parse of cmark-gfm from text to tree, under the lock that the library needs.
enum CMarkSession {
  /// What lives as long as the process: the extensions, and where the last of them writes the
  /// link definitions that it finds in the parser before the parser drops them.
  private struct Library: @unchecked Sendable {
    let extensions: [UnsafeMutablePointer<cmark_syntax_extension>]
    /// The one of them that makes links of addresses.
    let autolinker: UnsafeMutablePointer<cmark_syntax_extension>?
    let definitionReader: UnsafeMutablePointer<cmark_syntax_extension>?
    /// Keeps cmark from parsing the text of long leaves, which are parsed in segments.
    let segmenter = cmark_syntax_extension_new("stillpoint-segments")

    init() {
      cmark_gfm_core_extensions_ensure_registered()
      let names = ["table", "strikethrough", "autolink", "tasklist"]
      var extensions = names.compactMap { name in cmark_find_syntax_extension(name) }
      autolinker = cmark_find_syntax_extension("autolink")
      definitionReader = cmark_syntax_extension_new("stillpoint-definitions")
      if let reader = definitionReader {
        cmark_syntax_extension_set_postprocess_func(reader) { reader, parser, _ in
          if let parser, let target = cmark_syntax_extension_get_private(reader) {
            let definitions = target.assumingMemoryBound(to: [LinkDefinition].self)
            definitions.pointee = CMarkSession.definitions(in: parser)
          }
          return nil
        }
        extensions.append(reader)
      }
      self.extensions = extensions
      cmark_syntax_extension_set_contains_inlines_func(segmenter) { _, node in
        CMarkSession.parseSegments(of: node)
        return 0
      }
      TableLimits.install(in: cmark_find_syntax_extension("table"))
    }
  }

  /// What a parse came to; its nodes lie in an arena that one thread alone holds.
  struct Tree: @unchecked Sendable {
    /// The document; nil when cmark refuses.
    fileprivate(set) var root: UnsafeMutablePointer<cmark_node>?
    /// The link definitions that the text makes.
    fileprivate(set) var definitions: [LinkDefinition] = []
    /// The footnotes, of a text that grows.
    fileprivate(set) var footnotes = FootnoteParts()
    /// How the long leaves were cut.
    fileprivate(set) var segments = InlineSegments()
    /// The lines that were taken for delimiter rows of tables.
    fileprivate(set) var triedRows = TriedDelimiterRows()
    /// How many tables were cut short.
    fileprivate(set) var cutTableCount = 0
    /// The lines that are beyond a limit.
    fileprivate(set) var limits: LineLimits
    fileprivate let arena: NodeArena
  }

  private static let library = Library()
  /// The lock of cmark's own state; it keeps the arenas that no parse uses.
  private static let turn = Mutex<[NodeArena]>([])
  /// Where the memory of the parse that goes on comes from; touched under the lock only. Begins as a
  /// constant, so that no request for memory asks whether it was made.
  nonisolated(unsafe) private static var freeSpace: UnsafeMutablePointer<NodeArena.FreeSpace>?
  /// The parser and the segments of the parse that goes on; touched under the lock only.
  nonisolated(unsafe) private static var parser: UnsafeMutablePointer<cmark_parser>?
  nonisolated(unsafe) private static var segments = InlineSegments()
  /// How many definitions the parse that goes on was given; touched under the lock only.
  nonisolated(unsafe) private static var givenCount: UInt32 = 0
  /// cmark's way to ask for memory; it never changes.
  nonisolated(unsafe) private static let memory: UnsafeMutablePointer<cmark_mem> = {
    let memory = UnsafeMutablePointer<cmark_mem>.allocate(capacity: 1)
    memory.initialize(
      to: cmark_mem(
        calloc: { count, size in
          CMarkSession.freeSpace.map { NodeArena.allocate(count * size, in: $0) }
        },
        realloc: { old, size in
          CMarkSession.freeSpace.map { NodeArena.reallocate(old, size, in: $0) }
        },
        free: { _ in }
      )
    )
    return memory
  }()

  /// Parses `utf8` and hands the tree to `body`, which may read it but call nothing of cmark's that
  /// asks for memory.
  ///
  /// - Parameters:
  ///   - utf8: The text.
  ///   - context: What stands before the text.
  ///   - isGrowing: Whether the text is a part of one that grows, whose footnotes are kept apart.
  ///   - body: Reads the tree, whose root is the second argument.
  static func parse(
    _ utf8: UnsafeBufferPointer<UInt8>,
    in context: ParsingContext,
    isGrowing: Bool,
    body: (Tree, UnsafeMutablePointer<cmark_node>) -> ParsedText
  ) -> ParsedText {
    nonisolated(unsafe) let utf8 = utf8
    let parsed = turn.withLock { idle in
      let arena = idle.popLast() ?? NodeArena()
      freeSpace = arena.freeSpace
      Self.segments = InlineSegments()
      Self.segments.firstCut = context.leadingUTF8Count
      TableLimits.begin(context, line: context.leafLine)
      defer { freeSpace = nil }
      return tree(of: utf8, in: arena, knowing: context, isGrowing: isGrowing)
    }
    defer {
      parsed.arena.reset()
      turn.withLock { $0.append(parsed.arena) }
    }
    guard let root = parsed.root else { return ParsedText(blocks: []) }
    return body(parsed, root)
  }

  /// Does something with cmark-gfm while no parse goes on.
  static func whileIdle<Result: Sendable>(_ body: () -> Result) -> Result {
    turn.withLock { _ in body() }
  }

  private static func tree(
    of utf8: UnsafeBufferPointer<UInt8>,
    in arena: NodeArena,
    knowing context: ParsingContext,
    isGrowing: Bool
  ) -> Tree {
    var tree = Tree(limits: LineLimits(utf8), arena: arena)
    tree.footnotes = FootnoteParts(
      known: context.footnoteNumbers,
      mentionedCount: context.mentionedFootnoteCount
    )
    // What can find nothing is left out: it would go through all nodes, several times.
    let signs = Signs(in: utf8)
    let options = CMARK_OPT_VALIDATE_UTF8 | (signs.hasFootnote ? CMARK_OPT_FOOTNOTES : 0)
    // The parser lies in the arena too: it is not freed.
    guard let parser = cmark_parser_new_with_mem(options, memory) else { return tree }
    for each in library.extensions where signs.hasAddress || each != library.autolinker {
      cmark_parser_attach_syntax_extension(parser, each)
    }
    give(context.definitions, to: parser, in: arena)
    if let fed = tree.limits.fed {
      fed.withUnsafeBufferPointer { feed($0, to: parser) }
    } else {
      feed(utf8, to: parser)
    }
    self.parser = parser
    defer { self.parser = nil }
    if utf8.count > InlineSegments.shortest || segments.firstCut > 0 || signs.hasFootnote {
      if utf8.last != 0x0A, utf8.last != 0x0D { cmark_parser_feed(parser, "\n", 1) }
      divideLongLeaves(of: parser, noting: &tree.footnotes)
    }
    if isGrowing, signs.hasFootnote, let root = parser.pointee.root {
      tree.footnotes.complete(root, in: arena)
    }
    withUnsafeMutablePointer(to: &tree.definitions) { target in
      cmark_syntax_extension_set_private(library.definitionReader, target, nil)
      defer { cmark_syntax_extension_set_private(library.definitionReader, nil, nil) }
      tree.root = cmark_parser_finish(parser)
    }
    if let root = tree.root { tree.footnotes.take(from: root) }
    tree.segments = segments
    tree.cutTableCount = TableLimits.count
    tree.triedRows = TableLimits.tried
    return tree
  }

  /// Has the long paragraphs and headings of a text that was fed, and the first one when it is to
  /// be cut, parsed in segments; and finds the definitions of footnotes.
  private static func divideLongLeaves(
    of parser: UnsafeMutablePointer<cmark_parser>,
    noting footnotes: inout FootnoteParts
  ) {
    var isFirst = segments.firstCut > 0
    var next = parser.pointee.root
    while let node = next {
      let type = node.kind
      if type == CMARK_NODE_FOOTNOTE_DEFINITION { footnotes.note(node) }
      let size = node.pointee.content.size
      // What opens containers is empty headings.
      if type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_HEADING, size > 0 {
        if isFirst || size > Int32(InlineSegments.shortest) {
          node.pointee.extension = library.segmenter
        }
        isFirst = false
      }
      next = node.pointee.first_child ?? node.pointee.next
      var left = node
      while next == nil, let parent = left.pointee.parent {
        left = parent
        next = left.pointee.next
      }
    }
  }

  private static func feed(
    _ text: UnsafeBufferPointer<UInt8>,
    to parser: UnsafeMutablePointer<cmark_parser>
  ) {
    guard !text.isEmpty else { return }
    text.withMemoryRebound(to: CChar.self) {
      cmark_parser_feed(parser, $0.baseAddress, $0.count)
    }
  }

  /// What a text has that most have not.
  private struct Signs {
    /// Whether `[^` stands in it, which footnotes begin with.
    let hasFootnote: Bool
    /// Whether a colon, an at sign, `w.` or an entity does: an address has one of them.
    let hasAddress: Bool

    init(in text: UnsafeBufferPointer<UInt8>) {
      hasFootnote = text.has(UInt8(ascii: "^"), behind: UInt8(ascii: "["))
      hasAddress =
        text.has(UInt8(ascii: ":")) || text.has(UInt8(ascii: "@")) || text.has(UInt8(ascii: "&"))
        || text.has(UInt8(ascii: "."), behind: UInt8(ascii: "w"))
    }
  }

  /// Gives a parser definitions that come before those of its text.
  private static func give(
    _ definitions: [LinkDefinition],
    to parser: UnsafeMutablePointer<cmark_parser>,
    in arena: NodeArena
  ) {
    givenCount = UInt32(definitions.count)
    guard let map = parser.pointee.refmap else { return }
    for definition in definitions {
      let size = MemoryLayout<cmark_reference>.size
      let label = definition.label + [0]
      let fields = definition.destination.split(
        separator: 0,
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      let entry = arena.allocate(size).assumingMemoryBound(to: cmark_reference.self)
      entry.pointee.entry.label = arena.copy(label)
      entry.pointee.entry.age = map.pointee.size
      entry.pointee.entry.next = map.pointee.refs
      let url = fields.first.map(Array.init) ?? []
      entry.pointee.url = cmark_chunk(data: arena.copy(url), len: Int32(url.count), alloc: 0)
      map.pointee.refs = UnsafeMutableRawPointer(entry)
        .assumingMemoryBound(to: cmark_map_entry.self)
      map.pointee.size += 1
    }
  }

  static func parseSegments(of node: UnsafeMutablePointer<cmark_node>?) {
    guard let node, let parser else { return }
    segments.parse(node, parser: parser)
  }

  /// The definitions that a text makes, first come first, without those given before it.
  private static func definitions(
    in parser: UnsafeMutablePointer<cmark_parser>
  ) -> [LinkDefinition] {
    guard let map = parser.pointee.refmap, map.pointee.size > 0 else { return [] }
    var entries: [UnsafeMutablePointer<cmark_map_entry>] = []
    var next = map.pointee.refs
    while let entry = next {
      entries.append(entry)
      next = entry.pointee.next
    }
    // The last one is the first in the list.
    var seen = Set<[UInt8]>(minimumCapacity: entries.count)
    return entries.reversed().compactMap { entry in
      let label = entry.pointee.label.map { bytes(endingWithZero: $0) } ?? []
      guard seen.insert(label).inserted, entry.pointee.age >= givenCount else { return nil }
      return LinkDefinition(
        label: label,
        destination: entry.withMemoryRebound(to: cmark_reference.self, capacity: 1) {
          destination($0.pointee)
        }
      )
    }
  }

  /// Where a link leads, and its title, with a zero between them.
  private static func destination(_ reference: cmark_reference) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(reference.url.len) + 1 + Int(reference.title.len))
    append(reference.url, to: &bytes)
    bytes.append(0)
    append(reference.title, to: &bytes)
    return bytes
  }

  private static func append(_ chunk: cmark_chunk, to bytes: inout [UInt8]) {
    guard let data = chunk.data else { return }
    bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(chunk.len)))
  }

  private static func bytes(endingWithZero start: UnsafePointer<UInt8>) -> [UInt8] {
    var count = 0
    while start[count] != 0 { count += 1 }
    return Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// A label in the case in which cmark compares labels.
  static func folded(_ label: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var buffer = cmark_strbuf()
    cmark_strbuf_init(cmark_get_default_mem_allocator(), &buffer, 0)
    defer { cmark_strbuf_free(&buffer) }
    cmark_utf8proc_case_fold(&buffer, label.baseAddress, Int32(label.count))
    return Array(UnsafeBufferPointer(start: buffer.ptr, count: Int(buffer.size)))
  }
}
