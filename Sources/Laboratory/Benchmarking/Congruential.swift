/// A small, fast generator: 32 random bits a step. The state may take up a result, so that a step
/// waits for the one before.
public struct Congruential: Sendable {
  public var state: UInt64

  /// Makes a generator.
  public init(_ state: UInt64 = 88_172_645_463_325_252) { self.state = state }

  @inlinable public mutating func next() -> UInt32 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt32(truncatingIfNeeded: state >> 32)
  }

  @inlinable public mutating func index(below count: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(next()) &* UInt64(truncatingIfNeeded: count)) >> 32)
  }
}

extension UInt64 {
  /// A hash that goes on with a number.
  @inlinable public func mixed(_ value: Int) -> UInt64 {
    let product = (self ^ UInt64(bitPattern: Int64(value))) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 29
  }
}
