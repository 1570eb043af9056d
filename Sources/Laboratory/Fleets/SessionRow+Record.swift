import FrameMetrics
import Records
import Timebase

extension SessionRow {
  /// The metrics that a row of a recording is made of.
  package static let metrics: Set<Metric> = [
    .hitchRatioAnimating, .hitchRatioRecording, .animatingTime, .recordingTime, .longestHitch,
    .lateFrames, .tokenLegible, .tokenVisible,
  ]
  /// The most characters of a key or a name.
  private static let longestText = 200
  /// Pictures further apart than this belong to two animations.
  private static let bridge = Nanoseconds.milliseconds(100)

  /// Makes the row of a recording, a driven page or a run.
  ///
  /// - Parameters:
  ///   - cell: The record, with its frames.
  ///   - file: The file that it was recorded in; nil for what was run or driven here.
  ///   - ordinal: Which of the file's sessions it is, from 0.
  ///   - tags: Keys that the record does not tell.
  /// - Complexity: O(frames).
  package init(
    of cell: CellRecord,
    in file: RecordedFile? = nil,
    ordinal: Int = 0,
    tags: [SessionKey: String] = [:]
  ) {
    self.init()
    if let recording = cell.recording {
      takeKeys(of: recording, cell, file)
      let timeline = recording.timeline
      hitchRatio = Self.figure(
        cell.metrics.value(of: .hitchRatioAnimating).flatMap { $0.value == nil ? nil : $0 }
          ?? cell.metrics.value(of: .hitchRatioRecording),
        scale: 1e6
      )
      let time = Self.figure(
        cell.metrics.value(of: .animatingTime) ?? cell.metrics.value(of: .recordingTime),
        scale: 1e6
      )
      (animating, leastAnimating) = (time?.value, time?.low)
      if !timeline.frames.isEmpty {
        take(timeline, hasWork: Self.tells(.work, recording))
      }
      longest =
        Self.figure(cell.metrics.value(of: .longestHitch), scale: 1e6)
        ?? longestInterval(recording)
      part = Self.part(of: recording, file)
      if !recording.digest.isEmpty { digest = Self.digest("\(recording.digest):\(ordinal)") }
    } else {
      takeKeys(of: cell)
      hitchRatio = Self.figure(cell.metrics.value(of: .hitchRatio), scale: 1e6)
      animating = Self.nanoseconds(cell.metrics.value(of: .interactionTime))
      take(cell.timeline, hasWork: true)
      longest = Self.figure(cell.metrics.value(of: .longestHitch), scale: 1e6)
    }
    late = cell.metrics.value(of: .lateFrames)?.value.map { Int64($0.rounded()) }
    textWait = Self.figure(
      [Metric.tokenLegible, .tokenVisible].lazy
        .compactMap { cell.metrics.value(of: $0, .max) }.first { $0.value != nil },
      scale: 1e6
    )
    if let ratio = hitchRatio?.value, let animating {
      hitchTime = Int64((Double(ratio) * Double(animating) / 1e9).rounded())
    }
    for (key, value) in tags { keys[key] = value }
    for (key, value) in keys { keys[key] = Self.clean(value) }
    session = Self.clean(session)
    // A simulation that is run again is the same session; so is all that has the same row.
    if cell.recording == nil {
      digest = Self.digest(fields.map { $0 ?? "" }.joined(separator: "\n"))
    }
  }

  /// Makes the row of a recording that could not be read: nothing is known of it but that there is one.
  package init(unread path: String, digest: String?, tags: [SessionKey: String]) {
    self.init()
    part = .unread
    session = Self.clean(path)
    for (key, value) in tags { keys[key] = Self.clean(value) }
    if let digest { self.digest = Self.digest("\(digest):unread") }
  }

  // MARK: Keys

  private mutating func takeKeys(of recording: Recording, _ cell: CellRecord, _ file: RecordedFile?)
  {
    keys[.app] = file?.app
    keys[.version] = file?.version
    keys[.device] = cell.device
    keys[.rate] = recording.hertz.map { "\(Int64(min(1e6, $0).rounded()))" }
    keys[.format] = recording.format
    if recording.isDay {
      keys[.day] = Self.day(in: recording.session)
      if recording.commonName.hasPrefix("state ") {
        keys[.state] = String(recording.commonName.dropFirst("state ".count))
      }
      if recording.session.hasPrefix("version ") {
        let name = recording.session.dropFirst("version ".count).prefix { $0 != "," }
        keys[.version] = keys[.version] ?? String(name)
      }
    }
    session = cell.scenario
  }

