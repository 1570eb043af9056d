import ChatSurface
import Lengths
import Ornaments
import Timebase

// Parts and cards, what stands beside the messages, drops, and what is refused.
extension RandomSession {
  /// A part of a streaming answer begins, or a card gets another height.
  mutating func part(at instant: Instant) {
    let open = model.indices.filter { model[$0].isOpen }
    guard let index = open.last else { return }
    let cards = model[index].parts.indices.filter { model[index].parts[$0] == .card }
    if model[index].hasKnownParts, let card = cards.last, random.nextIndex(below: 2) == 0 {
      let height = LayoutUnit(rawValue: [0, 1, 640, 6_400][random.nextIndex(below: 4)])
      put(.card(model[index].id, part: card, height), at: instant)
      return
    }
    let kind = MessagePart.Kind.allCases[random.nextIndex(below: 3)]
    // A text that nobody has begun is a part too once something stands in it.
    if model[index].parts.isEmpty, !model[index].bytes.isEmpty { model[index].parts = [.text] }
    model[index].parts.append(kind)
    put(.partBegin(model[index].id, kind), at: instant)
  }

  /// Something beside the messages appears, changes or goes.
  mutating func changeSurroundings(_ index: Int?, at instant: Instant) {
    let heights = [0, 1, 1_500, 2_048]
    let height = LayoutUnit(rawValue: Int64(heights[random.nextIndex(below: 4)]))
    let given = random.nextIndex(below: 4) == 0 ? nil : height
    let isOn = random.nextIndex(below: 2) == 0
    switch random.nextIndex(below: 8) {
    case 0: put(.auxiliary(.header, given), at: instant)
    case 1: put(.auxiliary(.footer, given), at: instant)
    case 2: put(.auxiliary(.disclaimer, given), at: instant)
    case 3: put(.loader(.top, isVisible: isOn), at: instant)
    case 4: put(.loader(.end, isVisible: isOn), at: instant)
    case 5: put(.timestamps(isOn), at: instant)
    case 6:
      let item = DroppedItem.text(text())
      put(.drop(item, overlap: isOn ? 0.8 : 0.7), at: instant)
    default:
      guard let index else { return }
      let id = model[index].id
      if model[index].role == .assistant {
        model[index].actions = given ?? .zero
        put(.auxiliary(.actions(id), given), at: instant)
      } else {
        put(.auxiliary(.actions(id), given), at: instant, refusedFor: .notAnAnswer(id))
      }
    }
  }

  /// Something that cannot be done: nothing changes.
  mutating func refused(_ index: Int?, at instant: Instant) {
    let nobody: MessageID = "nobody"
    let tall = LayoutUnit(points: 1_000_001)
    switch random.nextIndex(below: 8) {
    case 0: put(.remove(nobody), at: instant, refusedFor: .unknown(nobody))
    case 1: put(.update(nobody, text: "x"), at: instant, refusedFor: .unknown(nobody))
    // What comes too late is no mistake.
    case 2: put(.partBegin(nobody, .card), at: instant)
    case 3: put(.regenerate(nobody), at: instant, refusedFor: .unknown(nobody))
    case 4:
      put(.auxiliary(.header, tall), at: instant, refusedFor: .auxiliaryOutOfRange(.header, tall))
    case 5:
      let place = model.count + 1
      put(
        .insert(index: place, Message(id: newID(), role: .user, text: "x")),
        at: instant,
        refusedFor: .indexOutOfRange(place, count: model.count)
      )
    default:
      guard let index else { return }
      let id = model[index].id
      put(.setHeight(id, tall), at: instant, refusedFor: .heightOutOfRange(id, tall))
    }
  }
}
