import ChatSurface
import Lengths

/// A place that may stay where it is in the place of what is read: an edit has changed a message across
/// the viewport's top, or folded a part, and no frame says which of its blocks lay where.
struct KeptPlace {
  /// Which edge of a message.
  enum Edge {
    case top
    case bottom
    /// The top of one of its parts.
    case part(Int)
  }

  var id: MessageID
  var edge: Edge
  var y: LayoutUnit

  /// What may keep its place after an event, beside what is read.
  static func after(_ event: SurfaceEvent, _ before: ShownFrame) -> [KeptPlace] {
    switch event {
    case .update(let id, _, _), .setHeight(let id, _), .auxiliary(.actions(let id), _),
      .auxiliary(.below(let id), _):
      before.bottom(of: id, ifAbove: before.topInset)
    case .remove(let id), .move(let id, _): before.next(below: id)
    case .replaceAll(let source):
      before.items.filter { source.index(of: $0.id) == nil }.flatMap { before.next(below: $0.id) }
        + before.items.prefix { $0.y < before.topInset }.flatMap {
          before.bottom(of: $0.id, ifAbove: before.topInset)
        }
    case .card(let id, _, _), .partHeight(let id, _, _, .app):
      before.bottom(of: id, ifAbove: nil) + before.parts(of: id)
    case .partHeight(let id, let part, _, .reader):
      before.parts(of: id) + [KeptPlace(id: id, edge: .part(part), y: before.topInset)]
    default: []
    }
  }

  /// How far it has moved in a frame; nil where that cannot be told.
  func movement(
    in frame: FrameSnapshot,
    offScreen: (MessageID) -> LayoutUnit?,
    partTop: (MessageID, Int) -> LayoutUnit?
  ) -> LayoutUnit? {
    let item = frame.visible.first { $0.id == id }
    guard let top = item?.y ?? offScreen(id) else { return nil }
    switch edge {
    case .top: return top - y
    case .bottom: return item.map { $0.y + $0.height - y }
    case .part(let part): return partTop(id, part).map { top + $0 - y }
    }
  }
}

extension ShownFrame {
  /// The bottom of a message that was on screen.
  ///
  /// - Parameter edge: Its top has to lie above; nil: wherever it lies.
  fileprivate func bottom(of id: MessageID, ifAbove edge: LayoutUnit?) -> [KeptPlace] {
    items.filter { $0.id == id && $0.y < edge ?? .tallest }.map {
      KeptPlace(id: id, edge: .bottom, y: $0.y + $0.height)
    }
  }

  /// The message below one that goes, where all above lie across the top: it may keep its place.
  fileprivate func next(below id: MessageID) -> [KeptPlace] {
    guard let index = items.firstIndex(where: { $0.id == id }), index + 1 < items.count,
      items[..<index].allSatisfy({ $0.y < topInset })
    else { return [] }
    return [KeptPlace(id: items[index + 1].id, edge: .top, y: items[index + 1].y)]
  }

  /// Where a message's parts began.
  fileprivate func parts(of id: MessageID) -> [KeptPlace] {
    guard let item = items.first(where: { $0.id == id }) else { return [] }
    return [KeptPlace(id: id, edge: .top, y: item.y)]
      + item.parts.enumerated().map { KeptPlace(id: id, edge: .part($0 + 1), y: $1) }
  }
}

extension LayoutUnit {
  fileprivate static var tallest: LayoutUnit { LayoutUnit(rawValue: .max) }
}
