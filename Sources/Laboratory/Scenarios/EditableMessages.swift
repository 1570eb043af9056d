import ChatSurface
import Lengths
import LoadGeneration
import Timebase

/// The messages of a conversation that random edits may name.
///
/// It knows which messages are there but not where: every place it names exists, because the
/// conversation has these messages at least.
struct EditableMessages {
  private var ids: [MessageID]
  private let usualCount: Int
  private var made = 0

  /// How far the count may go from where it began.
  static let leeway = 200
  /// The most Unicode scalars of a text that an edit brings.
  static let longestText = 600
  /// The tallest height that an edit gives, in points.
  static let tallest = 900

  /// Starts with the messages of a history; with none where there is none.
  init(of history: SyntheticHistory?) {
    ids = history.map { history in (0..<history.count).map(history.id(at:)) } ?? []
    usualCount = ids.count
  }

  /// The next edit; every one of them can be carried out.
  mutating func edit(_ chance: inout SeededGenerator) -> SurfaceEvent {
    let isFew = ids.count < max(2, usualCount - Self.leeway)
    let isMany = ids.count > usualCount + Self.leeway
    switch isFew ? 2 : isMany ? 4 : chance.nextIndex(below: 9) {
    case 0: return .append(message(&chance))
    case 1:
      return .prepend(
        ListedMessages((0...chance.nextIndex(below: 2)).map { _ in message(&chance) })
      )
    case 2:
      let index = chance.nextIndex(below: ids.count + 1)
      return .insert(index: index, message(&chance))
    case 3, 4, 5: return .remove(takeAny(&chance))
    case 6:
      let index = chance.nextIndex(below: ids.count)
      return .move(ids[chance.nextIndex(below: ids.count)], index: index)
    case 7: return .update(ids[chance.nextIndex(below: ids.count)], text: text(&chance))
    default: return rename(orSetHeight: &chance)
    }
  }

  private mutating func rename(orSetHeight chance: inout SeededGenerator) -> SurfaceEvent {
    let index = chance.nextIndex(below: ids.count)
    if chance.nextIndex(below: 2) == 0 {
      let height = LayoutUnit(points: chance.nextIndex(below: Self.tallest + 1))
      return .setHeight(ids[index], height)
    }
    let old = ids[index]
    ids[index] = newID()
    return .replaceID(old, with: ids[index])
  }

  private mutating func takeAny(_ chance: inout SeededGenerator) -> MessageID {
    ids.swapAt(chance.nextIndex(below: ids.count), ids.count - 1)
    return ids.removeLast()
  }

  private mutating func message(_ chance: inout SeededGenerator) -> Message {
    let id = newID()
    ids.append(id)
    let role: Message.Role = made.isMultiple(of: 2) ? .user : .assistant
    return Message(id: id, role: role, text: text(&chance))
  }

  private mutating func newID() -> MessageID {
    made += 1
    return MessageID(rawValue: "edit-\(made)")
  }

  private func text(_ chance: inout SeededGenerator) -> String {
    let scalars = 1 + chance.nextIndex(below: Self.longestText)
    return String(
      decoding: TextSynthesis.markdown(scalars: scalars, seed: chance.next()),
      as: UTF8.self
    )
  }
}
