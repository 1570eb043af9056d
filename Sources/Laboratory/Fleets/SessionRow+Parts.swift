import FrameMetrics

/// The rows of a recording's sessions, made of one part of it after the other.
package struct PartRows {
  /// The rows, in the order in which their sessions begin.
  package private(set) var all: [SessionRow] = []
  private var places: [Place: Int] = [:]

  /// What a session is called, and how many have that name before it in a part.
  private struct Place: Hashable {
    var name: String
    var ordinal: Int
  }

  package init() {}

  /// Adds the rows of a part, which may lack sessions of the others.
  ///
  /// - Parameter rows: Of each session its name, its row, and for how many nanoseconds its first picture is taken to
  ///   have been wanted.
  package mutating func add(_ rows: [(name: String, row: SessionRow, shared: Int64)]) {
    var counts: [String: Int] = [:]
    for (name, row, shared) in rows {
      let place = Place(name: name, ordinal: counts[name, default: 0])
      counts[name, default: 0] += 1
      if let index = places[place] {
        all[index].append(row, shared: shared)
      } else {
        places[place] = all.count
        all.append(row)
      }
    }
  }
}

extension SessionRow {
  /// Adds the row of what comes next in the same recording, where a long one is read part by part.
  ///
  /// - Parameters:
  ///   - next: Its row. It begins with the picture with which this one ends, or with one that stands for none.
  ///   - shared: For how long that picture is taken to have been wanted, in nanoseconds.
  package mutating func append(_ next: SessionRow, shared: Int64) {
    defer {
      // A part that is too short for itself is none of the whole.
      let order: [SessionPart] = [.short, .whole, .cut, .bystander, .unread]
      func place(_ part: SessionPart) -> Int { order.firstIndex(of: part) ?? 0 }
      if place(next.part) > place(part) { part = next.part }
    }
    // The picture alone with which this one ends says nothing more.
    if next.frames == 1 { return }
    func sum(_ one: Int64?, _ other: Int64?) -> Int64? {
      one.flatMap { one in other.map { one + $0 } }
    }
    // The better end of the ratio is of the least animating time.
    let isRange = hitchRatio?.low != nil || next.hitchRatio?.low != nil
    func least(_ row: SessionRow) -> (hitch: Double, animating: Int64) {
      let animating = row.leastAnimating ?? row.animating ?? 0
      let ratio = row.hitchRatio.map { $0.low ?? $0.value } ?? 0
      return (Double(ratio) * Double(animating), animating)
    }
    let (one, other) = (least(self), least(next))
    let (hitch, time) = (one.hitch + other.hitch, max(1, one.animating + other.animating - shared))
    frames = sum(frames, next.frames.map { $0 - 1 })
    animating = sum(animating, next.animating.map { max(0, $0 - shared) })
    hitchTime = sum(hitchTime, next.hitchTime)
    leastAnimating = leastAnimating == nil && next.leastAnimating == nil ? nil : time
    hitchRatio = Self.merged(hitchRatio, next.hitchRatio) { [animating, hitchTime] _, _ in
      guard let animating, let hitchTime, animating > 0 else { return nil }
      return SessionFigure(
        Int64((Double(hitchTime) * 1e9 / Double(animating)).rounded()),
        low: isRange ? Int64((hitch / Double(time)).rounded()) : nil
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
