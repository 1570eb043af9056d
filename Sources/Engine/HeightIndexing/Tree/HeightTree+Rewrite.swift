/// Segments written again: those that overflow, and those that would be filled too little.
extension HeightTree {
  /// Lends the room for items, emptied.
  @inline(__always) func withScratch(_ body: (inout ContiguousArray<HeightIndex.Item>) -> Void) {
    var items: ContiguousArray<HeightIndex.Item> = []
    swap(&items, &scratch)
    items.removeAll(keepingCapacity: true)
    body(&items)
    swap(&items, &scratch)
  }

  /// Puts `items` in the place of all items of a segment, in as many segments as they need.
  ///
  /// - Parameter oldHeight: What the directory knows of its height, if that is not so.
  /// - Returns: By how much it becomes taller.
  @discardableResult func replaceItems(
    of segment: Segment,
    by items: ContiguousArray<HeightIndex.Item>,
    oldHeight: Int64? = nil
  ) -> Int64 {
    becomeIrregular()
    let height = items.reduce(0) { $0 + $1.height.rawValue }
    let change = height - (oldHeight ?? Int64(segment.height))
    if segment.number != tail {
      add(Int32(items.count - segment.count), Double(change), after: segment)
      tailBase += change
    }
    var size = segmentFill
    var limit = Int64(Segment.heightLimit)
    if items.count > segmentFill || height > limit {
      let pieces = (items.count + segmentFill - 1) / segmentFill
      size = (items.count + pieces - 1) / pieces
      limit /= 2
    }
    work.move(items.count)
    var last = segment
    var end = 0
    repeat {
      let start = end
      var rest = limit
      while end < items.count && end - start < size {
        rest -= items[end].height.rawValue
        if rest < 0 && end > start { break }
        end += 1
      }
      if start > 0 {
        let fresh = makeSegment(beside: last.number, step: 1)
        fresh.write(items, start..<end)
        for place in start..<end {
          memory.handles.pointee.move(items[place].handle, to: fresh.number)
        }
        insert(fresh, after: last)
        last = fresh
      } else {
        segment.write(items, start..<end)
        segment.epoch = epoch
        if segment.number == head { noteHead() }
      }
    } while end < items.count
    return change
  }

  /// Puts a segment after another one, in which its items were counted up to now.
  private func insert(_ fresh: Segment, after segment: Segment) {
    let node = memory.node(segment.parent, level: 0)
    let lane = node.lane(of: segment.number)
    insert(
      child: fresh.number,
      level: 0,
      node: segment.parent,
      after: lane,
      items: node[count: lane] + Int32(segment.count),
      height: node[top: lane] + Double(segment.height)
    )
    if segment.next >= 0 {
      link(fresh, to: memory.segment(segment.next))
    } else {
      (tail, tailSegment) = (fresh.number, fresh)
      tailBase += Int64(segment.bottom)
    }
    link(segment, to: fresh)
  }

  /// Moves what lies in the upper half of a segment's slots to a new segment after it.
  ///
  /// - Precondition: The tree is irregular and settled; the segment is up to date and has items in both
  ///   halves.
  func halve(_ segment: Segment) {
    let fresh = makeSegment(beside: segment.number, step: 1)
    fresh.clear()
    segment.move(from: Segment.slots / 2, to: fresh)
    for slot in 0..<fresh.end {
      memory.handles.pointee.move(fresh[handle: slot], to: fresh.number)
    }
    work.move(fresh.end)
    insert(fresh, after: segment)
  }

  /// Shares the items of a full segment evenly with one beside it that has much room, so that edits
  /// everywhere leave fewer and fuller segments than if each full one were cut in two.
  ///
  /// - Precondition: The tree is irregular and settled.
  /// - Returns: Whether there is one under the same parent; both have room then.
  func share(_ segment: Segment) -> Bool {
    guard segment.number != head else { return false }
    func hasRoom(_ other: Segment) -> Bool {
      other.parent == segment.parent
        && other.end <= min(segmentFill * 5 / 8, segmentFill - 2)
    }
    if segment.next >= 0 {
      let next = memory.segment(segment.next)
      if hasRoom(next) { return even(segment, next) }
    }
    let previous = memory.segment(segment.previous)
    return segment.previous != head && hasRoom(previous) && even(previous, segment)
  }

  /// Gives two segments in a row, with the same parent, as many items each.
  ///
  /// - Returns: Whether neither becomes too tall; else nothing changes.
  private func even(_ left: Segment, _ right: Segment) -> Bool {
    refresh(left)
    refresh(right)
    let half = (left.count + right.count) / 2
    let both = Int64(left.height) + Int64(right.height)
    let height =
      half < left.count
      ? Int64(left[top: half]) : Int64(left.height) + Int64(right[top: half - left.count])
    guard max(height, both - height) <= Int64(Segment.heightLimit) / 2 else { return false }
    divide(left, right, at: half)
    return true
  }

  /// Writes two segments in a row again: the left one with the first `count` items.
  private func divide(_ left: Segment, _ right: Segment, at count: Int) {
    let (old, oldHeight) = (left.count, left.height)
    withScratch { items in
      left.read(into: &items)
      right.read(into: &items)
      left.write(items, 0..<count)
      right.write(items, count..<items.count)
      for place in min(old, count)..<max(old, count) {
        memory.handles.pointee.move(
          items[place].handle,
          to: place < count ? left.number : right.number
        )
      }
    }
    work.move(abs(count - old))
    let change = left.height - oldHeight
    if right.number == tail {
      tailBase += Int64(change)
    } else {
      add(Int32(old - count), Double(-change), after: right)
    }
    add(Int32(count - old), Double(change), after: left)
  }

  /// Joins a segment that became small with the one after it, if both have the same parent.
  func joinWithNext(_ segment: Segment) {
    guard segment.number != head, segment.next >= 0, segment.count < segmentFill / 4 else { return }
    let next = memory.segment(segment.next)
    let count = segment.count + next.count
    guard next.parent == segment.parent, count <= segmentFill * 3 / 4 else { return }
    refresh(segment)
    refresh(next)
    let height = Int64(segment.height) + Int64(next.height)
    guard height <= Int64(Segment.heightLimit) else { return }
    divide(segment, next, at: count)
    removeSegment(next)
  }

  /// Takes an empty segment out of the directory and the chain.
  func removeSegment(_ segment: Segment) {
    settle()
    unlink(child: segment.number, level: 0, node: segment.parent)
    if segment.next >= 0 { memory.segment(segment.next).previous = segment.previous }
    if segment.previous >= 0 { memory.segment(segment.previous).next = segment.next }
    if segment.number == head {
      head = segment.next
      origin = head << 8
      refresh(memory.segment(head))
    }
    if segment.number == tail {
      tail = segment.previous
      let last = memory.segment(tail)
      refresh(last)
      tailSegment = last
      tailBase -= Int64(last.height)
    }
    noteHead()
    free(segment.number, level: -1)
  }
}