  private mutating func takeKeys(of cell: CellRecord) {
    keys = [
      .app: cell.profile, .device: cell.device, .rate: "\(cell.refreshHertz)",
      .state: cell.scenario, .format: "run",
    ]
    session = "\(cell.scenario).\(cell.profile).\(cell.device).\(cell.refreshHertz).\(cell.seed)"
  }

  /// The first date in a name, as `2026-11-30`; nil without one.
  private static func day(in name: String) -> String? {
    let bytes = Array(name.utf8)
    guard bytes.count >= 10 else { return nil }
    for start in 0...(bytes.count - 10) {
      let part = bytes[start..<start + 10]
      let isDate = part.enumerated().allSatisfy { index, byte in
        index == 4 || index == 7 ? byte == 0x2D : 0x30...0x39 ~= byte
      }
      if isDate { return String(decoding: part, as: UTF8.self) }
    }
    return nil
  }

  /// One line, and not as long as it may be.
  private static func clean(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(longestText).map { scalar in
      scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value ? " " : Character(scalar)
    }
    return String(shown)
  }

  /// FNV-1a of 64 bits as 16 hexadecimal digits.
  static func digest(_ text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  // MARK: Figures

  /// A figure as a whole number of the unit that is 1/`scale` of the metric's; nil where it is not known.
  private static func figure(_ value: MetricValue?, scale: Double) -> SessionFigure? {
    guard let value, let number = value.value, number.isFinite else { return nil }
    func whole(_ number: Double) -> Int64 { Int64(min(1e15, max(0, number * scale)).rounded()) }
    return SessionFigure(
      whole(number),
      low: value.isRange ? value.low.map(whole) : nil,
      quality: value.quality
    )
  }

  private static func nanoseconds(_ value: MetricValue?) -> Int64? {
    figure(value, scale: 1e6)?.value
  }

  private static func tells(_ subject: Metric.Subject, _ recording: Recording) -> Bool {
    recording.support.contains { $0.subject == subject && $0.grade != .absent }
  }

  private static func part(of recording: Recording, _ file: RecordedFile?) -> SessionPart {
    if recording.evidence.bystander != nil { return .bystander }
    if recording.evidence.isTooSmall { return .short }
    return file?.cut != nil || recording.contradiction != nil || recording.evidence.open != nil
      ? .cut : .whole
  }

  /// Takes what follows from the frames.
  private mutating func take(_ timeline: FrameTimeline, hasWork: Bool) {
    frames = Int64(timeline.frames.times.count { !$0.isSwallowed })
    var last: Instant?
    for judgement in timeline.judged() {
      if let last {
        let interval = judgement.presented - last
        if judgement.isContinued || interval <= Self.bridge { intervals.add(interval.rawValue) }
      }
      last = judgement.presented
      if let hitch = judgement.hitchMilliseconds, hitch > 1e-6 {
        hitches.add(Int64((hitch * 1e6).rounded()))
      }
    }
    guard hasWork else { return }
    var sum: Int64?
    for index in timeline.frames.indices {
      guard let work = timeline.frames.work(at: index)?.engine.rawValue else { continue }
      sum = (sum ?? 0) + max(0, work)
      works.add(work)
    }
    work = sum.map { SessionFigure($0) }
  }

  /// The longest time between two pictures, where nobody knows when they were due: at least 0, since nothing may have
  /// been wanted meanwhile, unless somebody says that gaps were stalls.
  private func longestInterval(_ recording: Recording) -> SessionFigure? {
    guard recording.hasInstants, Self.tells(.intervals, recording) else { return nil }
    var (longest, last) = (Nanoseconds.zero, Instant?.none)
    for frame in recording.timeline.frames.times {
      guard let shown = frame.presented else { continue }
      if let last { longest = max(longest, shown - last) }
      last = shown
    }
    guard longest > .zero else { return nil }
    let isKnown = recording.gapCount == 0 || recording.gapsTakenAs == "stall"
    return SessionFigure(
      longest.rawValue,
      low: isKnown ? nil : 0,
      quality: isKnown ? .approximate : .approximateRange
    )
  }
}
