import CZlib

/// Packs packets of a trace by zlib, some hundred thousand bytes at a time, as Perfetto's own service
/// does on request: every tool of Perfetto's unpacks them.
struct PacketPacker {
  /// How many bytes of packets are packed together.
  private static let chunk = 512 << 10
  /// Of 1 to 9; higher ones take twice the time for a few per cent.
  private static let level: Int32 = 5

  private var waiting = ProtobufWriter()
  private var packed = ProtobufWriter()

  /// Adds a packet.
  mutating func add(_ packet: ProtobufWriter) {
    waiting.add(TraceSchema.packet, packet)
    if waiting.bytes.count >= Self.chunk { pack() }
  }

  /// Packs what is left.
  ///
  /// - Returns: The bytes of the whole trace.
  mutating func finish() -> [UInt8] {
    pack()
    return packed.bytes
  }

  private mutating func pack() {
    defer { waiting = ProtobufWriter() }
    guard !waiting.bytes.isEmpty else { return }
    var count = compressBound(uLong(waiting.bytes.count))
    var status = Z_OK
    let folded = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
      status = compress2(
        buffer.baseAddress,
        &count,
        waiting.bytes,
        uLong(waiting.bytes.count),
        Self.level
      )
      filled = status == Z_OK ? Int(count) : 0
    }
    // Where zlib has no memory the packets stand as they are, which is a trace as well.
    guard status == Z_OK else { return packed.append(waiting) }
    var packet = ProtobufWriter()
    packet.add(TraceSchema.Packet.compressed, bytes: folded)
    packed.add(TraceSchema.packet, packet)
  }
}
