/// Hashes of texts and files.
package enum TextDigest {
  /// The SHA-256 of `bytes` in lowercase hexadecimal.
  package static func sha256(_ bytes: [UInt8]) -> String {
    let digest = RunningDigest()
    digest.update(bytes)
    return digest.finish()
  }
}
