import Lengths

/// Changes in place: heights, and items put in.
extension HeightTree {
  // MARK: Heights

  @inline(__always) func setHeight(_ height: Int32, at index: Int) {
    work.touch(1)
    if index == count &- 1, let segment = tailSegment {
      let end = segment.end
      let bottom = segment[top: end &- 1] &+ height
      if bottom <= Segment.heightLimit {
        total &+= Int64(bottom &- segment[top: end])
        segment[top: end] = bottom
        return
      }
    }
    setInnerHeight(height, at: index)
  }

  private func setInnerHeight(_ height: Int32, at index: Int) {
    finger.high = 0
    let place = place(of: index)
    refresh(place.segment)
    let change = height &- place.segment.height(of: place.slot)
    guard makeRoom(for: change, in: place.segment) else { return rewriteHeight(height, at: place) }
    place.segment.add(change, after: place.slot)
    addHeight(change, in: place)
  }

  /// Makes room for so many more units after the first item of a segment.
  ///
  /// - Returns: Whether it may become so tall.
  @inline(__always) func makeRoom(for change: Int32, in segment: Segment) -> Bool {
    if segment.bottom &+ change <= Segment.heightLimit { return true }
    // Only in the first segment there may be room above.
    guard Int64(segment.height) + Int64(change) <= Int64(Segment.heightLimit) else { return false }
    segment.rebase(to: 0)
    noteHead()
    return true
  }

  /// Tells the tree that the segment of an item changed its height.
  @inline(__always) private func addHeight(_ change: Int32, in place: Place) {
    total &+= Int64(change)
    if place.number == tail { return }
    tailBase &+= Int64(change)
    if place.number == head {
      lagHeight &+= Int64(change)
    } else {
      add(0, Double(change), after: place.segment)
    }
    work.touch(top &+ 1)
  }

  private func rewriteHeight(_ height: Int32, at place: Place) {
    settle()
    withScratch { items in
      place.segment.read(into: &items)
      let item = place.slot - place.segment.first
      total += Int64(height) - items[item].height.rawValue
      items[item].height = LayoutUnit(rawValue: Int64(height))
      replaceItems(of: place.segment, by: items)
    }
  }

  /// Gives a run of items other heights.
  func setHeights(_ heights: UnsafeBufferPointer<LayoutUnit>, at first: Int) {
    finger.high = 0
    var done = 0
    while done < heights.count {
      let place = place(of: first &+ done)
      let (segment, slot) = (place.segment, place.slot)
      refresh(segment)
      let stop = min(segment.end, slot &+ heights.count &- done)
      var added: Int64 = 0
      var bits: UInt64 = 0
      for item in done..<done &+ stop &- slot {
        bits |= UInt64(bitPattern: heights[item].rawValue)
        added &+= heights[item].rawValue
      }
      // One by one where a height is refused, or the segment could become too tall.
      if bits > UInt64(HeightIndex.maximumUnits)
        || added &+ Int64(segment.height) > Int64(Segment.heightLimit)
      {
        setHeight(heights[done].checkedHeight, at: first &+ done)
        done += 1
        continue
      }
      let old = segment[top: stop] &- segment[top: slot]
      let change = Int32(truncatingIfNeeded: added) &- old
      _ = makeRoom(for: change, in: segment)
      var top = segment[top: slot]
      var later = slot &+ 1
      while later < stop {
        top &+= Int32(truncatingIfNeeded: heights[done &+ later &- slot &- 1].rawValue)
        segment[top: later] = top
        if later & 15 == 0 { segment[group: later &>> 4] = top }
        later &+= 1
      }
      segment.add(change, after: stop &- 1)
      work.touch(stop &- slot)
      addHeight(change, in: place)
      done &+= stop &- slot
    }
  }

  // MARK: Items

  /// Adds items so that the first has index `index`.
  func insert(_ items: Items, at index: Int) {
    if items.isEmpty { return }
    if index == count {
      for item in items { append(item.handle, item.height.checkedHeight) }
      return
    }
    finger.high = 0
    if index == 0 {
      prepend(items)
    } else if items.count == 1 {
      insert(items[0].handle, items[0].height.checkedHeight, at: index)
    } else {
      settle()
      becomeIrregular()
      let place = placeByCount(of: index)
      refresh(place.segment)
      work.touch(items.count)
      insertSlowly(items, at: place)
    }
  }

  /// Adds one item between two others.
  private func insert(_ handle: UInt32, _ height: Int32, at index: Int) {
    settle()
    becomeIrregular()
    let place = placeByCount(of: index)
    let segment = place.segment
    refresh(segment)
    let hasRoom = makeRoom(for: height, in: segment)
    if !hasRoom || segment.end >= segmentFill {
      if hasRoom, share(segment) { return insert(handle, height, at: index) }
      if hasRoom, segmentFill == Segment.slots, segment.first < Segment.slots / 2 {
        halve(segment)
        return insert(handle, height, at: index)
      }
      let item = HeightIndex.Item(handle, LayoutUnit(rawValue: Int64(height)))
      return withUnsafePointer(to: item) { insertSlowly(Items(start: $0, count: 1), at: place) }
    }
    memory.handles.pointee.claim(handle, for: place.number)
    segment.insert(handle, height, at: place.slot)
    count &+= 1
    total &+= Int64(height)
    work.touch(top &+ 2)
    work.move(segment.end &- 1 &- place.slot)
    if place.number == tail { return }
    tailBase &+= Int64(height)
    add(1, Double(height), after: segment)
  }

  /// Puts items into a segment where one item does not simply fit.
  private func insertSlowly(_ new: Items, at place: Place) {
    let segment = place.segment
    withScratch { items in
      segment.read(segment.first..<place.slot, into: &items)
      for item in new {
        memory.handles.pointee.claim(item.handle, for: place.number)
        items.append(item)
        total += Int64(item.height.checkedHeight)
      }
      count += new.count
      segment.read(place.slot..<segment.end, into: &items)
      replaceItems(of: segment, by: items)
    }
  }
}
