import Timebase

// How the first message of a new chat comes in, and its answer after it.
extension Surface {
  /// A new chat's first message was sent.
  func beginEntrance(of handle: UInt32, at instant: Instant) {
    guard consent.isAnimated else { return }
    entrance = EntranceState(profile.entrance, message: handle, at: instant)
  }

  /// The message's height is known after measuring.
  func measureEntrance(at instant: Instant) {
    guard let message = entrance?.message, transcript.isMeasured(message),
      let index = layout.index(of: message)
    else { return }
    entrance?.measured(
      item: transcript.ownHeight(ofSlot: layout.height(at: index)),
      window: device.height,
      keyboard: surroundings.keyboard.height,
      at: instant
    )
  }

  func writeEntrance(at instant: Instant, into snapshot: inout FrameSnapshot) {
    snapshot.entrance = nil
    snapshot.answerOpacity = 1
    guard let state = entrance else { return }
    let look = state.look(at: instant)
    if look != .settled { snapshot.entrance = look }
    snapshot.answerOpacity = state.answerOpacity(at: instant)
  }

  /// What comes in looks different in this frame.
  func markEntrance(at instant: Instant) {
    guard let state = entrance else { return }
    guard state.isRunning(at: context.lastShown) || state.isRunning(at: instant) else {
      if state.answer != nil { entrance = nil }
      return
    }
    messages.record(state.message)?.markChanged()
    if let answer = state.answer { messages.record(answer.handle)?.markChanged() }
  }
}
