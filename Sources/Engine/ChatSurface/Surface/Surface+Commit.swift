import Timebase
import ViewportPlacing

extension Surface {
  /// Sixth phase: writes what is on screen where.
  ///
  /// - Parameters:
  ///   - instant: When the tick is; fades are evaluated there.
  ///   - snapshot: Where the frame is written; its buffers are used again.
  package func commit(at instant: Instant, tick: Int, into snapshot: inout FrameSnapshot) {
    snapshot.tick = tick
    snapshot.instant = instant
    writeExtent(into: &snapshot)
    writeStreams(at: instant, into: &snapshot)
    writeOrnaments(at: instant, into: &snapshot)
    writeVisible(into: &snapshot)
    writeAnchor(into: &snapshot)
    snapshot.isClamped = viewport.isClamped
    snapshot.rebases = layout.rebases
    snapshot.rebaseShift = viewport.rebaseShift
    snapshot.mode = consent.isFallback ? .fallback : .animated
    snapshot.follow = named(viewport.follow(in: scene(at: instant)))
    snapshot.scroll = viewport.activity
    snapshot.button = surroundings.composer.button(whileTaskRuns: tasks.isRunning)
    let fromEnd = pointsFromEnd
    snapshot.showsJumpToEnd = layout.count > 0 && fromEnd > profile.nearEnd
    snapshot.shift = viewport.displacement
    snapshot.unread = marks.unread.count
    writeHeader(into: &snapshot)
    writeFocus(into: &snapshot)
    snapshot.corner = profile.style.cornerRadius
    snapshot.wantsKeyboard = context.observations.wantsKeyboard
    snapshot.composerText = surroundings.composer.text
    snapshot.refusedDrops = context.observations.refusedDrops
    writeLoaders(into: &snapshot)
    let wishes = viewport.wishes
    context.noteTargets(fulfilled: wishes.fulfilled, dropped: wishes.dropped)
    context.show(
      at: instant,
      fromEnd: fromEnd,
      hasEndLoader: auxiliaries.showsEndLoader
    )
    charge(.commit)
  }

