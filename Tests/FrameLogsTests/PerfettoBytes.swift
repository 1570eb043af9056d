/// Writes FrameTimeline events as a Perfetto trace.
enum PerfettoBytes {
  static func varint(_ value: UInt64) -> [UInt8] {
    var value = value
    var bytes: [UInt8] = []
    repeat {
      let low = UInt8(value & 0x7F)
      value >>= 7
      bytes.append(value == 0 ? low : low | 0x80)
    } while value != 0
    return bytes
  }

  static func number(_ field: UInt64, _ value: Int64) -> [UInt8] {
    varint(field << 3) + varint(UInt64(bitPattern: value))
  }

  static func message(_ field: UInt64, _ bytes: [UInt8]) -> [UInt8] {
    varint(field << 3 | 2) + varint(UInt64(bytes.count)) + bytes
  }

  /// A packet with an event of a kind: 1 to 4 as in the format, 5 an end.
  static func event(_ kind: UInt64, at time: Int64, _ fields: [(UInt64, Int64)]) -> [UInt8] {
    let body = fields.flatMap { number($0.0, $0.1) }
    return message(1, number(8, time) + number(58, 6) + message(76, message(kind, body)))
  }

  /// A frame of an app, in nanoseconds.
  struct Frame {
    var token: Int64
    var start: Int64
    var end: Int64
    var deadline: Int64
    var promised: Int64
    var presented: Int64
    var jank: Int64 = 1
    var isDropped = false
  }

  /// The packets of frames.
  static func packets(_ frames: [Frame]) -> [[UInt8]] {
    var packets: [[UInt8]] = [
      message(1, message(2, message(1, number(1, 77) + message(3, Array("com.example".utf8)))))
    ]
    var cookie: Int64 = 1
    for frame in frames {
      let display = frame.token + 1_000_000
      let tokens: [(UInt64, Int64)] = [(2, frame.token), (3, display), (4, 77)]
      func slice(_ kind: UInt64, _ start: Int64, _ end: Int64, _ fields: [(UInt64, Int64)]) {
        packets.append(event(kind, at: start, [(1, cookie)] + fields))
        packets.append(event(5, at: end, [(1, cookie)]))
        cookie += 1
      }
      slice(3, frame.start, frame.deadline, tokens)
      let type: Int64 = frame.isDropped ? 4 : frame.presented > frame.promised ? 2 : 1
      slice(
        4,
        frame.start,
        frame.end,
        tokens + [(6, type), (9, frame.isDropped ? 1024 : frame.jank)]
      )
      slice(1, frame.promised - 5_000_000, frame.promised, [(2, display), (3, 5)])
      if !frame.isDropped {
        slice(2, frame.promised - 5_000_000, frame.presented, [(2, display), (3, 5)])
      }
    }
    return packets
  }

  /// A trace of frames at 60 Hz, all on time.
  static func trace(frames count: Int) -> [UInt8] {
    packets(
      (0..<count).map { index in
        let start = 1_000_000_000 + Int64(index) * 16_666_667
        return Frame(
          token: Int64(index) * 2 + 1,
          start: start,
          end: start + 8_000_000,
          deadline: start + 16_666_667,
          promised: start + 33_333_334,
          presented: start + 33_333_334
        )
      }
    ).flatMap { $0 }
  }
}
