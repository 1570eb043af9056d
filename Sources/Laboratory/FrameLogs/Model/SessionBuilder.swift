import FrameMetrics
import FramePacing
import Records
import Timebase

/// Gathers the frames of one session in the file's own time, and makes a session of them.
struct SessionBuilder {
  /// What tells it apart.
  var name: String
  /// The frames, their instants as the file has them, in nanoseconds.
  var frames: FrameList = []
  /// What each frame is called in the file.
  var labels: [Int64] = []
  var labelName = "line"
  var phaseNames: [String] = []
  var support = LogSupport()
  /// When each frame was really shown, where the frames' fates are deadlines; empty without.
  var shown: [Instant?] = []
  /// The refresh period that each frame was promised; empty without.
  var periods: [Nanoseconds] = []
  /// The display's one refresh period; nil where it is unknown or changes.
  var period: Nanoseconds?
  /// The finest distance of two pictures; nil to find it from the periods.
  var step: Nanoseconds?
  var given: [MetricValue] = []
  var toolFigures: [LogSession.ToolFigure] = []
  var stalls: [LogSession.Stall]?
  /// What the app told of.
  var told: [Recording.Told] = []
  var recording: Nanoseconds?
  var screen: ScreenSamples?
  var text: TextSamples?
  /// For each frame the picture before, where the file does not tell whether the time between was idle
  /// or a stall; empty without such.
  var gapStarts: [Instant?] = []
  /// How far apart pictures usually are, where that is not the refresh period; nil for that.
  var usualInterval: Nanoseconds?
  /// For each frame up to the last that has it, whether the file says that nothing was wanted just before.
  var idleBefore: [Bool] = []
  /// For each frame up to the last that has it, whether the file itself calls it late or janky.
  var ownLate: [Bool] = []
  /// How many frames the file's own counts call janky at least, where rows do not say which.
  var ownLateCount = 0
  /// Why nothing is kept although the figures would keep it; nil where nothing stands against them.
  var open: String?
  /// Whether somebody says what the display's rate is: the caller, or the file.
  var isRateStated = false
  var assumption: String?
  /// The rate that is assumed, or why none is; nil to look at the options and the intervals.
  var rate: Result<AssumedRate, AssumedRate.Refusal>?
  var notes: [String] = []
  var bystander: String?
  /// Whether the frames' instants are of the file.
  var hasInstants = true

  init(name: String) { self.name = name }

  mutating func add(_ frame: FrameTimeline.Frame, label: Int) {
    frames.append(frame)
    labels.append(Int64(label))
  }

  /// Adds a frame of the row in `line`, or refuses that row where the frame cannot be true.
  ///
  /// - Parameter label: What the frame is called; nil for the line.
  /// - Returns: Whether it was added.
  @discardableResult
  mutating func add(
    _ frame: FrameTimeline.Frame,
    of line: Int,
    label: Int? = nil,
    orRefuseIn counts: inout RowCounts
  ) -> Bool {
    if let doubt = Self.doubt(about: frame) {
      counts.refuse(line: line, doubt)
      return false
    }
    add(frame, label: label ?? line)
    return true
  }

  /// Adds a time in which the app's main thread was busy.
  mutating func addStall(at start: Instant, _ length: Nanoseconds) {
    stalls?.append(.init(start: start, length: length))
  }

  /// Says of the last frame that the file itself calls it late or janky.
  mutating func markLate() {
    ownLate += Array(repeating: false, count: max(0, frames.count - ownLate.count))
    ownLate[frames.count - 1] = true
  }

