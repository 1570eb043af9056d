import FrameMetrics
import Timebase

extension SessionBuilder {
  /// Promises each picture one period after the one before: all that a file of pictures allows.
  ///
  /// A stretch of two periods or more was a stall as far as the frame's own work covers it. What is left was
  /// idle or a stall, which the file does not tell: it is marked as a gap. Up to 100 ms between pictures that come
  /// at every refresh were a stall, unless somebody says that gaps were idle. Without a period a gap is a
  /// stretch of over 100 ms.
  ///
  /// - Parameters:
  ///   - ownWanted: Whether the frames say when they were wanted; else from the picture before on.
  ///   - areDurations: Whether the file has the times between pictures, and not those of pictures.
  ///   - work: The work of the frame with this index that can be believed; nil for none.
  ///   - isKnown: Of the time before the frame with this index, whether it was idle or animating; nil
  ///     where the file does not tell.
  mutating func assumeRate(
    _ options: LogOptions,
    ownWanted: Bool,
    areDurations: Bool = false,
    work: (Int) -> Nanoseconds? = { _ in nil },
    isKnown: (Int) -> GapReading? = { _ in nil }
  ) {
    let pictures = frames.times.compactMap(\.presented)
    let intervals = zip(pictures, pictures.dropFirst()).map {
      $1.nanoseconds &- $0.nanoseconds
    }
    let known =
      self.rate
      ?? options.refreshHertz.map { .success(AssumedRate(stated: $0)) }
      ?? Result { () throws(AssumedRate.Refusal) in
        try AssumedRate(derivedFrom: intervals, mayBeCut: areDurations)
      }
    // That of the part before must hold in this one, too.
    if options.refreshHertz != nil || self.rate != nil { isRateStated = true }
    self.rate = known
    var rate: AssumedRate
    do throws(AssumedRate.Refusal) {
      rate = try known.get()
    } catch {
      support.set(.absent(error.reason), .hitches, .onTime, .rates, .overrun)
      wantFromPictures(nil, ownWanted, work, isKnown, isAnimated: [])
      return
    }
    if areDurations { rate.allowForRounding(of: intervals) }
    period = rate.period
    assumption = rate.words
    support.set(.approximate(rate.words), .hitches, .onTime, .rates)
    placeOnRefreshes(rate, isKnown)
    wantFromPictures(
      rate.period,
      ownWanted,
      work,
      isKnown,
      isAnimated: options.gaps == .idle ? [] : animatedStretches(rate.period)
    )
  }

  /// Which frames end a stretch of up to 100 ms among pictures that mostly come at every refresh.
  ///
  /// - Complexity: O(n) for n frames.
  private func animatedStretches(_ period: Nanoseconds) -> Set<Int> {
    // How many pictures on each side are asked: what an eye takes for one movement.
    let reach = 8
    let pictures = frames.indices.filter { frames[times: $0].presented != nil }
    let own = shown.isEmpty ? frames.times.map(\.presented) : shown
    let steps = zip(pictures, pictures.dropFirst()).map { before, index in
      (index: index, length: (own[index] ?? .distantPast) - (own[before] ?? .distantPast))
    }
    let isShort = steps.map { $0.length < period * 3 / 2 }
    // How many of the steps before each are of one refresh.
    var counts = [0]
    for short in isShort { counts.append(counts[counts.count - 1] + (short ? 1 : 0)) }
    var animated: Set<Int> = []
    for (place, step) in steps.enumerated()
    where !isShort[place] && step.length <= AssumedRate.bridge {
      let (from, to) = (max(0, place - reach), min(steps.count, place + 1 + reach))
      if 2 * (counts[to] - counts[from]) > to - from - 1 { animated.insert(step.index) }
    }
    return animated
  }

  /// Counts pictures at refreshes, where they keep to another cadence than the display's: each is moved to the
  /// refresh that is its own when what is over is carried on. The pictures' own instants stay in ``shown``.
  private mutating func placeOnRefreshes(
    _ rate: AssumedRate,
    _ isKnown: (Int) -> GapReading?
  ) {
    guard rate.period > .zero else { return }
    var cadence = PictureCadence(period: rate.period, tolerance: rate.tolerance)
    var last: (own: Instant, placed: Instant)?
    var placed = frames.times.map(\.presented)
    var (slips, pictures) = (0, 0)
    for index in frames.indices {
      guard let own = frames[times: index].presented else { continue }
      pictures += 1
      guard let before = last, isKnown(index) != .idle else {
        cadence.restart()
        last = (own, own)
        continue
      }
      let alone = max(1, cadence.periods(own - before.own).rounded())
      // A stretch that may have been idle carries nothing on.
      if alone >= 2, isKnown(index) == nil { cadence.restart() }
      let refreshes = cadence.refreshes(after: own - before.own)
      if Double(refreshes) != alone { slips += 1 }
      let place = before.placed + rate.period * refreshes
      placed[index] = place
      last = (own, place)
    }
    guard slips > max(2, pictures / 100) else { return }
    shown = frames.times.map(\.presented)
    for index in frames.indices {
      guard let place = placed[index] else { continue }
      frames[times: index].fate = .presented(place)
      frames[times: index].wanted = min(frames[times: index].wanted, place)
    }
    notes.append(
      "\(pictures) pictures keep to another cadence than the display's: each counts at the refresh that is its "
        + "own when what is over is carried on"
    )
  }

