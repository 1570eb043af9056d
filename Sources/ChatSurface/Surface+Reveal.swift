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
    for command in pendingReveals { perform(command) }
    pendingReveals.removeAll(keepingCapacity: true)
    let shouldAnimate = isAnimated && !isFallback
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
    }
  }

  private func observe(_ release: Release) {
    activity.note(release.at)
    if release.fades, case .timed(let duration, _) = profile.reveal.fade {
      activity.note(from: release.at, through: release.at + duration)
    }
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

  /// Appends what the timeline has released to the text that is laid out.
  private func showReleasedText(of handle: UInt32) {
    guard let record = messages.record(handle), var stream = record.stream else { return }
    let target = timeline.releasedUTF8(of: handle)
    guard target > stream.releasedUTF8 else { return }
    record.stream = nil
    let before = record.text.bytesParsed
    let change = stream.received.withUnsafeBufferPointer { bytes in
      record.text.append(UnsafeBufferPointer(rebasing: bytes[stream.releasedUTF8..<target]))
    }
    meter[.byteParsed] += record.text.bytesParsed - before
    stream.releasedUTF8 = target
    stream.releasedScalars = timeline.releasedScalars(of: handle)
    record.stream = stream
    record.invalidate(change)
    measured.remove(handle)
  }
}
