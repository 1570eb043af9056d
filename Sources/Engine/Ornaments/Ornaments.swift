// What this module is: what moves on a chat's screen beside its messages' text and the viewport. Each is a machine
// by itself that a surface is handed: it keeps its state, is told what happens, and says what a frame shows of it.
//
// Invariants. A machine at rest costs nothing and shows nothing. What is cut short is where it was going.
//
// Limits. One entrance, one drag and one drop at a time. Of each kind of item state so many as are asked for.
//
// What it is not: it knows no surface, no layout and no text, and it makes nothing be measured.
import Timebase

/// The machines whose looks a frame shows: an entrance, the drag that shows times, and what was dropped.
///
/// Complexity: O(1) each; nothing is allocated.
package struct SurfaceOrnaments {
  /// What a frame shows of them.
  package struct Look {
    /// How a new chat's first message comes in; nil in its place.
    package var entrance: Entrance.Look?
    package var answerOpacity = 1.0
    /// How far messages slide aside, in points.
    package var reveal: Double
    /// What was dropped and where it is, in points; nil at rest.
    package var drop: (item: DroppedItem.Kind, x: Double, y: Double)?
  }

  /// How a new chat's first message and its answer come in; nil where there is none.
  package var entrance: Entrance?
  /// The drag that slides messages aside.
  package var timestamps = RevealGesture()
  /// What was dropped onto the composer last and may still move; nil at rest.
  package var drop: DropGesture?

  package init() {}

  /// Whether one of them changes by itself at `instant`.
  package func isRunning(at instant: Instant) -> Bool {
    timestamps.isRunning || drop.map { instant < $0.restsAt } ?? false
      || entrance?.isRunning(at: instant) == true
  }

  /// The messages that they know.
  package var messages: [UInt32] {
    [entrance?.message, entrance?.answer?.handle].compactMap(\.self)
  }

  /// Nothing moves by itself any more.
  ///
  /// - Parameter endsDrag: Whether that is so for what a finger has let go, too.
  package mutating func rest(at instant: Instant, endsDrag: Bool) {
    entrance?.finish(at: instant)
    drop = nil
    if endsDrag { timestamps.rest() }
  }

  /// A message has left the conversation.
  package mutating func leaves(_ message: UInt32) {
    if entrance?.message == message { entrance = nil } else { entrance?.leaves(message) }
  }

  /// Goes on to a frame.
  ///
  /// - Parameters:
  ///   - last: The instant of the frame before.
  ///   - changed: Is told each message that looks different from there.
  package mutating func step(
    to instant: Instant,
    since last: Instant,
    changed: (UInt32) -> Void
  ) -> Look {
    var look = Look(reveal: timestamps.advance(to: instant))
    if let drop, instant < drop.restsAt {
      let place = drop.position(at: instant)
      look.drop = (drop.item, place.x, place.y)
    } else {
      drop = nil
    }
    guard let entrance else { return look }
    let shown = entrance.look(at: instant)
    if shown != .settled { look.entrance = shown }
    look.answerOpacity = entrance.answerOpacity(at: instant)
    if entrance.isRunning(at: last) || entrance.isRunning(at: instant) {
      changed(entrance.message)
      if let answer = entrance.answer { changed(answer.handle) }
    } else if entrance.answer != nil {
      self.entrance = nil
    }
    return look
  }

  /// Traps unless a disabled drag rests, and an answer is another message.
  package func checkInvariants() {
    timestamps.checkInvariants()
    if let entrance {
      precondition(
        entrance.answer?.handle != entrance.message,
        "\(entrance.message) answers itself"
      )
    }
  }
}
