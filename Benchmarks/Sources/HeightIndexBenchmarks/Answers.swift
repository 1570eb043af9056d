import HeightIndexing
import Lengths

/// What every way to keep heights can be asked and told.
protocol HeightSequence {
  init(_ heights: [LayoutUnit])
  mutating func offset(of index: Int) -> Int64
  mutating func setHeight(_ height: LayoutUnit, at index: Int)
  mutating func prepend(_ page: [LayoutUnit])
  mutating func append(_ height: LayoutUnit)
  mutating func insert(_ height: LayoutUnit, at index: Int)
  mutating func remove(at index: Int)
  /// The item that contains an offset.
  mutating func index(at offset: Int64) -> Int
  /// A hash of the offsets of the items that are partly or wholly in a stretch.
  mutating func frames(from top: Int64, to limit: Int64) -> Int
  var count: Int { get }
}

extension HeightSequence {
  /// The item that contains an offset, found by asking for offsets.
  mutating func index(at offset: Int64) -> Int {
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if self.offset(of: middle) <= offset { low = middle } else { high = middle }
    }
    return low
  }

  mutating func frames(from top: Int64, to limit: Int64) -> Int {
    var hash = 0
    var place = index(at: top)
    while place < count {
      let offset = offset(of: place)
      if offset >= limit { break }
      hash = (hash &+ Int(offset)) &* 31
      place += 1
    }
    return hash
  }
}

/// The answers of ours and of every twin to the same questions and changes, hashed.
struct Answers {
  let name: String
  /// The hash each one gave: ours first, then the twins in the order of `twinNames`.
  let hashes: [UInt64]
  let expected: UInt64

  static let twinNames = ["naive", "watermark", "Fenwick", "offset-adjusting", "anchored"]

  var isRight: Bool { hashes.allSatisfy { $0 == expected } }

  /// The hashes that 1,000 items and the operations below give.
  private static let expectations: [(name: String, hash: UInt64)] = [
    ("offset of an item", 0xEF45_3BBD_9C11_4297), ("item at an offset", 0x2118_547A_F67A_6B84),
    ("height of any item", 0x6BE7_4EEA_9C6C_E12F),
    ("height of the last item", 0xDAD1_7205_093B_4E1B), ("append", 0x9823_4B57_A9BB_F67B),
    ("prepend 50", 0x3852_B2B0_D10E_39A0), ("insert anywhere", 0x2ACF_915A_AD0E_5E04),
    ("remove anywhere", 0x5219_6E7D_3E08_F184), ("frames listed", 0xFE98_D065_1BFA_F2B3),
  ]

  static func all() -> [Answers] {
    let gathered = [
      gather(IndexSequence.self), gather(NaiveTwin.self), gather(WatermarkTwin.self),
      gather(FenwickTwin.self), gather(OffsetTwin.self), gather(AnchoredTwin.self),
    ]
    return expectations.indices.map { place in
      Answers(
        name: expectations[place].name,
        hashes: gathered.map { $0[place] },
        expected: expectations[place].hash
      )
    }
  }

  private static func gather(_ type: (some HeightSequence).Type) -> [UInt64] {
    var sequence = type.init(makeHeights(1_000))
    var random = Congruential(state: 4_711)
    let page = (0..<50).map { LayoutUnit(points: 30 + 11 * $0) }
    let operations: [(inout Congruential) -> Int64] = [
      { sequence.offset(of: $0.index(below: sequence.count + 1)) },
      {
        Int64(sequence.index(at: Int64($0.index(below: Int(sequence.offset(of: sequence.count))))))
      },
      {
        sequence.setHeight(
          LayoutUnit(rawValue: Int64($0.index(below: 40_000))),
          at: $0.index(below: 900)
        )
        return sequence.offset(of: $0.index(below: sequence.count))
      },
      {
        let height = LayoutUnit(rawValue: Int64($0.index(below: 40_000)))
        sequence.setHeight(height, at: sequence.count - 1)
        return sequence.offset(of: sequence.count)
      },
      {
        sequence.append(LayoutUnit(rawValue: Int64(1 + $0.index(below: 40_000))))
        return sequence.offset(of: sequence.count)
      },
      {
        sequence.prepend(page)
        return sequence.offset(of: $0.index(below: sequence.count))
      },
      {
        let height = LayoutUnit(rawValue: Int64(1 + $0.index(below: 40_000)))
        sequence.insert(height, at: $0.index(below: sequence.count + 1))
        return sequence.offset(of: $0.index(below: sequence.count))
      },
      {
        sequence.remove(at: $0.index(below: sequence.count))
        return sequence.offset(of: $0.index(below: sequence.count + 1))
      },
      {
        let top = Int64($0.index(below: Int(sequence.offset(of: sequence.count))))
        return Int64(truncatingIfNeeded: sequence.frames(from: top, to: top + 57_600))
      },
    ]
    return operations.map { operation in
      var hash: UInt64 = 0
      for _ in 0..<40 {
        hash = (hash ^ UInt64(bitPattern: operation(&random))) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 29
      }
      return hash
    }
  }
}
