import FramePacing
import Lengths
import Timebase

// Parts with a scroller of their own.
extension Surface {
  /// A part is so high at most; nil: as high as it is.
  func setLimit(_ limit: LayoutUnit?, ofPart part: Int, of id: MessageID) {
    guard let record = namedRecord(id) else { return }
    record.keep()
    record.setLimit(limit, ofPart: part)
    if let change = record.fit(part, to: nil) { invalidate(record, change) }
    unmeasure(record.handle)
  }

  /// The reader scrolls inside a part.
  func scroll(part: Int, of id: MessageID, by distance: Double, at instant: Instant) {
    guard let handle = handle(of: id), let record = record(handle),
      let limited = record.limited(part)
    else { return context.refuse(handle(of: id) == nil ? .unknown(id) : .noPart(id, part: part)) }
    // What was never laid out is nowhere on screen: there is no hand in it.
    limited.scroller?.wait(for: .wheel(by: distance), at: instant)
  }

  /// Calls `body` with what scrolls inside each part that has been laid out.
  func forEachScroller(_ body: (Surface) -> Void) {
    for handle in marks.scrolling {
      for limited in messages.record(handle)?.limited ?? [] {
        if let scroller = limited.scroller { body(scroller.surface) }
      }
    }
  }

  /// Makes frames of what happened inside parts, and of what is due there.
  func scrollParts(at instant: Instant) {
    guard !marks.scrolling.isEmpty else { return }
    let handles = marks.scrolling.filter { messages.record($0)?.limited.isEmpty == false }
    transcript.changeMarks { $0.scrolling = handles }
    for handle in handles {
      guard let record = messages.record(handle) else { continue }
      for limited in record.limited {
        guard let scroller = limited.scroller else { continue }
        let isDue = scroller.surface.nextDue.map { $0 <= instant } ?? false
        guard scroller.isWaiting || isDue else { continue }
        makeFrame(of: scroller)
        record.markChanged()
      }
    }
  }

  /// Gives the parts of a message that are to be no higher than something the height that they have.
  func fitParts(of record: ItemRecord) {
    guard !record.limited.isEmpty else { return }
    let isStreaming = answers.isStreaming(record.handle)
    let width = heights.textGeometry(of: record.role, in: geometry).width
    for limited in record.limited {
      let (part, limit) = (limited.part, limited.limit)
      guard let text = record.text.text(ofPart: part) else { continue }
      let isGrowing = isStreaming && part == record.text.partCount - 1
      let scroller: PartScroller
      if let known = limited.scroller {
        scroller = known
        scroller.show(text, isGrowing: isGrowing, at: context.lastInstant)
        scroller.resize(to: width, surroundings.textSize, at: context.lastInstant)
      } else {
        scroller = PartScroller(
          text,
          isGrowing: isGrowing,
          limit: limit,
          width: width,
          of: profile,
          measurer: heights.measurer,
          parser: transcript.parser,
          costs: meter.costs
        )
        record.setScroller(scroller, ofPart: part)
        let handle = record.handle
        transcript.changeMarks {
          if !$0.scrolling.contains(handle) { $0.scrolling.append(handle) }
        }
      }
      if scroller.isWaiting { makeFrame(of: scroller) }
      let change = record.fit(part, to: scroller.height > limit ? limit : nil)
      if let change { record.invalidate(change) }
    }
  }

  private func makeFrame(of scroller: PartScroller) {
    scroller.makeFrame(at: context.lastInstant, tick: context.number)
    for phase in Phase.allCases { meter.add(scroller.surface.work[phase]) }
  }

  /// Writes what the parts of a visible message show.
  func writeScrollers(of record: ItemRecord, into snapshot: inout FrameSnapshot) {
    for limited in record.limited {
      guard let scroller = limited.scroller, scroller.height > scroller.limit else { continue }
      var shown = scroller.shown
      (shown.id, shown.part) = (record.id, limited.part)
      snapshot.scrollers.append(shown)
    }
  }

  /// What scrolls inside a part of a message; nil where nothing does.
  package func scroller(ofPart part: Int, of id: MessageID) -> Surface? {
    seen(id)?.limited(part)?.scroller?.surface
  }
}
