import ChatSurface
import Lengths
import Testing

extension Driver {
  /// What is on screen where, by name.
  var places: [MessageID: LayoutUnit] {
    Dictionary(uniqueKeysWithValues: snapshot.visible.map { ($0.id, $0.y) })
  }

  /// Expects everything that was visible before and still is to lie where it lay.
  func expectStill(
    since before: [MessageID: LayoutUnit],
    _ location: SourceLocation = #_sourceLocation
  ) {
    let now = places
    var common = 0
    for (id, y) in before {
      guard let there = now[id] else { continue }
      common += 1
      #expect(there == y, "\(id)", sourceLocation: location)
    }
    #expect(common > 0, sourceLocation: location)
    #expect(drift == .zero, sourceLocation: location)
    #expect(violations.isEmpty, sourceLocation: location)
  }
}
