import CGLib

/// SHA-256 as GLib computes it.
package final class RunningDigest {
  private let checksum: OpaquePointer

  /// Starts with no bytes.
  package init() {
    // GLib returns null for unknown kinds of checksum only.
    guard let checksum = g_checksum_new(G_CHECKSUM_SHA256) else {
      preconditionFailure("GLib has no SHA-256")
    }
    self.checksum = checksum
  }

  deinit { g_checksum_free(checksum) }

  /// Adds bytes.
  package func update(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    bytes.withUnsafeBufferPointer { g_checksum_update(checksum, $0.baseAddress, gssize($0.count)) }
  }

  /// The digest in lowercase hexadecimal; nothing may be added afterwards.
  package func finish() -> String { String(cString: g_checksum_get_string(checksum)) }
}