  /// Makes the session; nil when no frame is left.
  mutating func session(_ options: LogOptions, _ rows: inout RowCounts) -> LogSession? {
    sort()
    refuseStrays(&rows)
    refuseContradicted(&rows)
    clip(options, &rows)
    guard !frames.isEmpty else { return nil }
    let (grid, origin) = self.grid()
    let shift = origin.nanoseconds
    func moved(_ instant: Instant) -> Instant {
      Instant(nanoseconds: instant.nanoseconds &- shift)
    }
    frames.shift(by: shift)
    for index in gapStarts.indices { gapStarts[index] = gapStarts[index].map(moved) }
    var timeline = FrameTimeline(
      grid: grid.shifted(by: shift),
      phaseNames: phaseNames,
      assumption: assumption
    )
    timeline.frames = frames
    timeline.stale = stale
    let gaps = gaps
    var stalled: FrameTimeline?
    if !gaps.isEmpty, options.gaps != .idle {
      var frames = timeline
      frames.frames = framesIfStalled(on: timeline.grid)
      if options.gaps == .stall { timeline = frames } else { stalled = frames }
    }
    var session = LogSession(name: name, timeline: timeline, support: support)
    session.unknownGaps = gaps
    session.gapReading = gaps.isEmpty ? nil : options.gaps
    session.stalled = stalled
    session.labels = labels
    session.labelName = labelName
    session.given = given
    session.toolFigures = toolFigures
    session.recording = recording ?? options.recording
    (session.screen, session.text) = (screen, text)
    session.notes = notes
    session.bystander = bystander
    session.hasInstants = hasInstants
    // A few frames mislead nobody; dates have lines.
    if hasInstants, (50_000_000..<100_000_000_000_000_000).contains(shift) {
      session.origin = origin
    }
    session.open = open ?? rateContradiction
    session.ownLate = max(ownLateCount, ownLate.count { $0 })
    session.stalls = stalls?.map { .init(start: moved($0.start), length: $0.length) }
      .sorted { $0.start < $1.start }
    session.moments = ((screen?.faults ?? []) + (text?.moments ?? [])).map { fault in
      var fault = fault
      fault.instant = moved(fault.instant)
      return fault
    }
    session.told = told.map { .init($0.name, at: moved($0.instant)) }
      .sorted { $0.instant < $1.instant }
    if !shown.isEmpty { session.pictures = pictures(grid.shifted(by: shift), shift) }
    if session.recording != nil { session.support[.recording] = .exact }
    return session
  }

  /// Until when the last picture stayed although frames were wanted, where a recording ends with frames that
  /// were never shown: each owes one period.
  private var stale: Instant? {
    guard let last = frames.last, last.presented == nil, let promised = last.promised else {
      return nil
    }
    return promised + (period ?? periods.last ?? usualInterval ?? .zero)
  }

  /// The frames as pictures alone.
  private func pictures(_ grid: FrameTimeline.Grid, _ shift: Int64) -> FrameTimeline {
    let pictures = zip(frames.times, shown).compactMap { frame, shown -> FrameTimeline.Frame? in
      guard let shown else { return nil }
      let instant = Instant(nanoseconds: shown.nanoseconds &- shift)
      return FrameTimeline.Frame(wanted: frame.wanted, promised: nil, fate: .presented(instant))
    }
    return FrameTimeline(grid: grid, frames: pictures)
  }

  // MARK: Order and limits

  /// Puts the frames in the order in which they were wanted.
  mutating func sort() {
    let isSorted = zip(frames.times, frames.times.dropFirst()).allSatisfy { $0.wanted <= $1.wanted }
    if isSorted { return }
    keep(
      frames.indices.sorted { (frames[times: $0].wanted, $0) < (frames[times: $1].wanted, $1) }
    )
  }

  /// Keeps the frames with these indices, in this order.
  mutating func keep(_ order: [Int]) {
    func kept<Element>(_ values: [Element]) -> [Element] {
      values.count == frames.count ? order.map { values[$0] } : values
    }
    let (labels, shown, periods) = (kept(labels), kept(shown), kept(periods))
    if order.count < frames.count { (screen, text) = (nil, nil) }
    gapStarts = kept(gapStarts)
    // Those marks reach to the last frame that has one.
    func marks(_ values: [Bool]) -> [Bool] {
      values.isEmpty ? [] : order.map { $0 < values.count && values[$0] }
    }
    (ownLate, idleBefore) = (marks(ownLate), marks(idleBefore))
    frames = FrameList(order.lazy.map { [frames] in frames[$0] })
    (self.labels, self.shown, self.periods) = (labels, shown, periods)
  }

  /// Refuses frames whose time lies days away from the one in the middle.
  private mutating func refuseStrays(_ rows: inout RowCounts) {
    guard let first = frames.first, let last = frames.last else { return }
    let whole = last.wanted.nanoseconds.subtractingReportingOverflow(first.wanted.nanoseconds)
    if !whole.overflow, whole.partialValue <= FrameLimit.span { return }
    let middle = frames[times: frames.count / 2].wanted.nanoseconds
    var order: [Int] = []
    for (index, frame) in frames.times.enumerated() {
      let distance = frame.wanted.nanoseconds.subtractingReportingOverflow(middle)
      if !distance.overflow, distance.partialValue.magnitude <= UInt64(FrameLimit.span) / 2 {
        order.append(index)
      } else {
        let line = index < labels.count ? Int(labels[index]) : index + 1
        rows.refuse(
          line: line,
          "a time of \(frame.wanted.nanoseconds) ns among others at \(middle)"
        )
      }
    }
    keep(order)
  }

