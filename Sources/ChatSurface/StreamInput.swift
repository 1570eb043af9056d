import Lengths
import Timebase
import TokenStreaming

/// What a stream has to take in, in order of time.
enum StreamInput {
  case token(UInt32, [UInt8], Instant)
  case end(UInt32, StreamEndReason, Instant)
  /// Everything that arrived, of every stream, is to be shown now.
  case showAll(Instant)
  case animate(Bool, Instant)

  var instant: Instant {
    switch self {
    case .token(_, _, let instant), .end(_, _, let instant), .showAll(let instant),
      .animate(_, let instant):
      instant
    }
  }
}

/// What the reveal timeline is told, in order of time.
enum RevealCommand {
  case complete(UInt32, Chunk)
  case snap(UInt32?, Instant)
  case animate(Bool, Instant)
}

/// Items that an eager profile has taken in but not yet measured; until then they take no room.
struct UnplacedItems {
  var handles: [UInt32]
  /// Whether they were put before everything else, so that content is to extend upward.
  var isPrepended: Bool
}
