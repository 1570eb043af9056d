extension Array where Element: Hashable {
  /// The elements in order, each once: naming a thing twice does not run it twice.
  package var withoutRepeats: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
