extension [Case] {
  /// The cases whose names hold one of some filters; all without filters. A filter that is a whole name is
  /// that case alone: other names may begin with it.
  ///
  /// - Throws: ``Misuse`` when no name holds a filter.
  package func matching(_ filters: [String]) throws -> [Case] {
    var wanted: Set<String> = []
    for filter in filters {
      let same = map(\.id).filter { $0 == filter }
      let found =
        same.isEmpty ? map(\.id).filter { $0.localizedCaseInsensitiveContains(filter) } : same
      if found.isEmpty { throw Misuse(text: "no case has \(filter); `list` names them") }
      wanted.formUnion(found)
    }
    return filters.isEmpty ? self : filter { wanted.contains($0.id) }
  }
}
