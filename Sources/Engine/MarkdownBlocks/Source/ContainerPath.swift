/// The open containers above the node that a walk has reached.
package struct ContainerPath {
  private enum Container {
    case quote
    case list(isTight: Bool, nextNumber: Int?, delimiter: Character)
    case item
  }

  private struct Level {
    var container: Container
    /// Whether no leaf has been seen in it yet.
    var isEmpty = true
  }

  private var levels: [Level] = []
  private var markers: [Nesting.Marker] = []
  private var tightness: [Bool] = []
  private var listDepth = 0
  private var quoteDepth = 0
  private var footnotes = 0

  /// Makes a path of no containers.
  package init() {}

  /// Whether the innermost container has no leaf yet.
  package var isEmpty: Bool { levels.last?.isEmpty ?? false }

  package mutating func enterQuote() {
    quoteDepth += 1
    levels.append(Level(container: .quote))
  }

  package mutating func enterList(isTight: Bool, firstNumber: Int?, delimiter: Character) {
    tightness.append(isTight)
    levels.append(
      Level(container: .list(isTight: isTight, nextNumber: firstNumber, delimiter: delimiter))
    )
  }

  package mutating func enterItem(isDone: Bool?) {
    var marker = isDone.map { Nesting.Marker.task(isDone: $0) } ?? .bullet
    if let last = levels.indices.last,
      case .list(let isTight, let number?, let delimiter) = levels[last].container
    {
      levels[last].container = .list(
        isTight: isTight,
        nextNumber: number + 1,
        delimiter: delimiter
      )
      if isDone == nil { marker = .number(number, delimiter: delimiter) }
    }
    markers.append(marker)
    listDepth += 1
    levels.append(Level(container: .item))
  }

  /// Enters a footnote.
  ///
  /// - Parameter number: Its number; nil for the next one.
  package mutating func enterFootnote(number: Int?) {
    footnotes += 1
    markers.append(.footnote(number ?? footnotes))
    listDepth += 1
    levels.append(Level(container: .item))
  }

  /// Leaves the innermost container.
  package mutating func leave() {
    guard let level = levels.popLast() else { return }
    switch level.container {
    case .quote: quoteDepth -= 1
    case .item: listDepth -= 1
    case .list: tightness.removeLast()
    }
    if !level.isEmpty { noteLeaf() }
  }

  /// Says that the innermost container has a leaf.
  package mutating func noteLeaf() {
    if let last = levels.indices.last { levels[last].isEmpty = false }
  }

  /// The nesting of the leaf that comes now; its markers are given out once.
  package mutating func takeNesting() -> Nesting {
    // Most leaves have none; those of another are its own.
    defer { if !markers.isEmpty { markers = [] } }
    return Nesting(
      listDepth: listDepth,
      quoteDepth: quoteDepth,
      isTight: tightness.last ?? false,
      markers: markers
    )
  }
}
