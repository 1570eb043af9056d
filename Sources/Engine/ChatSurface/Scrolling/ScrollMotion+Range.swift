import Lengths

extension ScrollMotion {
  /// The offsets the insets allow.
  public struct Range: Hashable, Sendable {
    /// The least offset.
    public var lower: Double
    /// The greatest offset; below `lower` it counts as that.
    public var upper: Double

    /// Makes a range.
    public init(lower: Double, upper: Double) {
      self.lower = lower
      self.upper = upper
    }
  }

  /// Where a programmatic move goes.
  package enum Target: Equatable {
    case top
    case end
    case pin(UInt32)
    case message(UInt32, ScrollTarget.Alignment)
    /// So far into a message, at the lower edge of the top inset.
    case anchor(UInt32, LayoutUnit)
    /// Nowhere any more: the message has left the conversation.
    case gone

    /// The message it goes to; nil when it goes to none.
    var message: UInt32? {
      switch self {
      case .pin(let handle), .message(let handle, _), .anchor(let handle, _): handle
      case .top, .end, .gone: nil
      }
    }
  }
}
