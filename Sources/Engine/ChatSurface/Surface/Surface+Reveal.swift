import Timebase

extension Surface {
  /// The beginning of the third phase, for who tells the surface of ticks that went by: steps, held
  /// releases and fades before `instant`, each at its own. Afterwards it is known which of them were active.
  package func revealDue(before instant: Instant) {
    for place in answers.streaming.indices {
      let handle = answers.streaming[place].handle
      answers.setVisible(isOnScreen(handle), handle)
    }
    for command in answers.pendingCommands {
      answers.runReveal(before: command.instant, noting: &context)
      perform(command)
    }
    answers.forgetCommands()
    answers.runReveal(before: instant, noting: &context)
  }

  /// Third phase: steps, held releases and fades up to `instant`, each at its own; the text that is
  /// now shown becomes blocks.
  package func reveal(at instant: Instant) {
    revealDue(before: instant)
    let shouldAnimate = consent.decide(at: instant)
    if !shouldAnimate { ornaments.entrance?.finish(at: instant) }
    let steps = answers.finishReveal(at: instant, isAnimated: shouldAnimate, noting: &context)
    meter.count(.step, steps)
    for place in answers.streaming.indices {
      showReleasedText(at: place)
      guard answers.isWhole(at: place),
        let record = messages.record(answers.streaming[place].handle)
      else { continue }
      record.grow(.raw)
      decide(record)
    }
    charge(.reveal)
  }

  private func perform(_ command: RevealCommand) {
    var isVisible = false
    if case .complete(let handle, _) = command {
      meter.count(.chunkReleased)
      isVisible = isOnScreen(handle)
    }
    answers.perform(command, isVisible: isVisible, mayAnimate: !consent.isFallback)
    if case .replace(let handle, let keptUTF8, _, _) = command,
      let record = messages.record(handle), record.text.utf8Count > keptUTF8
    {
      setText(Array(record.text.text.prefix(keptUTF8)), of: record)
    }
  }

  /// Nothing that may come makes another thing of what stands at a text's end.
  func decide(_ record: ItemRecord) {
    if let change = record.decide() { invalidate(record, change) }
  }

  private func isOnScreen(_ handle: UInt32) -> Bool {
    guard let index = layout.index(of: handle) else { return false }
    let y = layout.y(at: index)
    return y < offset + device.height && y + layout.height(at: index) >= offset
  }

  /// Appends what was released to the text that is laid out, and begins the parts before which all
  /// text is shown.
  private func showReleasedText(at place: Int) {
    guard let record = messages.record(answers.streaming[place].handle), answers.hasNews(at: place)
    else { return }
    while let step = answers.nextStep(at: place) {
      switch step {
      case .part(let part):
        decide(record)
        let (change, _) = record.change {
          $0.begin(part.kind, cardHeight: part.cardHeight, folded: part.folded)
        }
        invalidate(record, change)
      case .text(let range):
        let (change, work) = answers.withBytes(range, at: place) { bytes in
          record.change { $0.appendBody(bytes) }
        }
        meter.count(work)
        for earlier in record.takeRedone() { invalidate(record, earlier) }
        invalidate(record, change)
        if let notes = record.showNotes() { invalidate(record, notes) }
      }
    }
  }
}
