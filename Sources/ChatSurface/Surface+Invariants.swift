import AnchoredLayout
import Lengths

extension Surface {
  /// Every message's name, in order.
  package var ids: [MessageID] {
    (0..<layout.count).compactMap { messages.id(of: layout.handle(at: $0)) }
  }

  /// How many messages are held in memory as records.
  package var recordCount: Int { messages.records.count }

  /// Moves all content behind the back of everything that keeps it still: the control of the drift
  /// meter. Nothing happens in a layout that cannot move its content.
  package func displaceContent(by distance: LayoutUnit) {
    _ = layout.restore(.end, to: layout.bottom + distance)
  }

  /// Traps unless the layout is sound, every item has a name and what streams is laid out.
  package func checkInvariants() {
    layout.checkInvariants()
    precondition(ids.count == layout.count, "\(ids.count) names for \(layout.count) items")
    precondition(Set(ids).count == layout.count, "two messages have one name")
    for handle in streaming {
      precondition(layout.index(of: handle) != nil, "handle \(handle) streams but is not laid out")
      guard let record = messages.record(handle), let stream = record.stream else {
        preconditionFailure("handle \(handle) streams but has no stream")
      }
      precondition(
        record.text.utf8Count == stream.releasedUTF8,
        "\(record.text.utf8Count) bytes are shown, \(stream.releasedUTF8) released"
      )
    }
    for record in messages.records.values {
      precondition(
        record.measuredBlocks <= max(1, record.text.count)
          && record.measuredBlocks <= record.placedBlocks.count,
        "\(record.measuredBlocks) of \(record.text.count) blocks are measured"
      )
    }
  }
}
