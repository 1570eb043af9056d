import AnchoredLayout
import FramePacing
import Lengths
import Timebase

extension Surface {
  /// Sixth phase: writes what is on screen where.
  ///
  /// - Parameters:
  ///   - instant: When the tick is; fades are evaluated there.
  ///   - tick: Its number.
  ///   - snapshot: Where the frame is written; its buffers are used again.
  public func commit(at instant: Instant, tick: Int, into snapshot: inout FrameSnapshot) {
    settleDrift()
    snapshot.tick = tick
    snapshot.instant = instant
    writeExtent(into: &snapshot)
    writeStreams(at: instant, into: &snapshot)
    writeEntrance(at: instant, into: &snapshot)
    markEntrance(at: instant)
    writeVisible(into: &snapshot)
    writeStillPoint(into: &snapshot)
    let unasked = drift.take()
    snapshot.drift = unasked == .zero ? followDrift : unasked
    snapshot.isClamped = isClamped
    snapshot.rebases = layout.rebases
    snapshot.rebaseShift = rebaseShift
    snapshot.mode = fallback?.isActive == true ? .fallback : .animated
    snapshot.follow = follow
    snapshot.scroll =
      motion.isIdle && displacement.isRunning ? .animating : motion.activity
    snapshot.button = composer.button(whileTaskRuns: tasks.isRunning)
    snapshot.showsJumpToEnd = layout.count > 0 && pointsFromEnd > Self.reachOfEnd
    snapshot.shift = displacement.applied
    snapshot.reveal = gesture.advance(to: instant)
    snapshot.wantsKeyboard = observations.wantsKeyboard
    snapshot.refusedDrops = observations.refusedDrops
    writeLoaders(into: &snapshot)
    watchDrift()
    lastShown = instant
    charge(.commit)
  }

  private func writeExtent(into snapshot: inout FrameSnapshot) {
    snapshot.offset = offset
    snapshot.viewportHeight = device.height
    snapshot.topInset = insets.top
    snapshot.bottomInset = insets.bottom
    snapshot.blank = insets.blank
    snapshot.composer = insets.composer
    snapshot.covered = insets.covered
    snapshot.contentTop = contentTop
    snapshot.contentBottom = contentBottom
  }

  private func writeLoaders(into snapshot: inout FrameSnapshot) {
    snapshot.loaders.removeAll(keepingCapacity: true)
    if auxiliaries.showsTopLoader { snapshot.loaders.append(.top) }
    if auxiliaries.showsEndLoader { snapshot.loaders.append(.end) }
    snapshot.wantedPages.removeAll(keepingCapacity: true)
    for edge in observations.wantedPages { snapshot.wantedPages.append(edge) }
  }

  private func writeVisible(into snapshot: inout FrameSnapshot) {
    snapshot.visible.removeAll(keepingCapacity: true)
    snapshot.redrawnItems = 0
    layout.list(from: offset, to: offset + device.height, into: &listed)
    for item in listed {
      // Only the space below it is in view, or it is hidden.
      guard item.y + ownHeight(ofSlot: item.height) > offset, item.height > .zero else { continue }
      meter[.entryWritten] += 1
      guard let record = record(item.handle) else { continue }
      record.shownInFrame = frameNumber
      let isMoved =
        record.committedY != item.y - spaceShift || record.committedHeight != item.height
      if record.isChanged || isMoved {
        versions += 1
        record.version = versions
        record.isChanged = false
        record.committedY = item.y - spaceShift
        record.committedHeight = item.height
        snapshot.redrawnItems += 1
      }
      snapshot.visible.append(
        .init(
          id: record.id,
          y: item.y - offset,
          height: ownHeight(ofSlot: item.height),
          state: record.state,
          showsLoadingDots: record.showsLoadingDots,
          isEstimated: !measured.contains(item.handle),
          version: record.version
        )
      )
    }
  }

  private func writeStreams(at instant: Instant, into snapshot: inout FrameSnapshot) {
    if snapshot.streams.count > streaming.count {
      snapshot.streams.removeLast(snapshot.streams.count - streaming.count)
    }
    while snapshot.streams.count < streaming.count { snapshot.streams.append(.init()) }
    for (place, handle) in streaming.enumerated() {
      guard let record = messages.record(handle), let stream = record.stream else { continue }
      write(stream, of: record, at: instant, into: &snapshot.streams[place])
    }
    streaming.removeAll { handle in
      guard let stream = messages.record(handle)?.stream else { return true }
      let isShown =
        !stream.isOpen && stream.releasedUTF8 == stream.received.count
        && stream.begunParts.isEmpty
        && timeline.backlogChunks(of: handle) == 0 && !stream.isFading
      if isShown { finish(handle) }
      return isShown
    }
  }

  private func write(
    _ stream: StreamState,
    of record: ItemRecord,
    at instant: Instant,
    into entry: inout FrameSnapshot.Stream
  ) {
    entry.id = record.id
    entry.handle = record.handle
    entry.receivedScalars = stream.alreadyShown + stream.chunker.receivedScalars
    entry.releasedScalars = stream.releasedScalars
    entry.heldScalars = stream.chunker.heldScalars
    entry.backlogChunks = timeline.backlogChunks(of: record.handle)
    entry.fades.removeAll(keepingCapacity: true)
    timeline.forEachFade(of: record.handle, at: instant) { start, end, opacity in
      meter[.fadeEvaluated] += 1
      entry.fades.append(.init(startScalar: start, endScalar: end, opacity: opacity))
    }
    if stream.isFading || !entry.fades.isEmpty { record.isChanged = true }
    record.stream?.isFading = !entry.fades.isEmpty
  }

  /// The message has been shown whole: it is like any other from the next frame on.
  private func finish(_ handle: UInt32) {
    forgetReveal(of: handle)
    guard let record = messages.record(handle) else { return }
    record.stream = nil
    record.tailBlock = -1
  }

  private func writeStillPoint(into snapshot: inout FrameSnapshot) {
    snapshot.stillPoint = nil
    guard let held = heldPoint() else { return }
    switch held.point {
    case .item(let handle, let block):
      guard let id = messages.id(of: handle) else { return }
      snapshot.stillPoint = .init(id: id, block: block, y: held.y - offset)
    case .end:
      guard let id = messages.id(of: layout.handle(at: layout.count - 1)) else { return }
      snapshot.stillPoint = .init(id: id, block: 0, y: layout.y(at: layout.count - 1) - offset)
    }
  }
}
