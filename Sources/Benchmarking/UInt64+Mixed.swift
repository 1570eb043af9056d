extension UInt64 {
  /// A hash that goes on with a number.
  public func mixed(_ value: Int) -> UInt64 {
    let product = (self ^ UInt64(bitPattern: Int64(value))) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 29
  }
}
