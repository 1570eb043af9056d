import Revealing
import Timebase
import TokenStreaming

// The laws: what holds under every design, and what the reference promises beside it.
extension StreamTrial {
  private var isReference: Bool { design.name == "reference" }
  /// Designs whose opacities follow time alone: nothing is evicted, no trail goes by place.
  private var isContinuous: Bool {
    if case .timed? = design.reveal.fade { return design.reveal.pool.overflow != .evict }
    return false
  }

  /// What fades at `instant`.
  func samples(at instant: Instant) -> [Sample] {
    guard case .timed? = design.reveal.fade else { return [] }
    var samples: [Sample] = []
    for message in messages.keys.sorted() {
      timeline.forEachFade(of: message, at: instant) { start, end, opacity in
        samples.append(Sample(message: message, start: start, end: end, opacity: opacity))
      }
    }
    return samples
  }

  /// Nothing jumps at an instant: what fades goes on, what is new starts at 0, what is gone was
  /// at 1.
  mutating func compare(_ before: [Sample], _ after: [Sample]) {
    for sample in after {
      guard let starts = messages[sample.message]?.starts else { continue }
      if !starts.contains(sample.start) || !starts.contains(sample.end) {
        fail("message \(sample.message): \(sample.start)..<\(sample.end) fades, which is no chunk")
      }
    }
    guard isContinuous else { return }
    let limit = 1e-6
    for old in before {
      let now = after.first { $0.message == old.message && $0.start == old.start }?.opacity ?? 1
      if abs(now - old.opacity) > limit {
        fail("message \(old.message), \(old.start): opacity \(old.opacity), then \(now)")
      }
    }
    for new in after where new.opacity > limit {
      if !before.contains(where: { $0.message == new.message && $0.start == new.start }) {
        fail("message \(new.message), \(new.start): a fade starts at \(new.opacity)")
      }
    }
  }

  /// What holds at every instant; looks at the releases that came since the last call.
  mutating func check() {
    if timeline.poolPeak > 4 || timeline.fadeCount > 4 {
      fail("\(timeline.fadeCount) fades, \(timeline.poolPeak) at most so far")
    }
    while checkedReleases < releases.count {
      check(releases[checkedReleases])
      checkedReleases += 1
    }
    for (message, state) in messages {
      for start in fadeStarts(of: message) where start < state.shownScalars {
        fail("message \(message): text that was seen fades again at \(start)")
      }
      if timeline.releasedUTF8(of: message) > state.text.count {
        fail("message \(message): more is released than arrived")
      }
    }
    if design.reveal.pool.overflow != .evict, !isDisturbed, timeline.snaps > 0 {
      fail("\(timeline.snaps) snaps and nothing that asked for them")
    }
    if isReference, !isDisturbed, !wasHidden, timeline.unfadedReleases > 0 {
      fail("\(timeline.unfadedReleases) releases without a fade")
    }
    if failure == nil, releases.count % 16 == 0 { timeline.checkInvariants() }
  }

  private func fadeStarts(of message: UInt32) -> [Int] {
    guard let shown = messages[message]?.shownScalars, shown > 0 else { return [] }
    var starts: [Int] = []
    timeline.forEachFade(of: message, at: timeline.now) { start, _, _ in starts.append(start) }
    return starts
  }

  /// A release is whole chunks, the next ones of its message, and in time.
  private mutating func check(_ release: Release) {
    guard let state = messages[release.part] else { return fail("a release of nothing") }
    let first = state.released
    let end = first + release.chunkCount
    guard end <= state.chunks.count else {
      return fail("chunk \(state.chunks.count) of message \(release.part) was never completed")
    }
    let chunks = state.chunks[first..<end]
    if chunks.reduce(0, { $0 + $1.utf8Count }) != release.utf8Count
      || chunks.reduce(0, { $0 + $1.scalarCount }) != release.scalarCount
    {
      fail("message \(release.part): a release is not the chunks \(first)..<\(end)")
    }
    for chunk in chunks {
      if release.at < chunk.completed { fail("a chunk is out before it is complete") }
      if isReference, release.at - chunk.completed > .milliseconds(400) {
        fail("a chunk waited \(release.at - chunk.completed)")
      }
    }
    messages[release.part]?.released = end
    if isReference, release.heldFor > .milliseconds(32) { fail("held for \(release.heldFor)") }
    if checkedReleases > 0, release.at < releases[checkedReleases - 1].at {
      fail("a release comes before one that is older")
    }
    if steps.last?.due == release.due {
      steps[steps.count - 1].size += release.chunkCount
    } else {
      steps.append(.init(due: release.due, size: release.chunkCount))
    }
  }

  /// Every byte that was put in is out, in order, once; what was no UTF-8 is U+FFFD.
  mutating func checkTexts() {
    for (message, state) in messages {
      if state.text != state.repaired { fail("message \(message): the text is another one") }
      if timeline.releasedUTF8(of: message) != state.text.count {
        let released = timeline.releasedUTF8(of: message)
        fail("message \(message): \(released) of \(state.text.count) bytes are out")
      }
      if state.released != state.chunks.count {
        fail("message \(message): \(state.released) of \(state.chunks.count) chunks are out")
      }
    }
    if timeline.fadeCount > 0 { fail("\(timeline.fadeCount) fades never end") }
  }

  /// The reference's steps are those of the plain scheduler: as due, and of the least sizes.
  mutating func checkSteps() {
    guard isReference, !isDisturbed else { return }
    plain.perform(before: .distantFuture)
    for (step, expected) in zip(steps, plain.steps) where step != expected {
      return fail(
        "a step of \(step.size) at \(step.due); \(expected.size) at \(expected.due) is due"
      )
    }
    if steps.count != plain.steps.count { fail("\(steps.count) steps, not \(plain.steps.count)") }
  }
}
