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
  /// Tokens that say they begin beyond what has arrived, in order of their places.
  private(set) var beyond: [(start: Int, bytes: [UInt8])] = []
  private var beyondUTF8 = 0
  /// How many bytes came again with their place and had arrived already.
  private(set) var replayedUTF8 = 0
  var output: [UInt8] = []
  var releasedScalars = 0
  /// Whether tokens are taken in.
  var isOpen = true
  /// Whether the surface may still release something.
  var isSettled = false
  /// Whether the message was taken away or its text replaced: the rest is not due any more.
  var isWithdrawn = false
  var isDamaged = false

  init(id: MessageID, base: Int, baseScalars: Int = 0, isOpen: Bool = true) {
    (self.id, self.base, self.baseScalars, self.isOpen) = (id, base, baseScalars, isOpen)
  }

  /// How many scalars have arrived.
  var arrivedScalars: Int { baseScalars + inputScalars }

  /// Bytes go on where the text ends; what waited for them follows.
  mutating func put(_ bytes: [UInt8]) {
    input += bytes
    inputScalars += bytes.count { $0 & 0xC0 != 0x80 }
    var ready = 0
    while ready < beyond.count, beyond[ready].start <= arrivedScalars {
      let token = beyond[ready]
      ready += 1
      beyondUTF8 -= token.bytes.count
      let rest = unknownPart(of: token.bytes, at: token.start)
      input += rest
      inputScalars += rest.count { $0 & 0xC0 != 0x80 }
    }
    beyond.removeFirst(ready)
  }

  /// Bytes come whose place in the text is said: those that have arrived are left out, and those behind a
  /// hole wait, at most 256 KiB of them.
  mutating func put(_ bytes: [UInt8], at scalar: Int) {
    guard scalar > arrivedScalars else {
      put(unknownPart(of: bytes, at: scalar))
      return
    }
    guard beyondUTF8 + bytes.count <= 262_144 else {
      isOpen = false
      return
    }
    beyondUTF8 += bytes.count
    var place = beyond.count
    while place > 0, beyond[place - 1].start > scalar { place -= 1 }
    beyond.insert((scalar, bytes), at: place)
  }

  /// What of some bytes lies behind what has arrived.
  private mutating func unknownPart(of bytes: [UInt8], at scalar: Int) -> [UInt8] {
    var known = 0
    var left = arrivedScalars - scalar
    while known < bytes.count, left > 0 || bytes[known] & 0xC0 == 0x80 {
      if bytes[known] & 0xC0 != 0x80 { left -= 1 }
      known += 1
    }
    // The rest of the last known scalar.
    if left < 0 { known -= 1 }
    replayedUTF8 += known
    return Array(bytes[known...])
  }

  /// The whole text is another one; what waits goes on waiting for its place in it.
  mutating func replace(with text: [UInt8], after other: StreamAccount) {
    (beyond, beyondUTF8) = (other.beyond, other.beyondUTF8)
    put(text)
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
