import Lengths

/// Items taken out.
extension HeightTree {
  /// Takes out the items of a range.
  func remove(_ range: Range<Int>) {
    var left = range.count
    work.touch(left)
    if left == count { return reset() }
    finger.high = 0
    settle()
    limitAbandoned()
    while left > 0 {
      let place = place(of: range.lowerBound)
      let segment = place.segment
      refresh(segment)
      let stop = min(segment.end, place.slot + left)
      if place.slot == segment.first && stop == segment.end {
        removeAllItems(of: segment)
      } else if stop - place.slot == 1 {
        removeOne(at: place, index: range.lowerBound)
      } else if place.slot == segment.first && place.number == head {
        for _ in place.slot..<stop { removeFirstItem(of: segment) }
      } else if stop == segment.end && place.number == tail {
        for _ in place.slot..<stop { removeLastItem(of: segment) }
      } else {
        removeSome(place.slot..<stop, of: segment)
      }
      left -= stop - place.slot
    }
  }

  /// Takes out one of several items of a segment.
  @inline(__always) private func removeOne(at place: Place, index: Int) {
    let segment = place.segment
    if place.number == head && place.slot == segment.first { return removeFirstItem(of: segment) }
    if index == count &- 1 { return removeLastItem(of: segment) }
    becomeIrregular()
    let handle = segment[handle: place.slot]
    let height = segment.height(of: place.slot)
    work.touch(top &+ 2)
    work.move(segment.end &- place.slot)
    segment.remove(at: place.slot)
    count &-= 1
    total &-= Int64(height)
    if place.number != tail {
      tailBase &-= Int64(height)
      add(-1, Double(-height), after: segment)
    }
    // Last: where the map is in no cache, stores after this one would wait for it.
    memory.handles.pointee.release(handle)
    if segment.end < segmentFill / 4 { joinWithNext(segment) }
  }

  /// Takes out item 0; its slot stays, without an item.
  private func removeFirstItem(of segment: Segment) {
    let height = segment.height(of: segment.first)
    memory.handles.pointee.release(segment[handle: segment.first])
    segment.removeFirst()
    origin += 1
    count -= 1
    total -= Int64(height)
    work.touch(top + 2)
    if head != tail {
      tailBase -= Int64(height)
      lagItems -= 1
      lagHeight -= Int64(height)
    }
    if segment.count == 0 { removeSegment(segment) } else { noteHead() }
  }

  /// Takes out the last item.
  private func removeLastItem(of segment: Segment) {
    let height = segment.height(of: segment.end - 1)
    memory.handles.pointee.release(segment[handle: segment.end - 1])
    segment.removeLast()
    count -= 1
    total -= Int64(height)
    work.touch(2)
    if segment.count == 0 { removeSegment(segment) }
  }

  /// Takes out all items of a segment, and the segment; there are others.
  private func removeAllItems(of segment: Segment) {
    let (items, height) = (segment.count, Int64(segment.height))
    for slot in segment.first..<segment.end {
      memory.handles.pointee.release(segment[handle: slot])
    }
    count -= items
    total -= height
    if segment.number != tail {
      tailBase -= height
      if segment.number != head { becomeIrregular() }
      add(Int32(-items), Double(-height), after: segment)
    }
    removeSegment(segment)
  }

  /// Takes out some items from inside a segment.
  private func removeSome(_ slots: Range<Int>, of segment: Segment) {
    withScratch { items in
      for slot in slots { memory.handles.pointee.release(segment[handle: slot]) }
      segment.read(segment.first..<slots.lowerBound, into: &items)
      segment.read(slots.upperBound..<segment.end, into: &items)
      count -= slots.count
      total -= Int64(segment[top: slots.upperBound] - segment[top: slots.lowerBound])
      replaceItems(of: segment, by: items)
    }
    joinWithNext(segment)
  }

  /// Takes an item out and puts it back in.
  func move(from source: Int, to destination: Int) {
    if count == 1 || source == destination { return }
    finger.high = 0
    settle()
    let place = place(of: source)
    refresh(place.segment)
    let handle = place.segment[handle: place.slot]
    let height = place.segment.height(of: place.slot)
    if place.segment.count == 1 {
      removeAllItems(of: place.segment)
    } else {
      removeOne(at: place, index: source)
    }
    let item = HeightIndex.Item(handle, LayoutUnit(rawValue: Int64(height)))
    withUnsafePointer(to: item) { insert(Items(start: $0, count: 1), at: destination) }
  }
}
