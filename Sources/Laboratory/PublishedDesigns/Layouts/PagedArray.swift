import AnchoredLayout
import FramePacing
import Lengths
import Timebase

/// Items in pages, of fifty unless another length is named, each page with the sum of its heights,
/// laid out downward from a fixed top.
///
/// The published advice of the parameter article: a lazy stack is limited to fifty messages, what
/// is beyond that is paged. A page of older messages is one more page in front of the others; no
/// page's items are rewritten for it, only the pages' own places, one for each page. An item is found
/// by its page's place and a walk through that page. As in `AdjustingArray` everything after an
/// edit moves, and the content offset is adjusted.
package struct PagedArray: LayoutStrategy {
  /// How many items a full page has where nothing else is said, from the parameter article.
  package static let standardPageLength = 50

  /// How many items a full page has. Pages that take items in their middle grow to twice that before
  /// they are cut.
  private let pageLength: Int
  private var pages: [LayoutPage] = []
  /// For each page, its first item's index and offset; true for the first `settled` pages.
  private var starts: [PageStart] = []
  private var settled = 0
  /// The page's number of each handle's item. A number is a page's for good; where that page
  /// stands among the others is in `positions`.
  private var numbers = HandlePlaces()
  private var positions = HandlePlaces()
  private var nextNumber: UInt32 = 0
  private var spareNumbers: [UInt32] = []
  private var total = LayoutUnit.zero
  private var work = ArrayWork()
  private var origin: LayoutUnit

  /// Makes an empty layout whose first item will lie at `origin`.
  ///
  /// - Parameters:
  ///   - pageLength: How many items a full page has.
  /// - Precondition: `pageLength` is 1 or more.
  package init(
    origin: LayoutUnit = ContentSpace.start,
    pageLength: Int = PagedArray.standardPageLength
  ) {
    precondition(pageLength > 0, "a page of \(pageLength) items")
    self.origin = origin
    self.pageLength = pageLength
  }

  package var correction: Correction { .sameFrame }
  package var count: Int { numbers.count }
  package var top: LayoutUnit { origin }
  package var bottom: LayoutUnit { origin + total }
  package var counts: OperationCounts { work.counts }

  // MARK: Questions

  /// Where an item is: its page and its slot there; the last page's end for `count`.
  private func place(of index: Int) -> (page: Int, slot: Int) {
    guard index < count else { return (max(0, pages.count - 1), pages.last?.items.count ?? 0) }
    let (page, start) = page { $0.index <= index }
    return (page, index - start.index)
  }

  /// The last page whose start is as wanted, as those of all pages before it are.
  private func page(where isWanted: (PageStart) -> Bool) -> (Int, PageStart) {
    let low = starts[..<settled].partitionPoint { !isWanted($0) }
    var page = max(0, low - 1)
    var start = page < settled ? starts[page] : PageStart()
    guard low == settled else { return (page, start) }
    // Pages after the first edit of a batch are walked.
    while page + 1 < pages.count {
      let next = start.after(pages[page])
      guard isWanted(next) else { break }
      start = next
      page += 1
    }
    return (page, start)
  }

  private func start(of page: Int) -> PageStart {
    if page < settled { return starts[page] }
    var start = settled == 0 ? PageStart() : starts[settled - 1]
    for page in max(0, settled - 1)..<page { start = start.after(pages[page]) }
    return start
  }

  package func y(at index: Int) -> LayoutUnit {
    guard index < count else { return bottom }
    let (page, start) = page { $0.index <= index }
    return origin + start.offset + pages[page].extent(before: index - start.index)
  }

  package func height(at index: Int) -> LayoutUnit {
    let place = place(of: index)
    return pages[place.page].items[place.slot].height
  }

  package func handle(at index: Int) -> UInt32 {
    let place = place(of: index)
    return pages[place.page].items[place.slot].handle
  }

  package func index(of handle: UInt32) -> Int? {
    guard let number = numbers[handle], let page = positions[UInt32(number)] else { return nil }
    return pages[page].items.firstIndex { $0.handle == handle }.map { start(of: page).index + $0 }
  }

  package func index(atY y: LayoutUnit) -> Int {
    precondition(count > 0, "an empty layout has no item at \(y)")
    let offset = y - origin
    if offset < .zero { return 0 }
    if offset >= total { return count - 1 }
    let (page, start) = page { $0.offset <= offset }
    var end = start.offset
    for (slot, item) in pages[page].items.enumerated() {
      end += item.height
      if offset < end { return start.index + slot }
    }
    return start.index + pages[page].items.count - 1
  }

  package mutating func list(
    from start: LayoutUnit,
    to end: LayoutUnit,
    into items: inout PlacedItems
  ) {
    items.removeAll()
    settle()
    guard count > 0 else { return }
    var (page, head) = page { origin + $0.offset <= start }
    while page < pages.count {
      var index = head.index
      var y = origin + head.offset
      for item in pages[page].items {
        guard y < end else { return }
        if y + item.height > start {
          items.append(PlacedItem(index: index, handle: item.handle, y: y, height: item.height))
        }
        index += 1
        y += item.height
      }
      head = head.after(pages[page])
      page += 1
    }
  }

  // MARK: Edits

  package mutating func load(count: Int, top: LayoutUnit, _ make: (Int) -> LayoutItem) {
    pages.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    settled = 0
    numbers.removeAll()
    positions.removeAll()
    nextNumber = 0
    spareNumbers.removeAll()
    total = .zero
    origin = top
    insertPages((0..<count).map(make), at: 0)
    settle()
  }

  package mutating func insert(_ items: [LayoutItem], at index: Int) {
    guard !items.isEmpty else { return }
    let place = place(of: index)
    // Between two pages the one before takes in what it has room for.
    if place.slot == 0, place.page > 0,
      pages[place.page - 1].items.count + items.count <= pageLength
    {
      let end = pages[place.page - 1].items.count
      return insert(items, into: place.page - 1, at: end)
    }
    guard !pages.isEmpty else { return insertPages(items, at: 0) }
    let length = pages[place.page].items.count
    let isAtEdge = place.slot == 0 || place.slot == length
    if length + items.count <= pageLength * (isAtEdge ? 1 : 2) {
      return insert(items, into: place.page, at: place.slot)
    }
    if isAtEdge { return insertPages(items, at: place.slot == 0 ? place.page : place.page + 1) }
    let rest = Array(pages[place.page].items[place.slot...])
    cut(place.page, at: place.slot)
    insertPages(items + rest, at: place.page + 1)
  }

  private mutating func insert(_ items: [LayoutItem], into page: Int, at slot: Int) {
    work.loaded += items.count
    work.moved += pages[page].items.count - slot
    pages[page].insert(items, at: slot)
    numbers.set(Int(pages[page].number), ofEach: items)
    for item in items { total += item.height }
    settled = min(settled, page + 1)
  }

  /// Puts items into new pages that stand at `position` and after.
  private mutating func insertPages(_ items: [LayoutItem], at position: Int) {
    var new: [LayoutPage] = []
    var first = 0
    while first < items.count {
      let slots = first..<min(first + pageLength, items.count)
      let page = LayoutPage(number: takeNumber(), items: Array(items[slots]))
      numbers.set(Int(page.number), ofEach: page.items)
      total += page.extent
      new.append(page)
      first = slots.upperBound
    }
    work.loaded += items.count
    work.moved += pages.count - position
    pages.insert(contentsOf: new, at: position)
    renumber(from: position)
  }

  /// Drops the items of a page from `slot` on; they are put into others.
  private mutating func cut(_ page: Int, at slot: Int) {
    for item in pages[page].items[slot...] {
      numbers.remove(item.handle)
      total -= item.height
    }
    work.rewritten += pages[page].items.count - slot
    pages[page].remove(slot..<pages[page].items.count)
  }

  private mutating func takeNumber() -> UInt32 {
    if let number = spareNumbers.popLast() { return number }
    nextNumber += 1
    return nextNumber - 1
  }

  /// The pages from `first` on have got other positions.
  private mutating func renumber(from first: Int) {
    settled = min(settled, first)
    for page in first..<pages.count { positions.set(page, of: pages[page].number) }
    work.rewritten += pages.count - first
  }

  package mutating func remove(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let first = place(of: range.lowerBound)
    var left = range.count
    var page = first.page
    var slot = first.slot
    while left > 0 {
      let end = min(pages[page].items.count, slot + left)
      for item in pages[page].items[slot..<end] {
        numbers.remove(item.handle)
        total -= item.height
      }
      work.rewritten += end - slot
      work.moved += pages[page].items.count - end
      left -= end - slot
      pages[page].remove(slot..<end)
      slot = 0
      page += 1
    }
    settled = min(settled, first.page + 1)
    dropEmptyPages(first.page..<page)
    joinSmallPages(at: first.page)
  }

  private mutating func dropEmptyPages(_ range: Range<Int>) {
    var kept = range.lowerBound
    for page in range where !pages[page].items.isEmpty {
      if kept < page { pages.swapAt(kept, page) }
      kept += 1
    }
    guard kept < range.upperBound else { return }
    for page in kept..<range.upperBound { giveBack(pages[page].number) }
    work.moved += pages.count - range.upperBound
    pages.removeSubrange(kept..<range.upperBound)
    renumber(from: range.lowerBound)
  }

  private mutating func giveBack(_ number: UInt32) {
    positions.remove(number)
    spareNumbers.append(number)
  }

  /// Puts a page's items into the one before it when both fit into half a page's room.
  private mutating func joinSmallPages(at page: Int) {
    guard page > 0, page < pages.count,
      pages[page - 1].items.count + pages[page].items.count <= pageLength / 2
    else { return }
    let items = pages[page].items
    cut(page, at: 0)
    insert(items, into: page - 1, at: pages[page - 1].items.count)
    giveBack(pages[page].number)
    pages.remove(at: page)
    work.moved += pages.count - page
    renumber(from: page)
  }

  package mutating func move(from source: Int, to target: Int) {
    guard source != target else { return }
    let place = place(of: source)
    let item = pages[place.page].items[place.slot]
    remove(source..<source + 1)
    insert([item], at: target)
  }

  /// Items are laid out downward from a fixed top: the items after them move, whatever is asked.
  package mutating func setHeights(_ new: [LayoutUnit], at first: Int, growing: Growth) {
    for (index, height) in zip(first..., new) { setHeight(height, at: index) }
  }

  package mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    let place = place(of: index)
    total += height - pages[place.page].items[place.slot].height
    pages[place.page].setHeight(height, at: place.slot)
    settled = min(settled, place.page + 1)
    work.rewritten += 1
  }

  package mutating func scaleHeights(numerator: Int, denominator: Int) {
    let scale = LengthScale(numerator: numerator, denominator: denominator)
    var before = LayoutUnit.zero
    var scaledBefore = LayoutUnit.zero
    for page in pages.indices {
      pages[page].scale(by: scale, before: &before, scaledBefore: &scaledBefore)
    }
    total = scaledBefore
    settled = min(settled, 1)
    work.loaded += count
  }

  package mutating func translate(by distance: LayoutUnit) { origin += distance }

  package mutating func settle() {
    guard settled < pages.count else { return }
    var start = start(of: settled)
    starts.removeLast(starts.count - settled)
    for page in settled..<pages.count {
      starts.append(start)
      start = start.after(pages[page])
    }
    work.rewritten += pages.count - settled
    settled = pages.count
  }

  package func checkInvariants() {
    precondition(settled <= pages.count && settled <= starts.count, "starts of missing pages")
    var start = PageStart()
    for (position, page) in pages.enumerated() {
      precondition(
        position >= settled || starts[position] == start,
        "page \(position) is elsewhere"
      )
      precondition(positions[page.number] == position, "page \(page.number) is lost")
      precondition(
        (1...2 * pageLength).contains(page.items.count),
        "\(page.items.count) items in page \(position)"
      )
      page.checkInvariants()
      for item in page.items {
        precondition(numbers[item.handle] == Int(page.number), "handle \(item.handle) is lost")
      }
      start = start.after(page)
    }
    precondition(start == PageStart(index: count, offset: total), "not \(count) items, \(total)")
    precondition(positions.count == pages.count, "\(positions.count) numbers of pages")
  }
}
