/// A count or a place in a text, kept in four bytes: a parse has hundreds of them, and a text at most 2^31 − 1
/// bytes.
@propertyWrapper
struct CompactInt {
  private var stored: Int32

  init(wrappedValue: Int) { stored = Int32(wrappedValue) }

  var wrappedValue: Int {
    get { Int(stored) }
    set { stored = Int32(newValue) }
  }
}

/// A range of places in a text, kept in eight bytes.
@propertyWrapper
struct CompactRange {
  @CompactInt private var start: Int
  @CompactInt private var end: Int

  init(wrappedValue: Range<Int>) {
    start = wrappedValue.lowerBound
    end = wrappedValue.upperBound
  }

  var wrappedValue: Range<Int> {
    get { start..<end }
    set { (start, end) = (newValue.lowerBound, newValue.upperBound) }
  }
}
