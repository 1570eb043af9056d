import Lengths
import NativeTwins

/// A structure in C++, freed with the last who holds it.
final class NativeStructure {
  let raw: OpaquePointer?
  private let free: (OpaquePointer?) -> Void

  init(
    _ heights: [LayoutUnit],
    make: (UnsafePointer<Int64>, Int64) -> OpaquePointer?,
    free: @escaping (OpaquePointer?) -> Void
  ) {
    raw = make(heights.map(\.rawValue), Int64(heights.count))
    self.free = free
  }
  deinit { free(raw) }
}

/// A Fenwick tree in C++.
struct NativeFenwick: HeightSequence {
  static let name = "C++ Fenwick"
  static let abilities: Abilities = [.offsets, .search, .heights]
  private let tree: NativeStructure
  let count: Int

  init(_ heights: [LayoutUnit]) {
    tree = NativeStructure(heights, make: native_fenwick_make, free: native_fenwick_free)
    count = heights.count
  }
  func offset(of index: Int) -> Int64 { native_fenwick_offset(tree.raw, Int64(index)) }
  func index(at offset: Int64) -> Int { Int(native_fenwick_search(tree.raw, offset)) }
  func setHeight(_ units: Int64, at index: Int) {
    native_fenwick_set(tree.raw, Int64(index), units)
  }
}

/// A compact tree of 16-ary sums in C++.
struct NativeTree: HeightSequence {
  static let name = "C++ 16-ary"
  static let abilities: Abilities = [.offsets, .search, .heights]
  private let tree: NativeStructure
  let count: Int

  init(_ heights: [LayoutUnit]) {
    tree = NativeStructure(heights, make: native_tree_make, free: native_tree_free)
    count = heights.count
  }
  func offset(of index: Int) -> Int64 { native_tree_offset(tree.raw, Int64(index)) }
  func index(at offset: Int64) -> Int { Int(native_tree_search(tree.raw, offset)) }
  func setHeight(_ units: Int64, at index: Int) { native_tree_set(tree.raw, Int64(index), units) }
}