  /// What the viewport holds on to, as it is called outside.
  private func named(_ follow: ViewportFollow) -> FollowState {
    func id(_ message: UInt32) -> MessageID { messages.id(of: message) ?? "" }
    return switch follow {
    case .free: .free
    case .end: .following
    case .approaching(let message): .pinning(id(message))
    case .pin(let message): .pinned(id(message))
    }
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

  private func writeOrnaments(at instant: Instant, into snapshot: inout FrameSnapshot) {
    let look = ornaments.step(to: instant, since: context.lastShown) {
      messages.record($0)?.markChanged()
    }
    snapshot.entrance = look.entrance
    snapshot.answerOpacity = look.answerOpacity
    snapshot.reveal = look.reveal
    snapshot.drop = look.drop.map { FrameSnapshot.Drop(item: $0.item, x: $0.x, y: $0.y) }
  }

  private func writeLoaders(into snapshot: inout FrameSnapshot) {
    snapshot.loaders.removeAll(keepingCapacity: true)
    if auxiliaries.showsTopLoader { snapshot.loaders.append(.top) }
    if auxiliaries.showsEndLoader { snapshot.loaders.append(.end) }
    snapshot.wantedPages.removeAll(keepingCapacity: true)
    for edge in context.observations.wantedPages { snapshot.wantedPages.append(edge) }
  }

  private func writeVisible(into snapshot: inout FrameSnapshot) {
    snapshot.visible.removeAll(keepingCapacity: true)
    snapshot.redrawnItems = 0
    snapshot.scrollers.removeAll(keepingCapacity: true)
    let hasUnread = marks.unread.count > 0
    let composerTop = offset + device.height - insets.composer - insets.covered
    context.beginShowing(in: geometry)
    // Each look into the surface is checked at run time: what is the same for all items is asked once.
    let (offset, spaceShift, frame) = (offset, viewport.spaceShift, context.number)
    let edge = offset + insets.top
    transcript.list(from: offset, to: offset + device.height)
    var hidden = 0
    for item in transcript.listed {
      if item.height == .zero { hidden += 1 }
      let height = transcript.ownHeight(ofSlot: item.height)
      // Only the space below it is in view, or it is hidden.
      guard item.y + height > offset, item.height > .zero else { continue }
      meter.count(.entryWritten)
      guard let record = record(item.handle) else { continue }
      if hasUnread, item.y < composerTop {
        transcript.changeMarks { $0.unread.forget(item.handle) }
      }
      if !record.limited.isEmpty { writeScrollers(of: record, into: &snapshot) }
      context.show(
        ShownPlace(
          handle: item.handle,
          y: item.y - offset,
          height: item.height,
          lastTop: item.y < edge ? lastTop(of: record) : .zero
        )
      )
      let isRedrawn = record.commit(y: item.y - spaceShift, height: item.height, frame: frame)
      if isRedrawn {
        record.draw(version: context.nextVersion())
        snapshot.redrawnItems += 1
      }
      var visible = FrameSnapshot.VisibleItem(
        id: record.id,
        y: item.y - offset,
        height: height,
        state: record.state,
        version: record.shown.version
      )
      visible.showsLoadingDots = record.showsLoadingDots
      visible.isEstimated = !transcript.isMeasured(item.handle)
      visible.answer = record.answer
      snapshot.visible.append(visible)
    }
    chargeHidden(hidden)
  }

  private func writeStreams(at instant: Instant, into snapshot: inout FrameSnapshot) {
    let count = answers.streaming.count
    if snapshot.streams.count > count {
      snapshot.streams.removeLast(snapshot.streams.count - count)
    }
    while snapshot.streams.count < count { snapshot.streams.append(.init()) }
    for place in 0..<count { writeStream(at: place, instant, into: &snapshot.streams[place]) }
    var place = 0
    while place < answers.streaming.count {
      if answers.isShown(at: place) {
        // It is like any other message from the next frame on.
        messages.record(answers.streaming[place].handle)?.forgetTail()
        answers.finish(at: place)
      } else {
        place += 1
      }
    }
  }

  private func writeStream(
    at place: Int,
    _ instant: Instant,
    into entry: inout FrameSnapshot.Stream
  ) {
    let handle = answers.streaming[place].handle
    guard let record = messages.record(handle) else { return }
    entry.id = record.id
    entry.handle = answers.streaming[place].number
    entry.receivedScalars = answers.streaming[place].receivedScalars
    entry.releasedScalars = answers.streaming[place].releasedScalars
    entry.heldScalars = answers.streaming[place].heldScalars
    entry.backlogChunks = answers.backlogChunks(of: handle)
    entry.fades.removeAll(keepingCapacity: true)
    answers.forEachFade(of: handle, at: instant) { start, end, opacity in
      meter.count(.fadeEvaluated)
      entry.fades.append(.init(startScalar: start, endScalar: end, opacity: opacity))
    }
    let isFading = !entry.fades.isEmpty
    if answers.streaming[place].isFading || isFading { record.markChanged() }
    answers.setFading(isFading, at: place)
  }

  private func writeAnchor(into snapshot: inout FrameSnapshot) {
    snapshot.stillPoint = nil
    takeAnchor(isAnew: true)
    let anchor = viewport.anchor
    switch anchor.anchor {
    case .origin: break
    case .block(let handle, let block):
      guard let id = messages.id(of: handle) else { return }
      snapshot.stillPoint = .init(id: id, block: block, y: anchor.y - offset)
    case .end:
      guard let id = messages.id(of: layout.handle(at: layout.count - 1)) else { return }
      snapshot.stillPoint = .init(id: id, block: 0, y: layout.y(at: layout.count - 1) - offset)
    }
  }
}
