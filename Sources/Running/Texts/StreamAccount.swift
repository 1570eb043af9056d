import ChatSurface

/// The account of one stream of one message: what was put in, and what was shown.
struct StreamAccount {
  var id: MessageID
  /// Bytes that were shown before the stream began.
  var base: Int
  /// The same in Unicode scalars.
  var baseScalars = 0
  var input: [UInt8] = []
  /// The Unicode scalars in it.
  var inputScalars = 0
  var placed = PlacedTokens()
  var output: [UInt8] = []
  var releasedScalars = 0
  /// Whether tokens are taken in.
  var isOpen = true
  /// Whether the surface may still release something.
  var isSettled = false
  /// Whether the message was taken away or its text replaced: the rest is not due any more.
  var isWithdrawn = false
  var isDamaged = false

  /// How many scalars have arrived.
  var arrivedScalars: Int { baseScalars + inputScalars }

  mutating func put(_ bytes: [UInt8]) {
    input += bytes
    inputScalars += bytes.count { $0 & 0xC0 != 0x80 }
  }

  /// What was put in, invalid UTF-8 repaired.
  var repaired: [UInt8] { Array(String(decoding: input, as: UTF8.self).utf8) }

  /// So many scalars are released in a frame.
  ///
  /// - Returns: Whether it was more before.
  mutating func release(_ scalars: Int) -> Bool {
    defer { releasedScalars = scalars }
    return scalars < releasedScalars
  }

  /// The whole text is shown so in a frame: what was not shown before comes out.
  mutating func take(_ text: [UInt8]) {
    let known = base + output.count
    guard text.count >= known else {
      isDamaged = true
      return
    }
    output.append(contentsOf: text[known...])
  }

  /// Looks once more at the whole text: what was shown earlier may not have changed since.
  mutating func settle(_ text: [UInt8]) {
    isSettled = true
    if !text.dropFirst(base).elementsEqual(output) { isDamaged = true }
  }
}
