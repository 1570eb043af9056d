import Lengths
import NativeTwins

/// A Fenwick tree in C++.
struct NativeFenwick: HeightSequence {
  static let name = "C++ Fenwick"
  static let abilities: Abilities = [.offsets, .search, .heights]
  private let tree: Handle
  let count: Int

  private final class Handle {
    let raw: OpaquePointer?
    init(_ heights: [LayoutUnit]) {
      raw = native_fenwick_make(heights.map(\.rawValue), Int64(heights.count))
    }
    deinit { native_fenwick_free(raw) }
  }

  init(_ heights: [LayoutUnit]) {
    tree = Handle(heights)
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
  private let tree: Handle
  let count: Int

  private final class Handle {
    let raw: OpaquePointer?
    init(_ heights: [LayoutUnit]) {
      raw = native_tree_make(heights.map(\.rawValue), Int64(heights.count))
    }
    deinit { native_tree_free(raw) }
  }

  init(_ heights: [LayoutUnit]) {
    tree = Handle(heights)
    count = heights.count
  }
  func offset(of index: Int) -> Int64 { native_tree_offset(tree.raw, Int64(index)) }
  func index(at offset: Int64) -> Int { Int(native_tree_search(tree.raw, offset)) }
  func setHeight(_ units: Int64, at index: Int) { native_tree_set(tree.raw, Int64(index), units) }
}
