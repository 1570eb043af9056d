import Lengths

// Memory picture: a buffer that somebody else owns for the length of the call, one entry an item.
//
//   | handle, height | handle, height | ...

/// Items to be put into a tree; heights are as the caller gave them.
typealias Items = UnsafeBufferPointer<HeightIndex.Item>

extension Items {
  /// What is to be known of some items before they are written.
  struct Scan {
    /// The sum of the heights.
    var height: Int64 = 0
    /// All bits of the heights.
    var bits: UInt64 = 0
    /// Whether the handles count on in steps of 1, and none is too great for that.
    var isRow = false
  }

  /// Looks at some items; there is one.
  @inline(__always) func scan(_ places: Range<Int>) -> Scan {
    var scan = Scan()
    let first = self[places.lowerBound].handle
    var differs: UInt32 = 0
    for place in places {
      let (handle, height) = self[place]
      differs |= handle ^ (first &+ UInt32(truncatingIfNeeded: place &- places.lowerBound))
      scan.bits |= UInt64(bitPattern: height.rawValue)
      scan.height &+= height.rawValue
    }
    scan.isRow = differs == 0 && first < HeightIndex.handleLimit
    return scan
  }

  /// Looks at some items that are to be written.
  ///
  /// - Precondition: There is one, and each height is 0 to `HeightIndex.maximumHeight`.
  @inline(__always) func checkedScan(_ places: Range<Int>) -> Scan {
    let scan = scan(places)
    // Which one is too great is asked when one is.
    if scan.bits > UInt64(HeightIndex.maximumUnits) {
      for place in places { _ = self[place].height.checkedHeight }
    }
    return scan
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
