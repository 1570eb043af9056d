import Timebase

/// A text cut into tokens, as bytes that lie together and as strings.
struct TokenText {
  var bytes: [UInt8] = []
  var lengths: [Int] = []
  var strings: [String] = []

  var tokenCount: Int { lengths.count }
  var text: String { strings.joined() }

  mutating func add(_ token: String) {
    strings.append(token)
    lengths.append(token.utf8.count)
    bytes += token.utf8
  }

  /// ASCII prose: a token is a space with a word, or half of a longer one; 5 bytes in the mean.
  static func prose(words: Int) -> TokenText {
    var generator = SeededGenerator(seed: 7)
    var result = TokenText()
    for word in 0..<words {
      let longer = generator.nextIndex(below: 3) == 0 ? generator.nextIndex(below: 6) : 0
      let length = 2 + generator.nextIndex(below: 4) + longer
      var token = word == 0 ? "" : word % 97 == 0 ? "\n" : " "
      for place in 0..<length {
        if length > 7, place == 5 {
          result.add(token)
          token = ""
        }
        token.unicodeScalars.append(Unicode.Scalar(UInt8(97 + generator.nextIndex(below: 26))))
      }
      if generator.nextIndex(below: 12) == 0 { token += "," }
      result.add(token)
    }
    return result
  }

  /// A sample over and over, four scalars a token.
  static func repeated(_ sample: String, scalars: Int) -> TokenText {
    var result = TokenText()
    var token = String.UnicodeScalarView()
    var count = 0
    while count < scalars {
      for scalar in sample.unicodeScalars {
        token.append(scalar)
        count += 1
        if token.count == 4 {
          result.add(String(token))
          token = String.UnicodeScalarView()
        }
      }
    }
    result.add(String(token))
    return result
  }
}