  private mutating func wantFromPictures(
    _ period: Nanoseconds?,
    _ ownWanted: Bool,
    _ work: (Int) -> Nanoseconds?,
    _ isKnown: (Int) -> GapReading?,
    isAnimated: Set<Int>
  ) {
    let length = period ?? .zero
    // From how long on a stretch without a picture may be no animation, and what of it is none: more than half a
    // refresh, with what rounding takes.
    let bridge = period.map { $0 * 3 / 2 } ?? AssumedRate.bridge
    let rest = period.map { $0 * 33 / 64 } ?? AssumedRate.bridge
    let own = shown.isEmpty ? frames.times.map(\.presented) : shown
    var last: Instant?
    var lastOwn: Instant?
    // Frames before the first picture, which nobody can call late, and frames that others superseded.
    var leading: [Int] = []
    var surplus: [Int] = []
    var lead: [Int64] = []
    // Frames since then that were not shown: each had a picture's place of its own.
    var unshown: [Int] = []
    // What was wanted later stays later, also after a gap that counts as no animation.
    var least = Instant(nanoseconds: .min)
    for index in frames.indices {
      frames[times: index].wanted = max(frames[times: index].wanted, least)
      defer { least = max(least, frames[times: index].wanted) }
      guard let shown = frames[times: index].presented else {
        unshown.append(index)
        if let last {
          frames[times: index].promised = period.map { last + $0 * unshown.count }
        } else {
          frames[times: index].promised = period.map { frames[times: index].wanted + $0 }
        }
        continue
      }
      defer {
        (last, lastOwn) = (shown, own[index])
        if !unshown.isEmpty { unshown = [] }
      }
      lead.append((shown - frames[times: index].wanted).rawValue)
      if !unshown.isEmpty, let before = last, let period {
        // Of two pictures k refreshes apart k - 1 refreshes had none; a frame more was superseded.
        let refreshes = Double((shown - before).rawValue) / Double(max(1, period.rawValue))
        let missed = max(0, Int(min(refreshes.rounded(), 1e9)) - 1)
        surplus += unshown.dropFirst(missed)
        unshown = Array(unshown.prefix(missed))
      }
      guard let last else {
        leading = unshown
        frames[times: index].wanted =
          ownWanted ? max(frames[times: index].wanted, shown - length) : shown - length
        frames[times: index].promised = period.map { _ in shown }
        continue
      }
      // The frame was wanted when its work began at the latest.
      let begin = shown - max(length, work(index) ?? .zero)
      let stretch = (own[index] ?? shown) - (lastOwn ?? last)
      let isIdle =
        isKnown(index).map { $0 == .idle }
        ?? (stretch > bridge && begin - last > rest && !isAnimated.contains(index))
      guard isIdle, begin > last else {
        if !ownWanted || shown - last > AssumedRate.bridge {
          frames[times: index].wanted = min(last, shown)
        }
        frames[times: index].promised = period.map { last + $0 * (unshown.count + 1) }
        continue
      }
      // Frames that were not shown owe one period each: what came after them was idle.
      for (place, dropped) in unshown.enumerated() {
        frames[times: dropped].wanted = begin - length * (unshown.count - place)
        frames[times: dropped].promised = period.map { begin - $0 * (unshown.count - 1 - place) }
      }
      frames[times: index].wanted = begin
      frames[times: index].promised = period.map { begin + $0 }
      if isKnown(index) == nil { markGap(before: index, from: last) }
    }
    if let last, let period, !unshown.isEmpty {
      surplus += promiseUnshown(unshown, after: last, period, &lead)
    }
    if gapStarts.contains(where: { $0 != nil }) {
      support.weaken(
        "stretches of two refreshes or more without a picture may be idle or stalls",
        .animating,
        .skipped
      )
    }
    leaveOut(Set(surplus), before: leading)
  }

  /// Promises the frames after the last picture, none of which was shown: as many as there were refreshes
  /// until the last of them was due.
  ///
  /// - Returns: Those that others superseded.
  private mutating func promiseUnshown(
    _ unshown: [Int],
    after last: Instant,
    _ period: Nanoseconds,
    _ leads: inout [Int64]
  ) -> [Int] {
    leads.sort()
    let lead = leads.isEmpty ? period : Nanoseconds(rawValue: leads[leads.count / 2])
    // After a pause they were due as long after they were wanted as others took.
    var start = last
    if frames[times: unshown[0]].wanted - last > AssumedRate.bridge {
      start = max(last, frames[times: unshown[0]].wanted + lead - period)
      markGap(before: unshown[0], from: last)
    }
    let end = frames[times: unshown[unshown.count - 1]].wanted + lead
    let refreshes = Double((end - start).rawValue) / Double(max(1, period.rawValue)) + 0.1
    let count = min(unshown.count, max(0, Int(min(refreshes, 1e9))))
    for (place, index) in unshown.prefix(count).enumerated() {
      frames[times: index].promised = start + period * (place + 1)
    }
    return Array(unshown.dropFirst(count))
  }

  /// Leaves out frames that no refresh missed, and those before the first picture.
  private mutating func leaveOut(_ superseded: Set<Int>, before leading: [Int]) {
    guard !superseded.isEmpty || !leading.isEmpty else { return }
    let out = superseded.union(leading)
    keep(frames.indices.filter { !out.contains($0) })
    if !superseded.isEmpty {
      notes.append(
        "\(superseded.count) frames were not shown because another was at the same refresh: no refresh "
          + "went without its picture by them, and they are not counted"
      )
    }
    if !leading.isEmpty {
      notes.append(
        "\(leading.count) frames before the first picture were not shown and not counted"
      )
    }
  }
}
