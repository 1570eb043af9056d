import CTextShaping
import MarkdownBlocks

/// Owns the C engine: the fonts of one measurer.
package final class FontEngine {
  /// What a stretch of text takes, in 1/1024 points.
  struct Extents {
    var advance: Int64
    var ascent: Int64
    var descent: Int64
    var glyphs: Int

    /// What is shaped by itself follows on the line.
    mutating func join(_ next: Extents) {
      advance += next.advance
      ascent = max(ascent, next.ascent)
      descent = max(descent, next.descent)
      glyphs += next.glyphs
    }
  }

  /// The paths of the files in use, in the order of the set.
  let paths: [String]
  /// How many glyphs no font of the set had, so far.
  private(set) var unknownGlyphs = 0

  private let engine: OpaquePointer

  /// Loads the files of a set.
  package init(_ fonts: FontSet) throws(FontError) {
    (engine, paths) = try Self.load(fonts, by: text_engine_create)
  }

  /// Loads the files of a set into something of C's, as ``text_engine_create`` does.
  ///
  /// - Returns: What was made, and the paths of the files.
  package static func load(
    _ fonts: FontSet,
    by create: (
      UnsafePointer<UnsafePointer<CChar>?>?, Int, UnsafePointer<UnsafePointer<CChar>?>?, Int,
      UnsafeMutablePointer<Int>?
    ) -> OpaquePointer?
  ) throws(FontError) -> (OpaquePointer, paths: [String]) {
    var paths: [String] = []
    for file in fonts.files {
      let places = file.candidates.map(expanded)
      guard let path = places.first(where: { text_file_size($0) >= 0 }) else {
        throw .missingFile(candidates: file.candidates, package: file.package)
      }
      if !paths.contains(path) { paths.append(path) }
    }
    var failed = 0
    let families = Set(fonts.textFamilies + fonts.codeFamilies).sorted()
    let made = withCStrings(paths) { paths in
      withCStrings(families) { families in
        create(paths.baseAddress, paths.count, families.baseAddress, families.count, &failed)
      }
    }
    guard let made else {
      guard failed < paths.count else {
        throw .libraryFailure(version: String(cString: text_engine_version()))
      }
      throw .unreadableFile(path: paths[failed])
    }
    return (made, paths)
  }

  deinit { text_engine_destroy(engine) }

  /// The version of Pango.
  static var version: String { String(cString: text_engine_version()) }

  /// A 64-bit FNV-1a hash of the files' names and sizes.
  var fingerprint: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for path in paths {
      (path.split(separator: "/").last ?? "").utf8.forEach(add)
      let size = UInt64(bitPattern: text_file_size(path))
      for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: size >> shift)) }
    }
    return hash
  }

  /// Adds a face of `size` points.
  func addFace(families: String, size: Double, isBold: Bool, isItalic: Bool) -> Int32 {
    let face = text_engine_add_face(engine, families, size, isBold, isItalic)
    precondition(face >= 0, "no memory for a face of \(families) at \(size) pt")
    return face
  }

  /// Shapes text as one line.
  func shape(_ text: UnsafeBufferPointer<UInt8>, face: Int32) -> Extents {
    var extents = text_extents()
    text.withMemoryRebound(to: CChar.self) {
      text_engine_shape(engine, face, $0.baseAddress, Int32($0.count), &extents)
    }
    unknownGlyphs += Int(extents.unknown_glyphs)
    return Extents(
      advance: Int64(extents.advance),
      ascent: Int64(extents.ascent),
      descent: Int64(extents.descent),
      glyphs: Int(extents.glyphs)
    )
  }

  /// Writes the advance of each cluster at its first byte, 0 elsewhere.
  func advances(of text: UnsafeBufferPointer<UInt8>, face: Int32) -> [Int32] {
    guard !text.isEmpty else { return [] }
    return [Int32](unsafeUninitializedCapacity: text.count) { buffer, count in
      text.withMemoryRebound(to: CChar.self) {
        text_engine_advances(engine, face, $0.baseAddress, Int32($0.count), buffer.baseAddress)
      }
      count = text.count
    }
  }

  /// Writes what may happen before each byte of a text and after its last.
  ///
  /// A long text is looked at in parts, since Pango takes the square of a text in which it finds no end
  /// of a word or sentence. A part ends among visible ASCII: what may happen there depends on few
  /// characters before and after it.
  ///
  /// Pango looks at what is not made of plain words of ASCII alone.
  ///
  /// - Parameters:
  ///   - text: Valid UTF-8.
  ///   - known: How many leading bytes were there when breaks were last looked for; negative for none.
  ///   - flags: Gets a byte for each of the text's, and one more.
  /// - Returns: How many bytes stand in stretches that Pango looks at and that end after the known bytes.
  /// - Complexity: O(text) where visible ASCII stands in it every few kilobytes; else Pango's.
  @discardableResult
  package func findBreaks(
    in text: UnsafeBufferPointer<UInt8>,
    knowing known: Int = 0,
    flags: inout [UInt8]
  ) -> Int {
    var examined = 0
    if flags.count <= text.count {
      flags.append(contentsOf: repeatElement(0, count: text.count + 1 - flags.count))
    }
    var start = 0
    while let end = Self.endOfPart(of: text, from: start) {
      // What stands around the part is looked at for the part's sake alone.
      let first = max(0, start - Self.breakContext)
      var part = [UInt8](repeating: 0, count: end + Self.breakContext - first + 1)
      write(
        breaksIn: UnsafeBufferPointer(rebasing: text[first..<end + Self.breakContext]),
        knowing: known - first,
        to: &part,
        at: 0,
        examined: &examined
      )
      flags.replaceSubrange(start..<end, with: part[(start - first)..<(end - first)])
      start = end
    }
    guard start > 0 else {
      write(breaksIn: text, knowing: known, to: &flags, at: 0, examined: &examined)
      return examined
    }
    let before = flags[(start - Self.breakContext)..<start]
    write(
      breaksIn: UnsafeBufferPointer(rebasing: text[(start - Self.breakContext)...]),
      knowing: known - (start - Self.breakContext),
      to: &flags,
      at: start - Self.breakContext,
      examined: &examined
    )
    flags.replaceSubrange((start - Self.breakContext)..<start, with: Array(before))
    return examined
  }

  /// How long a part is in which breaks are looked for.
  private static let breakPart = 4_096
  /// How many visible ASCII characters stand before and after the end of a part.
  private static let breakContext = 64

  /// Where a part of a text ends; nil when the rest is one.
  private static func endOfPart(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var visible = 0
    var index = start + breakPart - breakContext
    while index < text.count - breakPart {
      visible = (0x21...0x7E).contains(text[index]) ? visible + 1 : 0
      index += 1
      if visible == 2 * breakContext { return index - breakContext }
    }
    return nil
  }

  private func write(
    breaksIn text: UnsafeBufferPointer<UInt8>,
    knowing known: Int,
    to flags: inout [UInt8],
    at start: Int,
    examined: inout Int
  ) {
    var bytes: Int64 = 0
    let done = text.withMemoryRebound(to: CChar.self) { text in
      flags.withUnsafeMutableBufferPointer {
        text_engine_breaks(
          engine,
          text.baseAddress,
          Int32(text.count),
          Int64(known),
          $0.baseAddress.map { $0 + start },
          &bytes
        )
      }
    }
    precondition(done, "no memory for the line breaks of \(text.count) bytes")
    examined += Int(bytes)
  }

  /// Forgets the breaks of texts that were looked at before.
  func forgetBreaks() { text_engine_forget_breaks(engine) }

  /// What ``findBreaks(in:flags:)`` says of a text, all of it asked of Pango at once.
  package func breaksByPango(in text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var flags = [UInt8](repeating: 0, count: text.count + 1)
    let done = text.withMemoryRebound(to: CChar.self) { text in
      flags.withUnsafeMutableBufferPointer {
        text_engine_breaks_by_pango(engine, text.baseAddress, Int32(text.count), $0.baseAddress)
      }
    }
    precondition(done, "no memory for the line breaks of \(text.count) bytes")
    return flags
  }

  /// How many lines Pango's own layout breaks a text into.
  func lineCount(of text: UnsafeBufferPointer<UInt8>, face: Int32, width: Int64) -> Int {
    text.withMemoryRebound(to: CChar.self) {
      Int(
        text_engine_line_count(
          engine,
          face,
          $0.baseAddress,
          Int32($0.count),
          Int32(clamping: width)
        )
      )
    }
  }

  private static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~"), let home = text_home_directory() else { return path }
    return String(cString: home) + path.dropFirst()
  }

  private static func withCStrings<Result>(
    _ texts: [String],
    _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = texts.map { $0.utf8CString.withUnsafeBufferPointer(copy) }
    defer { for copy in copies { copy.deallocate() } }
    return copies.map { UnsafePointer($0) as UnsafePointer<CChar>? }.withUnsafeBufferPointer(body)
  }

  private static func copy(_ text: UnsafeBufferPointer<CChar>) -> UnsafeMutablePointer<CChar> {
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
    for (index, byte) in text.enumerated() { (copy + index).initialize(to: byte) }
    return copy
  }
}
