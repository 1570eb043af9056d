import Timebase

/// Chrome's frame reporters in a binary trace: track events of Perfetto's packets, handed to
/// ``ChromeFrames`` as the events of a JSON trace are.
///
/// Reporters lie on tracks of their own, where a reporter's stages nest in it. Names are interned for each
/// writer and thread ("sequence"), and so are clocks (``WriterClock``).
/// Fields: google/perfetto `trace_packet.proto` and `track_event.proto`; the reporter is field 1075 of Chromium's
/// `base/tracing/protos/chrome_track_event.proto`, and was field 32 of a track event before.
struct ChromeTrackEvents {
  /// What of a packet tells of track events.
  struct Packet {
    var time: Int64?
    var clock: UInt64?
    var sequence: Int64 = 0
    var flags: UInt64 = 0
    var interned: ProtobufFields.Bytes?
    var defaults: ProtobufFields.Bytes?
    var event: ProtobufFields.Bytes?
    var snapshot: ProtobufFields.Bytes?
    var descriptor: ProtobufFields.Bytes?
  }

  private struct Track {
    var parent: UInt64?
    var process: Int64?
  }

  private struct Writer {
    var names: [UInt64: String] = [:]
    var clock: UInt64?
    var track: UInt64 = 0
    var clocks: [UInt64: WriterClock] = [:]
  }

  private struct Event {
    var name: String
    var time: Int64
    var isBegin: Bool
    var track: UInt64
    var reporter: TraceEvent.Reporter?
  }

  /// The most events that are kept.
  private static var limit: Int { 2 * FrameLimit.frames }
  /// The most names and tracks that are kept.
  private static let nameLimit = 1_000_000

  private var writers: [Int64: Writer] = [:]
  private var tracks: [UInt64: Track] = [:]
  private var processNames: [Int64: String] = [:]
  /// For each track the names of the slices that are open on it.
  private var open: [UInt64: [String]] = [:]
  private var events: [Event] = []
  private var nameCount = 0
  private var cut = 0
  private var unclocked = 0

  /// Whether there is a reporter.
  var hasFrames: Bool { events.contains { $0.name == "PipelineReporter" } }

  // MARK: Packets

  /// Takes a packet.
  ///
  /// - Throws: `ProtobufFields.Malformed` for bytes that are no message.
  mutating func take(_ packet: Packet) throws(ProtobufFields.Malformed) {
    // SEQ_INCREMENTAL_STATE_CLEARED: names and defaults begin anew.
    if packet.flags & 1 != 0 { writers[packet.sequence] = Writer() }
    if let defaults = packet.defaults { try takeDefaults(defaults, packet.sequence) }
    if let interned = packet.interned { try takeNames(interned, packet.sequence) }
    if let snapshot = packet.snapshot { try takeClocks(snapshot, packet.sequence) }
    if let descriptor = packet.descriptor { try takeTrack(descriptor) }
    // Increments add up over all of a writer's packets.
    let time = packet.time.flatMap { machineTime($0, packet) }
    if let event = packet.event, packet.time != nil { try takeEvent(event, time, packet) }
  }

  /// A packet's time on a clock of the machine; nil on one of its writer's own that no snapshot tells of.
  private mutating func machineTime(_ time: Int64, _ packet: Packet) -> Int64? {
    let clock = packet.clock ?? writers[packet.sequence]?.clock ?? 6
    guard clock >= WriterClock.first else { return time }
    return writers[packet.sequence]?.clocks[clock]?.machineTime(time)
  }

  private mutating func takeClocks(
    _ bytes: ProtobufFields.Bytes,
    _ sequence: Int64
  ) throws(ProtobufFields.Malformed) {
    for (id, clock) in try WriterClock.clocks(of: bytes) {
      writers[sequence, default: Writer()].clocks[id] = clock
    }
  }

  private mutating func takeDefaults(
    _ bytes: ProtobufFields.Bytes,
    _ sequence: Int64
  ) throws(ProtobufFields.Malformed) {
    var fields = ProtobufFields(bytes)
    while let (number, value) = try fields.next() {
      switch (number, value) {
      case (58, .number(let clock)): writers[sequence, default: Writer()].clock = clock
      case (11, .bytes(let event)):
        var own = ProtobufFields(event)
        while let (number, value) = try own.next() {
          if number == 11, case .number(let track) = value {
            writers[sequence, default: Writer()].track = track
          }
        }
      default: break
      }
    }
  }

  private mutating func takeNames(
    _ bytes: ProtobufFields.Bytes,
    _ sequence: Int64
  ) throws(ProtobufFields.Malformed) {
    var fields = ProtobufFields(bytes)
    while let (number, value) = try fields.next() {
      guard number == 2, case .bytes(let entry) = value, nameCount < Self.nameLimit else {
        continue
      }
      var (id, name): (UInt64?, String?) = (nil, nil)
      var own = ProtobufFields(entry)
      while let (number, value) = try own.next() {
        if number == 1, case .number(let number) = value { id = number }
        if number == 2 { name = value.text }
      }
      guard let id, let name else { continue }
      nameCount += 1
      writers[sequence, default: Writer()].names[id] = name
    }
  }

