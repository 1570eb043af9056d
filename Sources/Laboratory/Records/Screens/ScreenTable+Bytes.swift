/// A table as bytes: the names of the windows and of the messages, each with its length; then of each
/// block how many rows and bytes it has, and the bytes; then the texts (``ScreenText``). Counts and lengths are LEB128 of their zigzag.
extension ScreenTable {
  /// The table as bytes.
  package var bytes: [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(blocks.reduce(64) { $0 + $1.bytes.count + 8 })
    for list in [windows, names] {
      all.append(variable: Int64(list.count))
      for name in list {
        all.append(variable: Int64(name.utf8.count))
        all += Array(name.utf8)
      }
    }
    all.append(variable: Int64(blocks.count))
    for block in blocks {
      all.append(variable: Int64(block.count))
      all.append(variable: Int64(block.bytes.count))
      all += block.bytes
    }
    all.append(variable: Int64(texts.count))
    for text in texts { text.append(to: &all) }
    return all
  }

  /// Reads a table.
  ///
  /// - Returns: Nil unless the bytes are exactly one.
  /// - Complexity: O(bytes): every row is looked at, so that reading it later cannot fail.
  package init?(bytes: [UInt8]) {
    var reader = VariableLengthReader(bytes: bytes, place: 0)
    let most = Int64(bytes.count)
    var lists: [[String]] = []
    for _ in 0..<2 {
      guard let count = reader.number(in: 0...most) else { return nil }
      var list: [String] = []
      for _ in 0..<count {
        guard let length = reader.number(in: 0...most), length <= bytes.count - reader.place else {
          return nil
        }
        list.append(
          String(decoding: bytes[reader.place..<reader.place + length], as: UTF8.self)
        )
        reader.place += length
      }
      lists.append(list)
    }
    guard let count = reader.number(in: 0...most) else { return nil }
    var blocks: [Block] = []
    for number in 0..<count {
      guard let rows = reader.number(in: 1...Int64(Self.blockLength)),
        let length = reader.number(in: 0...most), length <= bytes.count - reader.place
      else { return nil }
      let part = Array(bytes[reader.place..<reader.place + length])
      blocks.append(Block(bytes: part, count: rows, number: number))
      reader.place += length
    }
    guard let textCount = reader.number(in: 0...most) else { return nil }
    var texts: [ScreenText] = []
    for _ in 0..<textCount {
      guard let text = ScreenText(from: &reader) else { return nil }
      texts.append(text)
    }
    guard reader.place == bytes.count else { return nil }
    self.init(blocks: blocks, names: lists[1], windows: lists[0], texts: texts)
    guard findTicks() else { return nil }
  }
}
