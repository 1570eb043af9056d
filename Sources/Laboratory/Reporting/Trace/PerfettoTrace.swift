import FramePacing
import Records
import Timebase

/// A run as a Perfetto trace: a process a cell, with the expected and the actual frame timeline, the
/// engine's phases as slices, counters, and a track for each stream. Times are nanoseconds of screen
/// time.
///
/// A late frame has the jank type *app deadline missed* when it lost vsyncs, and *buffer stuffing* when
/// it only waited for the one before; a tick that a late frame swallowed is *dropped*. A counter has a
/// value where it changes. Packets are packed by zlib.
package struct PerfettoTrace {
  private typealias Schema = TraceSchema
  private var packets = PacketPacker()
  private var cookie: Int64 = 0
  private var isBegun = false

  /// Makes the trace's bytes.
  ///
  /// - Complexity: O(frames + rows of the screen), some 350 bytes a frame, packed to a tenth.
  package static func bytes(of run: RunRecord) -> [UInt8] {
    var trace = PerfettoTrace()
    let hasDevices = Set(run.cells.map(\.device)).count > 1
    for (index, cell) in run.cells.enumerated() {
      trace.add(
        cell,
        process: index + 1,
        name: PlayerContent.words(of: cell, hasDevices: hasDevices)
      )
    }
    return trace.packets.finish()
  }

  private mutating func packet(at instant: Instant? = nil, _ fill: (inout ProtobufWriter) -> Void) {
    var packet = ProtobufWriter()
    if let instant { packet.add(Schema.Packet.timestamp, instant.nanoseconds) }
    packet.add(Schema.Packet.sequence, 1)
    if !isBegun { packet.add(Schema.Packet.sequenceFlags, Schema.Packet.isCleared) }
    isBegun = true
    fill(&packet)
    packets.add(packet)
  }

  // MARK: Tracks

  /// The number of a cell's track: tracks of a cell lie together.
  private static func uuid(_ process: Int, _ track: Int) -> UInt64 {
    UInt64(process) << 32 | UInt64(track)
  }

  private mutating func track(
    _ process: Int,
    _ number: Int,
    _ name: String,
    unit: String? = nil,
    isCounter: Bool = false
  ) {
    var track = ProtobufWriter()
    track.add(Schema.Track.uuid, unsigned: Self.uuid(process, number))
    track.add(Schema.Track.name, name)
    if number == 0 {
      var descriptor = ProtobufWriter()
      descriptor.add(Schema.Track.processID, process)
      descriptor.add(Schema.Track.processName, name)
      track.add(Schema.Track.process, descriptor)
    } else {
      track.add(Schema.Track.parent, unsigned: Self.uuid(process, 0))
    }
    if isCounter {
      var counter = ProtobufWriter()
      if let unit { counter.add(Schema.Track.unitName, unit) }
      track.add(Schema.Track.counter, counter)
    }
    packet { $0.add(Schema.Packet.trackDescriptor, track) }
  }

  private mutating func slice(
    _ process: Int,
    _ track: Int,
    _ name: String,
    from start: Instant,
    to end: Instant,
    _ notes: [(String, Int)] = []
  ) {
    begin(process, track, name, at: start, notes)
    self.end(process, track, at: end)
  }

  private mutating func begin(
    _ process: Int,
    _ track: Int,
    _ name: String,
    at instant: Instant,
    _ notes: [(String, Int)] = []
  ) {
    var event = ProtobufWriter()
    for (name, value) in notes {
      var note = ProtobufWriter()
      note.add(Schema.Event.annotationName, name)
      note.add(Schema.Event.annotationValue, value)
      event.add(Schema.Event.annotation, note)
    }
    event.add(Schema.Event.type, Schema.Event.sliceBegin)
    event.add(Schema.Event.track, unsigned: Self.uuid(process, track))
    event.add(Schema.Event.name, name)
    packet(at: instant) { $0.add(Schema.Packet.trackEvent, event) }
  }

  private mutating func end(_ process: Int, _ track: Int, at instant: Instant) {
    var event = ProtobufWriter()
    event.add(Schema.Event.type, Schema.Event.sliceEnd)
    event.add(Schema.Event.track, unsigned: Self.uuid(process, track))
    packet(at: instant) { $0.add(Schema.Packet.trackEvent, event) }
  }

  private mutating func count(_ process: Int, _ track: Int, _ value: Int, at instant: Instant) {
    var event = ProtobufWriter()
    event.add(Schema.Event.type, Schema.Event.counter)
    event.add(Schema.Event.track, unsigned: Self.uuid(process, track))
    event.add(Schema.Event.counterValue, value)
    packet(at: instant) { $0.add(Schema.Packet.trackEvent, event) }
  }

  // MARK: A cell

  /// What the counters show, in the order of their tracks.
  private static let counters: [(name: String, value: @Sendable (FrameRecord) -> Int?)] = [
    ("backlog, chunks", { $0.backlogChunks }),
    ("pool, fades", { $0.fades }),
    ("cache, look-ups", { $0.contents.lookups }),
    ("cache, blocks measured", { $0.contents.blocks }),
    ("allocations", { $0.allocations?.count }),
  ]
  private static let engineTrack = 1
  private static let firstCounter = 2

  private mutating func add(_ cell: CellRecord, process: Int, name: String) {
    track(process, 0, name)
    track(process, Self.engineTrack, "engine")
    for (index, counter) in Self.counters.enumerated() {
      track(process, Self.firstCounter + index, counter.name, isCounter: true)
    }
    let rate = cell.grid
    var last = Array(repeating: Int?.none, count: Self.counters.count)
    for frame in cell.frames {
      addTimeline(of: frame, in: cell, process: process, rate: rate)
      if frame.isSwallowed { continue }
      addPhases(of: frame, process: process)
      for (index, counter) in Self.counters.enumerated() {
        guard let value = counter.value(frame), value != last[index] else { continue }
        last[index] = value
        count(process, Self.firstCounter + index, value, at: frame.instant)
      }
    }
    addStreams(of: cell, process: process)
  }

  private mutating func addTimeline(
    of frame: FrameRecord,
    in cell: CellRecord,
    process: Int,
    rate: TickGrid
  ) {
    let due = rate.instant(ofTick: frame.tick + 1 + cell.depth)
    var body = ProtobufWriter()
    body.add(Schema.Frame.token, frame.tick)
    body.add(Schema.Frame.displayToken, frame.tick)
    body.add(Schema.Frame.process, process)
    body.add(Schema.Frame.layer, cell.profile)
    addSpan(Schema.Frame.expectedSurface, body, from: frame.instant, to: due)
    let start =
      frame.isSwallowed
      ? frame.instant
      : Instant(
        nanoseconds: frame.end.nanoseconds - frame.cost.engine.rawValue - frame.cost.stall.rawValue
      )
    let isLate = !frame.isOnTime
    body.add(
      Schema.Frame.present,
      frame.isSwallowed
        ? Schema.Frame.presentDropped
        : isLate ? Schema.Frame.presentLate : Schema.Frame.presentOnTime
    )
    body.add(Schema.Frame.isOnTime, !frame.isSwallowed && !isLate)
    body.add(
      Schema.Frame.jank,
      frame.isSwallowed
        ? Schema.Frame.jankDropped
        : frame.lostVsyncs > 0
          ? Schema.Frame.jankDeadlineMissed
          : isLate ? Schema.Frame.jankBufferStuffing : Schema.Frame.jankNone
    )
    body.add(Schema.Frame.prediction, Schema.Frame.predictionValid)
    addSpan(
      Schema.Frame.actualSurface,
      body,
      from: start,
      to: frame.isSwallowed ? due : frame.presented
    )
  }

  private mutating func addSpan(
    _ kind: Int,
    _ body: ProtobufWriter,
    from start: Instant,
    to end: Instant
  ) {
    cookie += 1
    var first = ProtobufWriter()
    first.add(Schema.Frame.cookie, cookie)
    first.append(body)
    var last = ProtobufWriter()
    last.add(Schema.Frame.cookie, cookie)
    for (instant, field, message) in [(start, kind, first), (end, Schema.Frame.end, last)] {
      var event = ProtobufWriter()
      event.add(field, message)
      packet(at: instant) { $0.add(Schema.Packet.frameTimeline, event) }
    }
  }

  private mutating func addPhases(of frame: FrameRecord, process: Int) {
    let work = frame.cost.engine.rawValue + frame.cost.stall.rawValue
    var instant = Instant(nanoseconds: frame.end.nanoseconds - work)
    let contents = frame.contents
    begin(
      process,
      Self.engineTrack,
      "frame",
      at: instant,
      [
        ("tick", frame.tick), ("events", contents.events), ("tokens", contents.tokens),
        ("blocks", contents.blocks), ("glyphs", contents.glyphs),
      ].filter { $0.0 == "tick" || $0.1 != 0 }
    )
    for phase in Phase.allCases where frame.cost[phase] > .zero {
      let end = instant + frame.cost[phase]
      slice(process, Self.engineTrack, phase.name, from: instant, to: end)
      instant = end
    }
    if frame.cost.stall > .zero {
      let end = instant + frame.cost.stall
      slice(process, Self.engineTrack, "host's stall", from: instant, to: end)
    }
    end(process, Self.engineTrack, at: frame.end)
  }

  // MARK: Streams

  private struct StreamKey: Hashable {
    var window: String
    var id: String
  }

  /// A slice for each stretch in which a stream is shown, on a track of its own, and how many scalars
  /// are released.
  private mutating func addStreams(of cell: CellRecord, process: Int) {
    let rate = cell.grid
    var keys: [StreamKey] = []
    var spans: [StreamKey: ClosedRange<Int>] = [:]
    var released: [StreamKey: [(tick: Int, count: Int)]] = [:]
    cell.screen.forEachRow { row in
      for stream in row.streams {
        let key = StreamKey(window: row.window, id: stream.id)
        if spans[key] == nil { keys.append(key) }
        spans[key] = (spans[key]?.lowerBound ?? row.tick)...row.tick
        if released[key]?.last?.count != stream.releasedScalars {
          released[key, default: []].append((row.tick, stream.releasedScalars))
        }
      }
    }
    let hasWindows = cell.screen.windowNames.count > 1
    for (index, key) in keys.enumerated() {
      guard let span = spans[key] else { continue }
      let number = Self.firstCounter + Self.counters.count + 2 * index
      let name = "stream " + (hasWindows ? "\(key.window), \(key.id)" : key.id)
      track(process, number, name)
      track(process, number + 1, name + ", released", unit: "scalars", isCounter: true)
      slice(
        process,
        number,
        key.id,
        from: rate.instant(ofTick: span.lowerBound),
        to: rate.instant(ofTick: span.upperBound + 1)
      )
      for (tick, count) in released[key] ?? [] {
        self.count(process, number + 1, count, at: rate.instant(ofTick: tick))
      }
    }
  }
}
