import CGLib
import ChatSurface

/// Keeps account of streamed text: what was put in, and what came out.
///
/// Both sides are hashed with SHA-256; the side that goes in counts the bytes as they came, the
/// side that comes out the text of each release in the order of release.
public struct TextLedger: Sendable {
  private var put: [MessageID: [UInt8]] = [:]
  private var order: [MessageID] = []
  /// The hash of what was put in, invalid UTF-8 repaired; lowercase hexadecimal.
  public private(set) var textIn = ""
  /// The hash of what was released.
  public private(set) var textOut = ""
  /// Messages whose released text is not a beginning of what was put in.
  public private(set) var damaged: [MessageID] = []
  /// Messages of which something that was due is missing.
  public private(set) var incomplete: [MessageID] = []

  /// Makes an empty account.
  public init() {}

  /// Whether all that was released is what was put in, in order, and nothing due is missing.
  public var isExact: Bool { damaged.isEmpty && incomplete.isEmpty }

  mutating func put(in bytes: [UInt8], of id: MessageID) {
    if put[id] == nil { order.append(id) }
    put[id, default: []].append(contentsOf: bytes)
  }

  /// Compares with what the surface shows at the end of a run.
  mutating func finish(_ surface: Surface) {
    let input = RunningDigest()
    let output = RunningDigest()
    for id in order {
      let repaired = Array(String(decoding: put[id] ?? [], as: UTF8.self).utf8)
      input.update(repaired)
      guard let shown = surface.shownText(of: id) else {
        continue
      }
      output.update(shown.text)
      if !repaired.starts(with: shown.text) {
        damaged.append(id)
      } else if shown.text.count < repaired.count, !shown.wasCutShort {
        incomplete.append(id)
      }
    }
    textIn = input.finish()
    textOut = output.finish()
  }
}

/// A SHA-256 in the making, as GLib computes it.
public final class RunningDigest {
  private let checksum: OpaquePointer

  /// Starts with no bytes.
  public init() {
    // GLib returns null for unknown kinds of checksum only.
    guard let checksum = g_checksum_new(G_CHECKSUM_SHA256) else {
      preconditionFailure("GLib has no SHA-256")
    }
    self.checksum = checksum
  }

  deinit { g_checksum_free(checksum) }

  /// Adds bytes.
  public func update(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    bytes.withUnsafeBufferPointer { g_checksum_update(checksum, $0.baseAddress, gssize($0.count)) }
  }

  /// The digest in lowercase hexadecimal; nothing may be added afterwards.
  public func finish() -> String { String(cString: g_checksum_get_string(checksum)) }
}
