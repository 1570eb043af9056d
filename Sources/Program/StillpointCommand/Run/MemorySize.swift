import ArgumentParser

/// An amount of memory as a command line names it: bytes, or `512M`, `4G` (powers of 1,024).
struct MemorySize: ExpressibleByArgument, Hashable, CustomStringConvertible {
  /// The amount in bytes, at least ``least``.
  let bytes: Int

  /// A cell cannot start in less: 32 MiB.
  static let least = 32 << 20
  /// What a cell may have unless the command says otherwise: 4 GiB.
  static let standard = MemorySize(bytes: 4 << 30)
  private static let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30, "T": 40]

  init(bytes: Int) {
    precondition(bytes >= Self.least, "an amount of at least \(Self.least) bytes, got \(bytes)")
    self.bytes = bytes
  }

  init?(argument: String) {
    var digits = argument.uppercased()
    let shift = digits.last.flatMap { Self.shifts[$0] }
    if shift != nil { digits.removeLast() }
    guard let number = Int(digits), number > 0, number <= Int.max >> (shift ?? 0) else {
      return nil
    }
    let bytes = number << (shift ?? 0)
    guard bytes >= Self.least, bytes <= Int.max / 4 else { return nil }
    self.bytes = bytes
  }

  var description: String {
    let unit = ["G": 30, "M": 20].sorted { $0.value > $1.value }.first {
      bytes % (1 << $0.value) == 0
    }
    return unit.map { "\(bytes >> $0.value)\($0.key)" } ?? "\(bytes)"
  }
}
