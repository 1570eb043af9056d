import Foundation

/// A file as the input of Foundation's stream parser: unfolded, UTF-8, and without declarations.
///
/// The XML declaration is taken out, because it may name an encoding that the bytes no longer have.
/// Documents that declare types or entities are refused: `xctrace` writes none, and an entity may
/// unfold to gigabytes.
final class XMLInput: InputStream {
  private let source: ByteStream
  private var buffer: [UInt8] = []
  private var at = 0
  private var isAtStart = true
  private var isAtEnd = false
  private var tail: [UInt8] = []
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
        return
      }
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

  private static func withoutDeclaration(_ bytes: [UInt8]) -> [UInt8] {
    guard let start = bytes.firstIndex(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }),
      bytes[start...].starts(with: "<?xml".utf8),
      let end = bytes[start...].firstIndex(of: 0x3E)
    else { return bytes }
    return Array(bytes[(end + 1)...])
  }
}
