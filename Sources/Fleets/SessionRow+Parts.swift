import FrameMetrics

extension SessionRow {
  /// Adds the row of what comes next in the same recording, where a long one is read part by part.
  ///
  /// - Parameters:
  ///   - next: Its row. It begins with the picture with which this one ends, or with one that stands for none.
  ///   - shared: For how long that picture is taken to have been wanted, in nanoseconds.
  package mutating func append(_ next: SessionRow, shared: Int64) {
    func sum(_ one: Int64?, _ other: Int64?) -> Int64? {
      one.flatMap { one in other.map { one + $0 } }
    }
    func least(_ figure: SessionFigure, _ animating: Int64?) -> Double {
      Double(figure.low ?? figure.value) * Double(animating ?? 0)
    }
    let low = [(hitchRatio, animating), (next.hitchRatio, next.animating)]
      .reduce(0.0) { sum, part in sum + (part.0.map { least($0, part.1) } ?? 0) }
    frames = sum(frames, next.frames.map { $0 - 1 })
    animating = sum(animating, next.animating.map { max(0, $0 - shared) })
    hitchTime = sum(hitchTime, next.hitchTime)
    hitchRatio = Self.merged(hitchRatio, next.hitchRatio) { [animating, hitchTime] one, other in
      guard let animating, let hitchTime, animating > 0 else { return nil }
      let isRange = one.low != nil || other.low != nil
      return SessionFigure(
        Int64((Double(hitchTime) * 1e9 / Double(animating)).rounded()),
        low: isRange ? Int64((low / Double(animating)).rounded()) : nil
      )
    }
    late = sum(late, next.late)
    func longer(_ one: SessionFigure, _ other: SessionFigure) -> SessionFigure {
      let (value, low) = (
        max(one.value, other.value), max(one.low ?? one.value, other.low ?? other.value)
      )
      return SessionFigure(value, low: low < value ? low : nil)
    }
    longest = Self.merged(longest, next.longest, longer)
    textWait = Self.merged(textWait, next.textWait, longer)
    work = Self.merged(work, next.work) { SessionFigure($0.value + $1.value) }
    intervals.add(next.intervals)
    hitches.add(next.hitches)
    works.add(next.works)
    // A part that is too short for itself is none of the whole.
    let order: [SessionPart] = [.short, .whole, .cut, .bystander, .unread]
    func place(_ part: SessionPart) -> Int { order.firstIndex(of: part) ?? 0 }
    if place(next.part) > place(part) { part = next.part }
  }

  /// A figure of both, known as well as the worse of them; nil where either is not known.
  private static func merged(
    _ one: SessionFigure?,
    _ other: SessionFigure?,
    _ figure: (SessionFigure, SessionFigure) -> SessionFigure?
  ) -> SessionFigure? {
    guard let one, let other, var figure = figure(one, other) else { return nil }
    let both = [one.quality, other.quality].compactMap(\.self)
    let isRange = figure.low != nil || both.contains { $0 != .approximate }
    let isApproximate = both.contains { $0 != .range }
    figure.quality = isRange ? (isApproximate ? .approximateRange : .range) : both.first
    return figure
  }
}
