import Timebase

/// FrameTimeline events of a Perfetto trace (`.pftrace`, `.perfetto-trace`); where it has none, Chrome's
/// frame reporters.
///
/// Fields: google/perfetto `trace_packet.proto`, `frame_timeline_event.proto` (now an extension
/// with the same number 76). Slices are opened by an event with a cookie and closed by another; a
/// second start with a cookie that is open replaces the first, which stays open, as trace processor
/// has it.
struct PerfettoTrace {
  private enum Kind: Int8 {
    case expectedDisplay = 1
    case actualDisplay
    case expectedSurface
    case actualSurface
    case end
  }

  private struct Event {
    var time: Int64
    var order: Int32
    var kind: Kind
    var cookie: Int64 = 0
    var token: Int64 = 0
    var displayToken: Int64 = 0
    // Short, since there may be millions.
    var pid: Int32 = 0
    var jank: Int32 = 0
    var presentType: Int8 = 0
  }

  /// The most events that are kept: four a frame and their ends.
  private static var eventLimit: Int { 4 * FrameLimit.frames }

  private let source: LogSource
  private var events: [Event] = []
  private var counts = RowCounts()
  private var processes: [Int64: String] = [:]
  private var layers: [Int64: String] = [:]
  private var clocks: Set<UInt64> = []
  private var unfolded = 0
  private var malformed = 0
  private var cut = 0
  private var chrome = ChromeTrackEvents()

  private init(_ source: LogSource) { self.source = source }

  /// Reads the file.
  static func read(_ source: LogSource) throws -> FrameLog {
    var trace = PerfettoTrace(source)
    var packets = PacketReader(try source.stream())
    do {
      try packets.forEach { try trace.take($0, depth: 0) }
    } catch is ProtobufFields.Malformed {
      guard !trace.events.isEmpty || trace.chrome.hasFrames else {
        throw source.fault(
          "no protobuf of a trace",
          expected: "packets of Perfetto",
          advice: "Export the trace again, or name another format with --format."
        )
      }
      trace.malformed += 1
    }
    if packets.isUnfinished { trace.counts.unfinished += 1 }
    return try trace.log()
  }

  // MARK: Packets

  private mutating func take(_ packet: ProtobufFields.Bytes, depth: Int) throws {
    var event: ProtobufFields.Bytes?
    var track = ChromeTrackEvents.Packet()
    var fields = ProtobufFields(packet)
    do {
      while let (number, value) = try fields.next() {
        switch (number, value) {
        case (8, .number(let number)): track.time = Int64(bitPattern: number)
        case (58, .number(let number)): track.clock = number
        case (76, .bytes(let bytes)): event = bytes
        case (10, .number(let number)): track.sequence = Int64(bitPattern: number)
        case (13, .number(let number)): track.flags = number
        case (6, .bytes(let bytes)): track.snapshot = bytes
        case (11, .bytes(let bytes)): track.event = bytes
        case (12, .bytes(let bytes)): track.interned = bytes
        case (59, .bytes(let bytes)): track.defaults = bytes
        case (60, .bytes(let bytes)): track.descriptor = bytes
        case (2, .bytes(let bytes)): try takeProcesses(bytes)
        case (50, .bytes(let bytes)) where depth == 0: try takeCompressed(bytes)
        case (133, .bytes):
          throw source.fault(
            "packets compressed by zstd",
            expected: "plain packets, or zlib",
            advice:
              "Convert it: traceconv decompress_packets IN OUT; or record without compression."
          )
        default: break
        }
      }
      if let time = track.time, let event { try takeEvent(event, time, track.clock) }
      try chrome.take(track)
    } catch is ProtobufFields.Malformed {
      malformed += 1
      counts.leaveOut("packets that are no protobuf")
    }
  }

  private mutating func takeCompressed(_ bytes: ProtobufFields.Bytes) throws {
    guard
      let whole = try Inflater.unfold(Array(bytes), limit: PacketReader.longest, path: source.path)
    else {
      counts.leaveOut("compressed packets that unfold to more than 64 MiB")
      return
    }
    unfolded += whole.count
    guard unfolded <= FrameLimit.unfoldedBytes else {
      throw source.fault(
        "packets that unfold to more than \(FrameLimit.unfoldedBytes) bytes",
        expected: "a trace of a recording",
        advice: "Record a shorter time."
      )
    }
    try whole.withUnsafeBufferPointer { buffer in
      var fields = ProtobufFields(buffer)
      while let (number, value) = try fields.next() {
        if number == 1, case .bytes(let packet) = value { try take(packet, depth: 1) }
      }
    }
  }

  private mutating func takeProcesses(_ bytes: ProtobufFields.Bytes) throws {
    var fields = ProtobufFields(bytes)
    while let (number, value) = try fields.next() {
      guard number == 1, case .bytes(let process) = value else { continue }
      var (pid, name): (Int64?, String?) = (nil, nil)
      var own = ProtobufFields(process)
      while let (number, value) = try own.next() {
        if number == 1 { pid = value.signed }
        if number == 3, name == nil { name = value.text }
      }
      if let pid, let name, !name.isEmpty, processes.count < 100_000 { processes[pid] = name }
    }
  }

