extension RecordedFormat {
  /// A binary trace of Perfetto with the FrameTimeline of an app, as the format is published: packets in
  /// field 1, a packet's time in field 8, the event in field 76.
  static let trace = RecordedFormat("Perfetto's trace", bytes: { [Trace(of: $0).bytes] })

  private struct Trace {
    private(set) var bytes: [UInt8]
    private var cookie: Int64 = 0

    init(of frames: AppFrames) {
      bytes = Self.part(
        1,
        Self.part(2, Self.part(1, Self.number(1, 7) + Self.part(3, Array("chat".utf8))))
      )
      let length = Int64(frames.period)
      for (index, span) in frames.spans.enumerated() {
        // The app works in the period before the one in which its picture is put on the display.
        let (start, end) = (Int64(span.wanted) - length, Int64(span.worked) - length)
        let shown = Int64(span.shown)
        let promised = Int64(span.wanted) + length
        let display = Int64(index) + 1_000_000
        let tokens: [(UInt64, Int64)] = [(2, Int64(index) * 2 + 1), (3, display), (4, 7)]
        // What is expected and what became of it: of the app in fields 3 and 4, of the display in 1 and 2.
        add(3, start, start + length, tokens)
        add(
          4,
          start,
          end,
          tokens + [(6, span.periods > 1 ? 2 : 1), (9, span.periods > 1 ? 64 : 1)]
        )
        add(1, promised - length, promised, [(2, display), (3, 9)])
        add(2, shown - length, shown, [(2, display), (3, 9)])
      }
    }

    private mutating func add(
      _ kind: UInt64,
      _ start: Int64,
      _ end: Int64,
      _ rows: [(UInt64, Int64)]
    ) {
      cookie += 1
      let fields = [(1, cookie)] + rows
      addPacket(at: start, Self.part(kind, fields.flatMap { Self.number($0.0, $0.1) }))
      addPacket(at: end, Self.part(5, Self.number(1, cookie)))
    }

    private mutating func addPacket(at time: Int64, _ event: [UInt8]) {
      // Field 58 names the clock: 6 is the time since the device started.
      bytes += Self.part(1, Self.number(8, time) + Self.number(58, 6) + Self.part(76, event))
    }

    private static func varint(_ number: UInt64) -> [UInt8] {
      var (rest, bytes) = (number, [UInt8]())
      while rest > 0x7F {
        bytes.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
      }
      return bytes + [UInt8(rest)]
    }

    private static func number(_ field: UInt64, _ value: Int64) -> [UInt8] {
      varint(field << 3) + varint(UInt64(bitPattern: value))
    }

    private static func part(_ field: UInt64, _ bytes: [UInt8]) -> [UInt8] {
      varint(field << 3 | 2) + varint(UInt64(bytes.count)) + bytes
    }
  }
}
