import AnchoredLayout
import Lengths
import Timebase

/// Random edits that fit a layout of some number of items.
struct EditSource {
  var random: SeededGenerator
  private var nextHandle: UInt32 = 0
  /// Whether heights were last scaled up: they neither vanish nor run away.
  private var isWide = false

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A handle that no item has.
  var unusedHandle: UInt32 { nextHandle + 1 }

  mutating func next(count: Int) -> LayoutEdit {
    switch random.nextIndex(below: 100) {
    case 0:
      // What was there is gone: its handles may be used again.
      nextHandle = 0
      return .load(items(random.nextIndex(below: 130)))
    case 1..<26:
      return .insert(items(1 + random.nextIndex(below: 3)), at: random.nextIndex(below: count + 1))
    case 26..<30: return .insert(items(1 + random.nextIndex(below: 60)), at: 0)
    case 30..<32: return .insert(items(1 + random.nextIndex(below: 60)), at: count)
    case 32: return .insert(items(60), at: random.nextIndex(below: count + 1))
    case 33: return .insertRun(run(), at: random.nextIndex(below: count + 1))
    case 34..<52 where count > 0: return .remove(range(of: 6, in: count))
    case 52..<55 where count > 0: return .remove(range(of: count, in: count))
    case 55..<67 where count > 0:
      return .move(from: random.nextIndex(below: count), to: random.nextIndex(below: count))
    case 67..<81 where count > 0:
      let range = range(of: 5, in: count)
      let growing: Growth = random.nextIndex(below: 2) == 0 ? .upward : .downward
      return .setHeights(range.map { _ in height() }, at: range.lowerBound, growing)
    case 81..<97 where count > 0: return .setHeight(height(), at: random.nextIndex(below: count))
    case 97..<100 where count > 0: return scale()
    default: return .insert(items(2), at: count)
    }
  }

  /// There and back between two widths, with some rounding left over.
  private mutating func scale() -> LayoutEdit {
    isWide.toggle()
    return isWide ? .scale(852, 393) : .scale(393, 852)
  }

  private mutating func range(of length: Int, in count: Int) -> Range<Int> {
    let first = random.nextIndex(below: count)
    return first..<first + 1 + random.nextIndex(below: min(length, count - first))
  }

  private mutating func height() -> LayoutUnit {
    random.nextIndex(below: 8) == 0
      ? .zero : LayoutUnit(rawValue: Int64(1 + random.nextIndex(below: 30_000)))
  }

  private mutating func run() -> LayoutRun {
    let count = 1 + random.nextIndex(below: 90)
    let height = Int64(count + random.nextIndex(below: count * 20_000))
    defer { nextHandle += UInt32(count) }
    return LayoutRun(
      firstHandle: nextHandle + 1,
      count: count,
      height: LayoutUnit(rawValue: height)
    )
  }

  private mutating func items(_ count: Int) -> [LayoutItem] {
    (0..<count).map { _ in
      nextHandle += 1
      return LayoutItem(handle: nextHandle, height: height())
    }
  }
}
