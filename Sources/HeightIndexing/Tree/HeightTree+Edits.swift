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
    let place = place(of: index)
    refresh(place.segment)
    let change = height &- place.segment.height(of: place.slot)
    guard place.segment.makeRoom(for: change) else { return rewriteHeight(height, at: place) }
    place.segment.add(change, after: place.slot)
    addHeight(change, in: place, index: index)
  }

  /// Tells the tree that the segment of an item changed its height.
  @inline(__always) private func addHeight(_ change: Int32, in place: Place, index: Int) {
    total &+= Int64(change)
    if place.number == tail { return }
    tailBase &+= Int64(change)
    if place.number == finger.number {
      finger.high &+= Int64(change)
    } else if index < finger.firstIndex {
      finger.move(by: 0, Int64(change))
    }
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
      total += Int64(height) - Int64(items.heights[item])
      items.heights[item] = height
      replaceItems(of: place.segment, by: items)
    }
  }

  /// Gives a run of items other heights; `units` is asked for each, in layout units, unchecked.
  @inline(__always) func setHeights(count run: Int, at first: Int, _ units: (Int) -> Int64) {
    var done = 0
    while done < run {
      let index = first &+ done
      let place = place(of: index)
      let (segment, slot) = (place.segment, place.slot)
      refresh(segment)
      let stop = min(segment.end, slot &+ run &- done)
      var added: Int64 = 0
      var bits: UInt64 = 0
      for item in done..<done &+ stop &- slot {
        bits |= UInt64(bitPattern: units(item))
        added &+= units(item)
      }
      // One by one where a height is refused, or the segment could become too tall.
      if bits > UInt64(HeightIndex.maximumUnits)
        || added &+ Int64(segment.height) > Int64(Segment.heightLimit)
      {
        setHeight(LayoutUnit(rawValue: units(done)).checkedHeight, at: index)
        done += 1
        continue
      }
      let old = segment[top: stop] &- segment[top: slot]
      let change = Int32(truncatingIfNeeded: added) &- old
      _ = segment.makeRoom(for: change)
      var top = segment[top: slot]
      var later = slot &+ 1
      while later < stop {
        top &+= Int32(truncatingIfNeeded: units(done &+ later &- slot &- 1))
        segment[top: later] = top
        if later & 15 == 0 { segment[group: later &>> 4] = top }
        later &+= 1
      }
      segment.add(change, after: stop &- 1)
      work.touch(stop &- slot)
      addHeight(change, in: place, index: index)
      done &+= stop &- slot
    }
  }

  // MARK: Items

  func insert(_ handle: UInt32, _ height: Int32, at index: Int) {
    if index == count { return append(handle, height) }
    let source = SingleSource(onlyHandle: handle, onlyHeight: height)
    if index == 0 { return prepend(source) }
    settle()
    becomeIrregular()
    let place = placeByCount(of: index)
    let segment = place.segment
    refresh(segment)
    let isFull = segment.end >= segmentFill
    guard segment.makeRoom(for: height) else { return insertSlowly(source, at: place) }
    if isFull, share(segment) { return insert(handle, height, at: index) }
    if isFull, segmentFill == Segment.slots, segment.first < Segment.slots / 2 {
      halve(segment)
      return insert(handle, height, at: index)
    }
    if isFull { return insertSlowly(source, at: place) }
    memory.handles.pointee.claim(handle, for: place.number)
    segment.insert(handle, height, at: place.slot)
    count &+= 1
    total &+= Int64(height)
    finger = HeightFinger()
    work.touch(top &+ 2)
    work.move(segment.end &- 1 &- place.slot)
    if place.number == tail { return }
    tailBase &+= Int64(height)
    add(1, Double(height), after: segment)
  }

  /// Adds items so that the first has index `index`.
  func insert(_ source: some ItemSource, at index: Int) {
    if source.count == 0 { return }
    if index == count {
      for item in 0..<source.count { append(source.handle(item), source.height(item)) }
    } else if index == 0 {
      prepend(source)
    } else if source.count == 1 {
      insert(source.handle(0), source.height(0), at: index)
    } else {
      settle()
      becomeIrregular()
      let place = placeByCount(of: index)
      refresh(place.segment)
      work.touch(source.count)
      insertSlowly(source, at: place)
    }
  }

  /// Puts items into a segment where one item does not simply fit.
  private func insertSlowly(_ source: some ItemSource, at place: Place) {
    let segment = place.segment
    withScratch { items in
      segment.read(segment.first..<place.slot, into: &items)
      for item in 0..<source.count {
        memory.handles.pointee.claim(source.handle(item), for: place.number)
        items.append(source.handle(item), source.height(item))
        total += Int64(source.height(item))
      }
      count += source.count
      segment.read(place.slot..<segment.end, into: &items)
      replaceItems(of: segment, by: items)
    }
  }
}