  private mutating func takeTrack(
    _ bytes: ProtobufFields.Bytes
  ) throws(ProtobufFields.Malformed) {
    var (id, track): (UInt64?, Track) = (nil, Track())
    var kind: Int64?
    var name: String?
    var fields = ProtobufFields(bytes)
    while let (number, value) = try fields.next() {
      switch (number, value) {
      case (1, .number(let number)): id = number
      case (5, .number(let number)): track.parent = number
      case (3, .bytes(let process)):
        var own = ProtobufFields(process)
        while let (number, value) = try own.next() {
          if number == 1 { track.process = value.signed }
          if number == 6 { name = value.text }
        }
      case (4, .bytes(let thread)):
        var own = ProtobufFields(thread)
        while let (number, value) = try own.next() {
          if number == 1 { track.process = value.signed }
        }
      case (6, .bytes(let chrome)):
        var own = ProtobufFields(chrome)
        while let (number, value) = try own.next() { if number == 1 { kind = value.signed } }
      default: break
      }
    }
    guard let id, tracks.count < Self.nameLimit else { return }
    tracks[id] = track
    // ChromeProcessDescriptor.ProcessType, as JSON traces name them.
    let kinds: [Int64: String] = [1: "Browser", 2: "Renderer", 6: "GPU Process"]
    if let process = track.process, let name = name ?? kind.flatMap({ kinds[$0] }) {
      processNames[process] = name
    }
  }

  private mutating func takeEvent(
    _ bytes: ProtobufFields.Bytes,
    _ time: Int64?,
    _ packet: Packet
  ) throws(ProtobufFields.Malformed) {
    let writer = writers[packet.sequence]
    var (kind, track): (UInt64, UInt64) = (0, writer?.track ?? 0)
    var name: String?
    var reporter: ProtobufFields.Bytes?
    var fields = ProtobufFields(bytes)
    while let (number, value) = try fields.next() {
      switch (number, value) {
      case (9, .number(let number)): kind = number
      case (10, .number(let id)): name = writer?.names[id]
      case (11, .number(let number)): track = number
      case (23, .bytes(let text)): name = text.text
      case (1075, .bytes(let bytes)), (32, .bytes(let bytes)): reporter = bytes
      default: break
      }
    }
    // TYPE_SLICE_BEGIN and TYPE_SLICE_END.
    guard kind == 1 || kind == 2 else { return }
    if kind == 1 {
      open[track, default: []].append(name ?? "")
    } else {
      name = open[track]?.popLast()
    }
    guard let name, ChromeFrames.isStage(name) else { return }
    guard let time else {
      unclocked += 1
      return
    }
    guard events.count < Self.limit else {
      cut += 1
      return
    }
    let info = try reporter.map { bytes throws(ProtobufFields.Malformed) in
      try TraceEvent.Reporter(bytes)
    }
    events.append(
      Event(name: name, time: time, isBegin: kind == 1, track: track, reporter: info)
    )
  }

  // MARK: Frames

  /// The frames of the events; to be called once, after the last packet.
  mutating func frames(_ counts: inout RowCounts) -> ChromeFrames {
    counts.leaveOut("track events on a clock of their writer's own", count: unclocked)
    counts.beyond += cut
    var frames = ChromeFrames()
    for (process, name) in processNames {
      frames.take(
        TraceEvent(
          name: "process_name",
          phase: "M",
          process: process,
          arguments: .init(name: name)
        ),
        0
      )
    }
    for (place, event) in events.enumerated() {
      frames.take(
        TraceEvent(
          name: event.name,
          phase: event.isBegin ? "b" : "e",
          time: Double(event.time) / 1e3,
          process: process(of: event.track),
          id: "\(event.track)",
          arguments: event.reporter.map { .init(reporter: $0) }
        ),
        place + 1
      )
    }
    events = []
    return frames
  }

  /// The process of a track or of the nearest above it; 0 where none says so.
  private func process(of track: UInt64) -> Int64 {
    var next: UInt64? = track
    // A chain is short; one that bites its tail ends too.
    for _ in 0..<16 {
      guard let id = next, let track = tracks[id] else { return 0 }
      if let process = track.process { return process }
      next = track.parent
    }
    return 0
  }
}

extension TraceEvent.Reporter {
  /// Reads the message `FrameReporter` (`ChromeFrameReporter` in older traces).
  ///
  /// - Throws: `ProtobufFields.Malformed` for bytes that are no message.
  init(_ bytes: ProtobufFields.Bytes) throws(ProtobufFields.Malformed) {
    self.init(termination: "")
    var fields = ProtobufFields(bytes)
    while let (number, value) = try fields.next() {
      guard let value = value.signed else { continue }
      switch number {
      case 1: state = Int(exactly: value).flatMap(State.init)
      case 3: source = value
      case 4: sequence = value
      case 5: affectsSmoothness = value != 0
      case 11: layerTree = value
      case 13: isForked = value == 0
      default: break
      }
    }
  }
}
