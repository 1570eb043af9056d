import Timebase

extension FrameTimeline {
  /// When a frame was wanted, promised and shown, in 24 bytes.
  package struct Times: Hashable, Sendable {
    @usableFromInline var wantedAt: Int64
    @usableFromInline var promisedAt: Int64
    @usableFromInline var shownAt: Int64

    // No recording reaches so far back.
    @inlinable static var none: Int64 { .min + 1 }
    @inlinable static var never: Int64 { .min + 2 }

    @inlinable @inline(__always)
    init(_ frame: Frame) {
      (wantedAt, promisedAt, shownAt) = (frame.wanted.nanoseconds, Self.none, Self.none)
      promised = frame.promised
      fate = frame.fate
    }

    /// As ``Frame/wanted``.
    @inlinable @inline(__always)
    package var wanted: Instant {
      get { Instant(nanoseconds: wantedAt) }
      set { wantedAt = newValue.nanoseconds }
    }

    /// As ``Frame/promised``.
    @inlinable @inline(__always)
    package var promised: Instant? {
      get { promisedAt == Self.none ? nil : Instant(nanoseconds: promisedAt) }
      set { promisedAt = newValue?.nanoseconds ?? Self.none }
    }

    /// As ``Frame/presented``.
    @inlinable @inline(__always)
    package var presented: Instant? {
      shownAt == Self.none || shownAt == Self.never ? nil : Instant(nanoseconds: shownAt)
    }

    /// As ``Frame/fate``.
    @inlinable @inline(__always)
    package var fate: Fate {
      get { presented.map { .presented($0) } ?? (isSwallowed ? .swallowed : .dropped) }
      set {
        switch newValue {
        case .presented(let instant): shownAt = instant.nanoseconds
        case .dropped: shownAt = Self.none
        case .swallowed: shownAt = Self.never
        }
      }
    }

    /// Whether it was never made.
    @inlinable @inline(__always)
    package var isSwallowed: Bool { shownAt == Self.never }

    mutating func shift(by nanoseconds: Int64) {
      wantedAt &-= nanoseconds
      if promisedAt != Self.none { promisedAt &-= nanoseconds }
      if presented != nil { shownAt &-= nanoseconds }
    }
  }
}

/// The frames of a timeline, in the order in which they were wanted.
///
/// A collection of ``FrameTimeline/Frame`` that keeps 24 bytes of one that tells of nothing but its picture, and as
/// much again of its work: recordings have millions. Causes and phases take memory only where frames have some. What
/// runs over all frames and asks for times alone reads ``times``, of which nothing has to be counted or copied.
package struct FrameList: Sendable {
  /// The work on a frame, without its phases.
  package typealias Work = (start: Instant, end: Instant, engine: Nanoseconds)

  /// What few frames have.
  @usableFromInline struct Extra: Sendable {
    @usableFromInline var cause: String?
    @usableFromInline var phases: FrameTimeline.PhaseDurations?

    @inlinable init(cause: String? = nil, phases: FrameTimeline.PhaseDurations? = nil) {
      (self.cause, self.phases) = (cause, phases)
    }
  }

  /// The frames' times.
  @inlinable package var times: [FrameTimeline.Times] { allTimes }
  @usableFromInline var allTimes: [FrameTimeline.Times] = []
  /// Up to the last frame that has some.
  @usableFromInline var works: [Work?] = []
  /// Up to the last frame that has any.
  @usableFromInline var extras: [Extra] = []

  /// Makes a list of none.
  @inlinable package init() {}

  /// The times of the frame with this index.
  @inlinable package subscript(times index: Int) -> FrameTimeline.Times {
    @inline(__always) get { allTimes[index] }
    @inline(__always) set { allTimes[index] = newValue }
  }

  /// The work on the frame with this index, without its phases; nil where the input does not tell.
  @inlinable package func work(at index: Int) -> Work? {
    index < works.count ? works[index] : nil
  }

  /// Whether there is work on any frame.
  package var hasWork: Bool { works.contains { $0 != nil } }

  /// Moves all instants back.
  package mutating func shift(by nanoseconds: Int64) {
    for index in allTimes.indices { allTimes[index].shift(by: nanoseconds) }
    for index in works.indices {
      guard let work = works[index] else { continue }
      works[index]?.start = Instant(nanoseconds: work.start.nanoseconds &- nanoseconds)
      works[index]?.end = Instant(nanoseconds: work.end.nanoseconds &- nanoseconds)
    }
  }

  @usableFromInline mutating func put(_ frame: FrameTimeline.Frame, at index: Int) {
    if frame.work != nil || index < works.count {
      while works.count <= index { works.append(nil) }
      works[index] = frame.work.map { ($0.start, $0.end, $0.engine) }
    }
    if frame.cause != nil || frame.work?.phases != nil || index < extras.count {
      while extras.count <= index { extras.append(Extra()) }
      extras[index] = Extra(cause: frame.cause, phases: frame.work?.phases)
    }
  }
}

extension FrameList: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { allTimes.count }

  package subscript(index: Int) -> FrameTimeline.Frame {
    get {
      let times = allTimes[index]
      let extra = index < extras.count ? extras[index] : nil
      return FrameTimeline.Frame(
        wanted: times.wanted,
        promised: times.promised,
        fate: times.fate,
        work: work(at: index).map {
          .init(start: $0.start, end: $0.end, engine: $0.engine, phases: extra?.phases)
        },
        cause: extra?.cause
      )
    }
    set {
      allTimes[index] = FrameTimeline.Times(newValue)
      put(newValue, at: index)
    }
  }

  @inlinable package mutating func append(_ frame: FrameTimeline.Frame) {
    allTimes.append(FrameTimeline.Times(frame))
    if frame.work != nil || frame.cause != nil { put(frame, at: allTimes.count - 1) }
  }

  package mutating func reserveCapacity(_ count: Int) { allTimes.reserveCapacity(count) }

  package mutating func replaceSubrange(
    _ range: Range<Int>,
    with frames: some Collection<FrameTimeline.Frame>
  ) {
    var result = FrameList()
    for frame in self[..<range.lowerBound] { result.append(frame) }
    for frame in frames { result.append(frame) }
    for frame in self[range.upperBound...] { result.append(frame) }
    self = result
  }
}

extension FrameList: ExpressibleByArrayLiteral {
  package init(arrayLiteral frames: FrameTimeline.Frame...) {
    for frame in frames { append(frame) }
  }
}