  private mutating func takeEvent(
    _ bytes: ProtobufFields.Bytes,
    _ time: Int64,
    _ clock: UInt64?
  ) throws {
    var fields = ProtobufFields(bytes)
    while let (number, value) = try fields.next() {
      guard let kind = Kind(rawValue: Int8(clamping: number)), case .bytes(let message) = value
      else { continue }
      guard time >= 0, time < 4_000_000_000_000_000_000 else {
        counts.read += 1
        counts.refuse(line: events.count + 1, "an event at \(time) ns")
        continue
      }
      guard events.count < Self.eventLimit else {
        cut += 1
        continue
      }
      if let clock, clocks.count < 16 { clocks.insert(clock) }
      var layer: String?
      let event = try Self.event(
        kind,
        message,
        time,
        order: Int32(clamping: events.count),
        layer: &layer
      )
      events.append(event)
      if let layer, layers[Int64(event.pid)] == nil, layers.count < 10_000 {
        layers[Int64(event.pid)] = layer
      }
    }
  }

  private static func event(
    _ kind: Kind,
    _ message: ProtobufFields.Bytes,
    _ time: Int64,
    order: Int32,
    layer: inout String?
  ) throws -> Event {
    var event = Event(time: time, order: order, kind: kind)
    let isSurface = kind == .expectedSurface || kind == .actualSurface
    var fields = ProtobufFields(message)
    while let (number, value) = try fields.next() {
      if number == 5, isSurface { layer = value.text }
      guard let value = value.signed else { continue }
      switch (number, isSurface) {
      case (1, _): event.cookie = value
      case (2, _): event.token = value
      case (3, true): event.displayToken = value
      case (4, true), (3, false): event.pid = Int32(clamping: value)
      case (6, true), (4, false): event.presentType = Int8(clamping: value)
      case (9, true), (7, false): event.jank = Int32(clamping: value)
      default: break
      }
    }
    return event
  }

  // MARK: Slices

  private struct Open {
    var kind: Kind
    var index: Int
    var token: Int64
    var pid: Int64
  }

  private mutating func slices() -> PerfettoSlices {
    var slices = PerfettoSlices()
    // Without the data source of processes a layer's name tells whose frames they are.
    slices.processes = layers.merging(processes) { _, name in name }
    var open: [Int64: Open] = [:]
    // In place: a copy of all events would take the memory twice.
    events.sort { ($0.time, $0.order) < ($1.time, $1.order) }
    for event in events {
      if event.kind == .end {
        if let start = open.removeValue(forKey: event.cookie) {
          Self.close(start, at: event.time, in: &slices)
        }
      } else {
        let index = Self.begin(event, in: &slices)
        open[event.cookie] = Open(
          kind: event.kind,
          index: index,
          token: event.token,
          pid: Int64(event.pid)
        )
      }
    }
    return slices
  }

  private static func begin(_ event: Event, in slices: inout PerfettoSlices) -> Int {
    let slice = PerfettoSlices.Slice(start: event.time, end: nil)
    let actual = PerfettoSlices.Actual(
      slice: slice,
      pid: Int64(event.pid),
      token: event.token,
      displayToken: event.kind == .actualSurface ? event.displayToken : event.token,
      presentType: Int64(event.presentType),
      jank: JankTypes(rawValue: Int64(event.jank))
    )
    if event.kind == .actualDisplay || event.kind == .actualSurface { slices.actualCount += 1 }
    if event.kind == .expectedDisplay { slices.expectedCount += 1 }
    switch event.kind {
    case .expectedDisplay: slices.expectedDisplay[event.token] = slice
    case .actualDisplay: slices.actualDisplay[event.token] = actual
    case .expectedSurface:
      let key = PerfettoSlices.Key(pid: Int64(event.pid), token: event.token)
      if slices.expectedSurface[key] == nil { slices.expectedCount += 1 }
      if slices.expectedSurface[key]?.end == nil { slices.expectedSurface[key] = slice }
    case .actualSurface: slices.actualSurface.append(actual)
    case .end: break
    }
    return slices.actualSurface.count - 1
  }

  private static func close(_ open: Open, at time: Int64, in slices: inout PerfettoSlices) {
    switch open.kind {
    case .expectedDisplay: slices.expectedDisplay[open.token]?.end = time
    case .actualDisplay: slices.actualDisplay[open.token]?.slice.end = time
    case .expectedSurface:
      let key = PerfettoSlices.Key(pid: open.pid, token: open.token)
      if slices.expectedSurface[key]?.end == nil { slices.expectedSurface[key]?.end = time }
    case .actualSurface: slices.actualSurface[open.index].slice.end = time
    case .end: break
    }
  }

  private mutating func log() throws -> FrameLog {
    guard !events.isEmpty else { return try chromeLog() }
    var notes: [String] = []
    if clocks.count > 1 { notes.append("events of \(clocks.count) clocks, taken as one") }
    counts.beyond += cut
    notes.append("surfaces of their own (SurfaceView) are not in FrameTimeline")
    let slices = slices()
    events = []
    let builders = slices.builders(source.options, &counts)
    return try source.log(
      .perfetto,
      variant: "protobuf, \(slices.expectedCount) expected and \(slices.actualCount) actual slices",
      rows: counts,
      builders: builders,
      notes: notes
    )
  }

  /// The log of a trace without FrameTimeline: Chrome's.
  private mutating func chromeLog() throws -> FrameLog {
    guard chrome.hasFrames else {
      throw source.fault(
        "a trace without frame events",
        expected: "events of FrameTimeline (Android 12 and later), or Chrome's frame reporters",
        advice:
          "Record with the data source android.surfaceflinger.frametimeline; Chrome with the categories "
          + "cc, benchmark and disabled-by-default-devtools.timeline.frame."
      )
    }
    return try chrome.frames(&counts).log(source, &counts, form: ", protobuf")
  }
}
