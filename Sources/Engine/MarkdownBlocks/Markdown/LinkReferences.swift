/// The definitions that links refer to by their label.
struct LinkReferences {
  /// Where links lead, by label; of two with one label the first counts.
  private var destinations: [[UInt8]: [UInt8]] = [:]
  /// What the text defines that was not defined before it.
  private(set) var own: [LinkDefinition] = []

  /// Begins with definitions that stand before the text.
  init(knowing definitions: [LinkDefinition]) {
    for definition in definitions where destinations[definition.label] == nil {
      destinations[definition.label] = Array(definition.destination.prefix { $0 != 0 })
    }
  }

  /// Where a link with a label leads; nil where nothing says so.
  func destination(
    _ text: UnsafeBufferPointer<UInt8>,
    label: Range<Int>
  ) -> [UInt8]? {
    guard !destinations.isEmpty, !label.isEmpty, label.count <= 1_000 else { return nil }
    return destinations[Self.normalized(text, label)]
  }

  /// A label as it is compared.
  static func normalized(_ text: UnsafeBufferPointer<UInt8>, _ label: Range<Int>) -> [UInt8] {
    LinkLabels.normalized(
      UnsafeBufferPointer(rebasing: text[label]),
      folding: Scalars.folded
    )
  }

  /// Takes the definitions that a paragraph begins with.
  ///
  /// - Parameter text: The paragraph's lines, each with a line feed.
  /// - Returns: How many bytes they have.
  mutating func takeDefinitions(at text: UnsafeBufferPointer<UInt8>) -> Int {
    var start = 0
    while start < text.count, text[start] == UInt8(ascii: "["),
      let end = takeDefinition(UnsafeBufferPointer(rebasing: text[start...]))
    {
      start += end
    }
    return start
  }

  private mutating func takeDefinition(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let (label, labelEnd) = LinkParts.label(text, at: 0), !label.isEmpty,
      labelEnd < text.count, text[labelEnd] == UInt8(ascii: ":"),
      let (destination, end) = LinkParts.destination(
        text,
        at: Self.nextPart(text, at: labelEnd + 1)
      )
    else { return nil }
    let titleStart = Self.nextPart(text, at: end)
    var title = titleStart..<titleStart
    if titleStart > end, let titleEnd = LinkParts.titleEnd(text, at: titleStart) {
      title = titleStart..<titleEnd
    }
    // What follows a title on its line makes text of it, if it stands on a line of its own.
    guard
      let last = Self.lineEnd(text, at: title.isEmpty ? end : title.upperBound)
        ?? Self.lineEnd(text, at: end)
    else { return nil }
    define(
      Self.normalized(text, label),
      LinkParts.cleaned(text, destination),
      title: Self.cleanedTitle(text, title)
    )
    return last
  }

  private mutating func define(_ label: [UInt8], _ destination: [UInt8], title: [UInt8]) {
    guard !label.isEmpty, destinations[label] == nil else { return }
    destinations[label] = destination
    own.append(LinkDefinition(label: label, destination: destination + [0] + title))
  }

  private static func cleanedTitle(
    _ text: UnsafeBufferPointer<UInt8>,
    _ title: Range<Int>
  ) -> [UInt8] {
    guard title.count >= 2 else { return [] }
    let inner = UnsafeBufferPointer(
      rebasing: text[title.lowerBound + 1..<title.upperBound - 1]
    )
    return LinkParts.withoutEscapes(CharacterReference.resolved(inner))
  }

  /// Passes spaces, and at most one line feed between them.
  private static func nextPart(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
    var index = spaceEnd(text, at: start)
    if index < text.count, text[index] == 0x0A { index = spaceEnd(text, at: index + 1) }
    return index
  }

  /// Where the next line begins, if nothing but spaces is left of this one.
  private static func lineEnd(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    let index = spaceEnd(text, at: start)
    guard index < text.count else { return index }
    return text[index] == 0x0A ? index + 1 : nil
  }

  private static func spaceEnd(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
    var index = start
    while index < text.count, text[index] == 0x20 || text[index] == 0x09 { index += 1 }
    return index
  }
}
