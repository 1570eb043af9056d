import HeightIndexing
import Lengths
import Testing
import Timebase

/// Comparisons: each gives the first difference, or nil.
extension EditSession {
  /// Reports a difference, with what reproduces it.
  func expectNone(_ difference: String?, step: Int) {
    guard let difference else { return }
    Issue.record(
      """
      \(difference) differs after step \(step), \(edit), with \(model.items.count) items; \
      SEED=\(PropertySettings.seed)
      """
    )
  }

  /// Checks the invariants of the index and compares every item with the model: height, handle,
  /// offset, index of its handle, the item at its first unit, and of every fourth at its last.
  func difference() -> String? {
    index.checkInvariants()
    let count = model.items.count
    guard index.count == count else { return "the count" }
    var offset: Int64 = 0
    for place in 0..<count {
      let item = model.items[place]
      if index.height(at: place).rawValue != item.height { return "height \(place)" }
      if index.handle(at: place) != item.handle { return "handle \(place)" }
      if index.offset(of: place).rawValue != offset { return "offset \(place)" }
      if index.index(of: item.handle) != place { return "the index of handle \(place)" }
      if item.height > 0 {
        let last = LayoutUnit(rawValue: offset + item.height - 1)
        if index.index(at: LayoutUnit(rawValue: offset)) != place {
          return "the search of \(place)"
        }
        if (place ^ count) & 3 == 0, index.index(at: last) != place {
          return "the search of the end of \(place)"
        }
      }
      offset += item.height
    }
    guard index.total.rawValue == offset else { return "the total" }
    guard index.offset(of: count).rawValue == offset else { return "the offset of the end" }
    guard index.index(of: strangeHandle) == nil else { return "a handle that is not in" }
    guard comingHandles.allSatisfy({ index.index(of: $0) == nil }) else {
      return "a handle that was never in"
    }
    return walkDifference()
  }

  /// Compares some items in order, from any on.
  private func walkDifference() -> String? {
    let count = model.items.count
    let first = count == 0 ? 0 : Int(truncatingIfNeeded: index.total.rawValue) % count
    var place = first
    var offset = model.offset(of: first)
    var wrong: Int?
    index.forEachItem(from: first) { index, handle, top, height in
      let item = model.items[place]
      if index != place || handle != item.handle || top.rawValue != offset
        || height.rawValue != item.height
      {
        wrong = place
      }
      offset += item.height
      place += 1
      return wrong == nil && place < first + 30
    }
    if let wrong { return "item \(wrong) of a walk from \(first)" }
    return place == min(first + 30, count) ? nil : "the end of a walk from \(first)"
  }

  /// Looks the same offset up in both, near the last one mostly.
  mutating func lookUpDifference() -> String? {
    guard !model.items.isEmpty else { return nil }
    let total = Int(index.total.rawValue)
    let far = generator.nextIndex(below: 4) == 0
    let step = far ? total + 2 : min(total + 2, 40_000)
    lastOffset = far ? 0 : lastOffset
    lastOffset = min(lastOffset + generator.nextIndex(below: step) - step / 3, total + 1)
    let offset = LayoutUnit(rawValue: Int64(lastOffset))
    let found = model.index(at: Int64(lastOffset))
    if index.index(at: offset) != found { return "the item at \(lastOffset)" }
    // A list makes the next query near it take another way.
    index.list(from: offset, to: offset + LayoutUnit(rawValue: 1), into: &list)
    let near = LayoutUnit(rawValue: Int64(lastOffset + generator.nextIndex(below: 400)))
    return index.index(at: near) == model.index(at: near.rawValue) ? nil : "the item near \(near)"
  }

  /// Compares a stretch as `list` gives it with the model.
  mutating func listDifference() -> String? {
    guard !model.items.isEmpty else { return nil }
    let total = index.total.rawValue
    let top = Int64(generator.nextIndex(below: Int(total) + 1))
    let limit = top + Int64(generator.nextIndex(below: 200_000))
    index.list(from: LayoutUnit(rawValue: top), to: LayoutUnit(rawValue: limit), into: &list)
    var place = top < total ? model.index(at: top) : model.items.count
    var offset = model.offset(of: place)
    var wrong = 0
    list.forEach { index, handle, itemTop, height in
      if index != place || handle != model.items[place].handle { wrong += 1 }
      if itemTop.rawValue != offset || height.rawValue != model.items[place].height { wrong += 1 }
      offset += height.rawValue
      place += 1
    }
    if wrong > 0 { return "a listed item from \(top)" }
    if place < model.items.count && offset < limit && top < limit { return "the end of a list" }
    return nil
  }
}
