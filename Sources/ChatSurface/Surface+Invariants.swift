import AnchoredLayout
import Lengths

extension Surface {
  /// Every message's name, in order.
  package var ids: [MessageID] { transcript.ids }

  /// How many messages are held in memory as records.
  package var recordCount: Int { messages.records.count }

  /// How many sources, names and records of messages are kept, and how many handles there are.
  package var census: (sources: Int, names: Int, records: Int, handles: Int) { transcript.census }

  /// Moves all content behind the back of everything that keeps it still: the control of whoever
  /// judges drift. Nothing happens in a layout that cannot move its content.
  package func displaceContent(by distance: LayoutUnit) {
    _ = transcript.restore(.end, to: layout.bottom + distance)
  }

  /// Traps unless each part is sound, and they agree.
  package func checkInvariants() {
    transcript.checkInvariants()
    answers.checkInvariants()
    turn.checkInvariants()
    tasks.checkInvariants()
    entrance?.checkInvariants()
    position.checkInvariants()
    jumps.checkInvariants()
    surroundings.checkInvariants()
    consent.checkInvariants()
    timestamps.checkInvariants()
    context.checkInvariants()
    heights.checkInvariants()
    itemStates.checkInvariants()
    for answer in answers.streaming {
      let handle = answer.handle
      precondition(layout.index(of: handle) != nil, "handle \(handle) streams but is not laid out")
      guard let record = messages.record(handle) else {
        preconditionFailure("handle \(handle) streams but has no record")
      }
      precondition(
        record.text.utf8Count == answer.releasedUTF8,
        "\(record.text.utf8Count) bytes are shown, \(answer.releasedUTF8) released"
      )
    }
  }
}
