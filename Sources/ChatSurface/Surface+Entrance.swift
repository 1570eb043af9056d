import Lengths
import Timebase

// How the first message of a new chat comes in, and its answer after it.
extension Surface {
  /// A new chat's first message was sent.
  func beginEntrance(of handle: UInt32, at instant: Instant) {
    guard isAnimated else { return }
    entrance = EntranceState(profile.entrance, message: handle)
    entrance?.machine.send(at: instant)
  }

  /// The first answer has something to show.
  func noteAnswer(_ handle: UInt32, at instant: Instant) {
    guard entrance != nil, entrance?.answer == nil else { return }
    entrance?.answer = (handle, instant)
  }

  /// Motion is not wanted any more: everything stands where it belongs.
  func finishEntrance(at instant: Instant) { entrance?.machine.finish(at: instant) }

  /// The message's height is known after measuring.
  func measureEntrance(at instant: Instant) {
    guard let message = entrance?.message, measured.contains(message),
      let index = layout.index(of: message)
    else { return }
    entrance?.machine.measured(
      item: ownHeight(ofSlot: layout.height(at: index)),
      window: device.height,
      keyboard: keyboard.height,
      at: instant
    )
  }

  func writeEntrance(at instant: Instant, into snapshot: inout FrameSnapshot) {
    snapshot.entrance = nil
    snapshot.answerOpacity = 1
    guard let state = entrance else { return }
    let look = state.machine.look(at: instant)
    if look != .settled { snapshot.entrance = look }
    if let answer = state.answer {
      snapshot.answerOpacity = state.machine.answerOpacity(appeared: answer.appeared, at: instant)
    }
  }

  /// What comes in looks different in this frame.
  func markEntrance(at instant: Instant) {
    guard let state = entrance else { return }
    guard state.isRunning(at: lastShown) || state.isRunning(at: instant) else {
      if state.answer != nil { entrance = nil }
      return
    }
    messages.record(state.message)?.isChanged = true
    if let answer = state.answer { messages.record(answer.handle)?.isChanged = true }
  }
}