  private mutating func clip(_ options: LogOptions, _ rows: inout RowCounts) {
    guard options.from != nil || options.to != nil, let first = frames.first?.wanted else { return }
    guard hasInstants else {
      notes.append("--from and --to were not used: the file does not tell when frames were")
      return
    }
    let start = options.from.map { first + $0 } ?? .distantPast
    let end = options.to.map { first + $0 } ?? .distantFuture
    let order = frames.indices.filter {
      frames[times: $0].wanted >= start && frames[times: $0].wanted < end
    }
    rows.leaveOut("outside the time that --from and --to name", count: frames.count - order.count)
    if order.count < frames.count {
      notes.append("figures of the format's own tool are of the whole file")
    }
    keep(order)
    stalls?.removeAll { $0.start < start || $0.start >= end }
    told.removeAll { $0.instant < start || $0.instant >= end }
    recording = nil
  }

  // MARK: The display

  /// When the display can change its picture, and the instant from which time counts.
  private func grid() -> (FrameTimeline.Grid, origin: Instant) {
    let first = frames[times: 0].wanted
    let changes = rateChanges
    if let period = period ?? (changes.count == 1 ? changes.first?.period : nil) {
      return fixedGrid(of: period) ?? (
        .variable(step: period, rates: [.init(from: first, period: period)]), first
      )
    }
    guard !changes.isEmpty else { return (.unknown, first) }
    let periods = changes.map(\.period.rawValue)
    return (.variable(step: step ?? Self.step(of: periods), rates: changes), first)
  }

  /// The refresh periods in force, from when on each.
  private var rateChanges: [FrameTimeline.RateInForce] {
    guard periods.count == frames.count else { return [] }
    var changes: [FrameTimeline.RateInForce] = []
    for (frame, period) in zip(frames.times, periods) where period > .zero {
      if let last = changes.last?.period.rawValue,
        abs(Double(period.rawValue - last)) < 0.03 * Double(last)
      {
        continue
      }
      changes.append(.init(from: frame.promised ?? frame.wanted, period: period))
    }
    return changes
  }

  /// The finest distance of pictures of which all periods are multiples, down to a quarter of the
  /// shortest: an adaptive display ticks finer than its highest rate.
  static func step(of periods: [Int64]) -> Nanoseconds {
    guard let least = periods.min() else { return .zero }
    for part in 1...4 {
      let step = Double(least) / Double(part)
      let fits = periods.allSatisfy { period in
        let multiples = Double(period) / step
        return abs(multiples - multiples.rounded()) < 0.08 * multiples.rounded()
      }
      if fits { return Nanoseconds(rawValue: Int64(step)) }
    }
    return Nanoseconds(rawValue: least)
  }

  /// A display of one whole rate, if the frames keep to its ticks; real ones often drift from them.
  private func fixedGrid(of period: Nanoseconds) -> (FrameTimeline.Grid, origin: Instant)? {
    let hertz = (1e9 / Double(period.rawValue)).rounded()
    guard 1...1000 ~= hertz, abs(Double(period.rawValue) * hertz / 1e9 - 1) < 0.005,
      let anchor = frames.times.lazy.compactMap({ $0.promised ?? $0.presented }).first
    else { return nil }
    let rate = RefreshRate(hertz: Int(hertz))
    func isOnTick(_ instant: Instant) -> Bool {
      let ticks = Double(instant.nanoseconds &- anchor.nanoseconds) * hertz / 1e9
      return abs(ticks - ticks.rounded()) < 0.1
    }
    var misses = 0
    for frame in frames.times {
      if let promised = frame.promised, !isOnTick(promised) { misses += 1 }
      if let presented = frame.presented, !isOnTick(presented) { misses += 1 }
      if misses * 50 > frames.count + 50 { return nil }
    }
    guard misses == 0 else { return nil }
    // Time counts from a tick at or before the first frame.
    let before = Double(anchor.nanoseconds &- frames[times: 0].wanted.nanoseconds) * hertz / 1e9
    let ticks = max(0, Int((before - 1e-6).rounded(.up)))
    let back = rate.instant(ofTick: ticks).nanoseconds
    return (.fixed(rate), Instant(nanoseconds: anchor.nanoseconds &- back))
  }
}

extension FrameTimeline.Grid {
  fileprivate func shifted(by nanoseconds: Int64) -> FrameTimeline.Grid {
    guard case .variable(let step, let rates) = self else { return self }
    return .variable(
      step: step,
      rates: rates.map {
        .init(from: Instant(nanoseconds: $0.start.nanoseconds &- nanoseconds), period: $0.period)
      }
    )
  }
}
