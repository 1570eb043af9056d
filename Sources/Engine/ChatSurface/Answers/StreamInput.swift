import Timebase
import TokenStreaming

/// What a stream has to take in, in order of time.
package enum StreamInput {
  case token(UInt32, [UInt8], Instant)
  /// The same, from a place on, in Unicode scalars.
  case tokenAt(UInt32, [UInt8], scalar: Int, Instant)
  /// A message that had ended streams again.
  case reopen(UInt32, Instant)
  /// The whole text of a streaming message, as the app has it now, and what has become of it. That of a
  /// list, which may be older than what has arrived, takes nothing back.
  case replace(UInt32, [UInt8], Message.State?, isOfList: Bool, Instant)
  case end(UInt32, StreamEndReason, Instant)
  /// Another part of a message begins.
  case part(UInt32, MessagePart.Kind, Instant)
  /// A part of a message is to have another height.
  case height(UInt32, part: Int, PartHeight, Instant)
  /// Everything that arrived, of every stream, is to be shown now, and what arrives at once.
  case background(Instant)
  case foreground(Instant)
  case animate(Bool, Instant)

  /// When it is due.
  package var instant: Instant {
    switch self {
    case .token(_, _, let instant), .tokenAt(_, _, _, let instant), .reopen(_, let instant),
      .replace(_, _, _, _, let instant),
      .end(_, _, let instant), .part(_, _, let instant), .height(_, _, _, let instant),
      .background(let instant), .foreground(let instant), .animate(_, let instant):
      instant
    }
  }

  /// The message it is about; nil when it is about all.
  package var handle: UInt32? {
    switch self {
    case .token(let handle, _, _), .tokenAt(let handle, _, _, _), .reopen(let handle, _),
      .replace(let handle, _, _, _, _),
      .end(let handle, _, _), .part(let handle, _, _), .height(let handle, _, _, _):
      handle
    case .background, .foreground, .animate: nil
    }
  }
}

/// What the reveal timeline is told, in order of time.
package enum RevealCommand {
  case complete(UInt32, Chunk)
  case snap(UInt32?, Instant)
  case animate(Bool, Instant)
  case end(UInt32, Instant)
  /// Text from a place on is another one; so much of it stays.
  case replace(UInt32, keptUTF8: Int, keptScalars: Int, Instant)

  /// When it is due.
  package var instant: Instant {
    switch self {
    case .complete(_, let chunk): chunk.completed
    case .snap(_, let instant), .animate(_, let instant), .end(_, let instant),
      .replace(_, _, _, let instant):
      instant
    }
  }
}

/// Items that an eager profile has taken in but not yet measured; until then they take no room.
struct UnplacedItems {
  let handles: [UInt32]
  /// Whether they were put before everything else, so that content is to extend upward.
  let isPrepended: Bool
}
