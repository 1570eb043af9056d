import Foundation

/// A file as the input of Foundation's stream parser: unfolded, UTF-8, and without declarations.
///
/// The XML declaration is taken out, because it may name an encoding that the bytes no longer have.
/// Documents that declare types or entities are refused: `xctrace` writes none, and an entity may
/// unfold to gigabytes. What is no UTF-8 becomes U+FFFD: FoundationXML traps on such names.
final class XMLInput: InputStream {
  private let source: ByteStream
  private var buffer: [UInt8] = []
  private var at = 0
  private var isAtStart = true
  private var isAtEnd = false
  private var tail: [UInt8] = []
  private var split: [UInt8] = []
  /// How many bytes the tag at hand has so far; nil outside of one.
  private var tagLength: Int?
  /// The longest tag: a parser compares each attribute with all others.
  private static let longestTag = 64 << 10
  private var status = Stream.Status.notOpen
  /// What went wrong; nil for nothing.
  private(set) var failure: FrameLogError?

  init(_ source: ByteStream) {
    self.source = source
    super.init(data: Data())
  }

  override func open() { status = .open }
  override func close() { status = .closed }
  override var streamStatus: Stream.Status { status }
  override var streamError: (any Error)? { failure }
  override var hasBytesAvailable: Bool { at < buffer.count || !isAtEnd }

  override func read(_ target: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
    while at == buffer.count {
      if isAtEnd { return 0 }
      fill()
    }
    let count = min(maxLength, buffer.count - at)
    buffer.withUnsafeBufferPointer { bytes in
      if let base = bytes.baseAddress { target.update(from: base + at, count: count) }
    }
    at += count
    return count
  }

  private func fill() {
    do {
      guard var piece = try source.next() else {
        isAtEnd = true
        buffer = split.isEmpty ? [] : Array("\u{FFFD}".utf8)
        at = 0
        return
      }
      piece = valid(split + piece)
      if isAtStart {
        isAtStart = false
        piece = Self.withoutDeclaration(piece)
      }
      let whole = tail + piece
      let isDeclared = whole.withUnsafeBufferPointer {
        $0.contains("<!DOCTYPE") || $0.contains("<!ENTITY")
      }
      if isDeclared {
        throw FrameLogError(
          path: source.path,
          problem: "a document type or an entity is declared",
          expected: "an export of xctrace, which declares none",
          advice: "Export the table again."
        )
      }
      if hasLongTag(piece) {
        throw FrameLogError(
          path: source.path,
          problem: "a tag is longer than \(Self.longestTag >> 10) KiB",
          expected: "an export of xctrace, which has a few attributes a tag",
          advice: "Export the table again."
        )
      }
      tail = Array(whole.suffix(16))
      buffer = piece
      at = 0
    } catch let error as FrameLogError {
      failure = error
      isAtEnd = true
    } catch {
      isAtEnd = true
    }
  }

  private func hasLongTag(_ piece: [UInt8]) -> Bool {
    for byte in piece {
      if byte == UInt8(ascii: "<") {
        tagLength = 0
      } else if byte == UInt8(ascii: ">") {
        tagLength = nil
      } else if let length = tagLength {
        if length == Self.longestTag { return true }
        tagLength = length + 1
      }
    }
    return false
  }

  /// The bytes as UTF-8; a scalar that the next piece goes on with is kept for it.
  private func valid(_ bytes: [UInt8]) -> [UInt8] {
    var end = bytes.count
    // The first byte of a scalar says how many there are.
    for back in 1...3 where back <= bytes.count {
      let byte = bytes[bytes.count - back]
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      if byte & 0xC0 == 0x80 { continue }
      if length > back { end = bytes.count - back }
      break
    }
    split = Array(bytes[end...])
    return Array(String(decoding: bytes[..<end], as: UTF8.self).utf8)
  }

  private static func withoutDeclaration(_ bytes: [UInt8]) -> [UInt8] {
    guard let start = bytes.firstIndex(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }),
      bytes[start...].starts(with: "<?xml".utf8),
      let end = bytes[start...].firstIndex(of: 0x3E)
    else { return bytes }
    return Array(bytes[(end + 1)...])
  }
}
