/// Hashes of texts and files.
public enum TextDigest {
  /// The SHA-256 of `bytes` in lowercase hexadecimal.
  public static func sha256(_ bytes: [UInt8]) -> String {
    let digest = RunningDigest()
    digest.update(bytes)
    return digest.finish()
  }
}
