import CProbes

/// Where the system puts programs in memory.
public enum AddressLayout {
  /// Whether the addresses of programs that this process starts can be fixed. The rules of a container
  /// often forbid it, and it is known how on Linux alone.
  public static let canBeFixed: Bool = {
    let before = stillpoint_fix_addresses(true)
    if before == 0 { _ = stillpoint_fix_addresses(false) }
    return before >= 0
  }()

  /// Does `body` while programs that are started get the same addresses each time; as ever where that
  /// cannot be had.
  public static func fixed<Value>(_ body: () throws -> Value) rethrows -> Value {
    let before = stillpoint_fix_addresses(true)
    defer { if before == 0 { _ = stillpoint_fix_addresses(false) } }
    return try body()
  }
}
