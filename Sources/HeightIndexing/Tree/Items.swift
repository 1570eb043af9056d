import Lengths

// Memory picture: a buffer that somebody else owns for the length of the call, one entry an item.
//
//   | handle, height | handle, height | ...

/// Items to be put into a tree; heights are as the caller gave them.
typealias Items = UnsafeBufferPointer<HeightIndex.Item>

extension Items {
  /// Whether the handles of some items count on in steps of 1, and none is too great for that.
  @inline(__always) func isRow(_ places: Range<Int>) -> Bool {
    let first = self[places.lowerBound].handle
    guard first < HeightIndex.handleLimit else { return false }
    var differs: UInt32 = 0
    for place in places {
      let step = UInt32(truncatingIfNeeded: place &- places.lowerBound)
      differs |= self[place].handle ^ (first &+ step)
    }
    return differs == 0
  }

  /// The sum of the heights of some items.
  ///
  /// - Precondition: Each is 0 to `HeightIndex.maximumHeight`.
  @inline(__always) func height(of places: Range<Int>) -> Int64 {
    var bits: UInt64 = 0
    var sum: Int64 = 0
    for place in places {
      bits |= UInt64(bitPattern: self[place].height.rawValue)
      sum &+= self[place].height.rawValue
    }
    // Which one is too great is asked when one is.
    if bits > UInt64(HeightIndex.maximumUnits) {
      for place in places { _ = self[place].height.checkedHeight }
    }
    return sum
  }
}

extension LayoutUnit {
  /// The units of a height that an item may have.
  @inline(__always) var checkedHeight: Int32 {
    precondition(
      UInt64(bitPattern: rawValue) <= UInt64(HeightIndex.maximumUnits),
      "a height is 0 to 1,048,576 pt, not \(self)"
    )
    return Int32(truncatingIfNeeded: rawValue)
  }
}
