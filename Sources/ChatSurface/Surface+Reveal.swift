import FramePacing
import Lengths
import MarkdownBlocks
import Revealing
import Timebase

extension Surface {
  /// Third phase: steps, held releases and fades up to `instant`, each at its own; the text that is
  /// now shown becomes blocks.
  public func reveal(at instant: Instant) {
    let isFallback = fallback?.decide(at: instant) ?? false
    for handle in streaming { timeline.setVisible(isOnScreen(handle), part: handle) }
    for command in pendingReveals {
      runTimeline(before: command.instant)
      perform(command)
    }
    pendingReveals.removeAll(keepingCapacity: true)
    runTimeline(before: instant)
    let shouldAnimate = isAnimated && !isFallback
    if !shouldAnimate { finishEntrance(at: instant) }
    if shouldAnimate != timeline.isAnimated {
      timeline.setAnimated(shouldAnimate, at: instant, into: &releases)
    }
    timeline.advance(to: instant, into: &releases)
    for release in releases { observe(release) }
    meter[.step] += releases.count
    releases.removeAll(keepingCapacity: true)
    for handle in streaming { showReleasedText(of: handle) }
    charge(.reveal)
  }

  /// Performs what is due before `instant`, and takes note of when something was fading.
  private func runTimeline(before instant: Instant) {
    let last = Instant(nanoseconds: instant.nanoseconds - 1)
    while timeline.now < last {
      let isFading = timeline.isFading
      let start = timeline.now
      let next = min(timeline.nextDue ?? last, last)
      timeline.advance(to: max(next, start), into: &releases)
      if isFading { activity.note(from: start, through: timeline.now) }
    }
  }

  private func perform(_ command: RevealCommand) {
    switch command {
    case .complete(let handle, let chunk):
      meter[.chunkReleased] += 1
      timeline.complete(
        chunk,
        part: handle,
        message: handle,
        visible: isOnScreen(handle),
        into: &releases
      )
    case .snap(let handle, let instant):
      timeline.snap(part: handle, at: instant, into: &releases)
    case .animate(let isOn, let instant):
      timeline.setAnimated(isOn && fallback?.isActive != true, at: instant, into: &releases)
    case .end(let handle, let instant):
      timeline.end(message: handle, at: instant, into: &releases)
    case .replace(let handle, let keptUTF8, let keptScalars, let instant):
      timeline.replaceText(
        of: handle,
        keptUTF8: keptUTF8,
        keptScalars: keptScalars,
        at: instant,
        into: &releases
      )
      if let record = messages.record(handle), record.text.utf8Count > keptUTF8 {
        setText(Array(record.text.text.prefix(keptUTF8)), of: record)
      }
    }
  }

  private func observe(_ release: Release) {
    activity.note(release.at)
    observations.releases.append(
      .init(
        handle: release.part,
        instant: release.at,
        due: release.due,
        chunks: release.chunkCount,
        scalars: release.scalarCount,
        heldFor: release.heldFor
      )
    )
  }

  private func isOnScreen(_ handle: UInt32) -> Bool {
    guard let index = layout.index(of: handle) else { return false }
    let y = layout.y(at: index)
    return y < offset + device.height && y + layout.height(at: index) >= offset
  }

  /// Appends what the timeline has released to the text that is laid out, and begins the parts
  /// before which all text is shown.
  private func showReleasedText(of handle: UInt32) {
    guard let record = messages.record(handle), var stream = record.stream else { return }
    let target = timeline.releasedUTF8(of: handle)
    guard target > stream.releasedUTF8 || stream.begunParts.first?.startUTF8 == target else {
      return
    }
    record.stream = nil
    while true {
      if let part = stream.begunParts.first, part.startUTF8 <= stream.releasedUTF8 {
        stream.begunParts.removeFirst()
        invalidate(record, record.text.begin(part.kind, cardHeight: part.cardHeight))
        continue
      }
      guard stream.releasedUTF8 < target else { break }
      let end = min(target, stream.begunParts.first?.startUTF8 ?? target)
      let before = record.text.bytesParsed
      let change = stream.received.withUnsafeBufferPointer { bytes in
        record.text.append(UnsafeBufferPointer(rebasing: bytes[stream.releasedUTF8..<end]))
      }
      meter[.byteParsed] += record.text.bytesParsed - before
      stream.releasedUTF8 = end
      invalidate(record, change)
    }
    stream.releasedScalars = timeline.releasedScalars(of: handle)
    record.stream = stream
  }
}
