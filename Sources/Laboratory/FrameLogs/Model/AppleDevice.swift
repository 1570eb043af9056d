/// What Apple's devices are, by the names that Instruments gives them.
package enum AppleDevice {
  /// The highest refresh rate of a model's display in Hz; nil for one that is not known.
  ///
  /// Source: Apple's technical specifications: ProMotion is in the Pro models of iPhone since 13, in iPhone 17
  /// and Air, and in iPad Pro since 2017; the others have 60 Hz.
  package static func refreshHertz(_ model: String) -> Double? {
    let words = model.split(separator: " ")
    guard words.count > 1, words[0] == "iPhone" || words[0] == "iPad" else { return nil }
    let isPro = words.contains("Pro")
    if words[0] == "iPad" { return isPro ? 120 : 60 }
    if words[1] == "Air" { return 120 }
    guard let generation = Int(words[1].prefix { $0.isNumber }) else {
      return words[1] == "SE" || words[1].hasPrefix("X") ? 60 : nil
    }
    let isPlain = !words[1].hasSuffix("e")
    return isPro && generation >= 13 || isPlain && generation >= 17 ? 120 : 60
  }
}
