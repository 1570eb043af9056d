import AnchoredLayout
import FramePacing

/// What edits of a layout in arrays have done so far, by kind.
internal struct ArrayWork: Sendable {
  /// Elements that an insertion or a removal has pushed along, in each array.
  var moved = 0
  /// Elements computed and stored, in each array.
  var rewritten = 0
  /// Items taken in, or placed anew one after the other.
  var loaded = 0

  var counts: OperationCounts {
    var counts = OperationCounts()
    counts[.arrayElementMoved] = moved
    counts[.arrayElementRewritten] = rewritten
    counts[.arrayElementLoaded] = loaded
    return counts
  }
}
