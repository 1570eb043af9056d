import Lengths

// Sticky headers: which one is in force where, and where it stands.
extension Surface {
  /// The height of the header that stands at the top while the item at `index` is right below it; zero for
  /// none, and for a header.
  func headerHeight(above index: Int) -> LayoutUnit {
    guard let handles = sortedHeaders(), !handles.contains(layout.handle(at: index)) else {
      return .zero
    }
    var looks = 0
    let next = PartitionPoint.first(in: 0..<handles.count, counting: &looks) {
      (layout.index(of: handles[$0]) ?? 0) > index
    }
    meter.look(looks)
    guard next > 0, let header = layout.index(of: handles[next - 1]) else { return .zero }
    return transcript.ownHeight(ofSlot: layout.height(at: header))
  }

  /// Writes where the header in force stands.
  func writeHeader(into snapshot: inout FrameSnapshot) {
    snapshot.header = nil
    guard let handles = sortedHeaders() else { return }
    let edge = offset + insets.top
    func y(_ place: Int) -> LayoutUnit {
      layout.index(of: handles[place]).map { layout.y(at: $0) } ?? edge
    }
    var looks = 0
    let next = PartitionPoint.first(in: 0..<handles.count, counting: &looks) { y($0) >= edge }
    meter.look(looks)
    guard next > 0, let index = layout.index(of: handles[next - 1]),
      let id = messages.id(of: handles[next - 1])
    else { return }
    let height = transcript.ownHeight(ofSlot: layout.height(at: index))
    var top = insets.top
    if next < handles.count { top = min(top, y(next) - offset - height) }
    snapshot.header = FrameSnapshot.Header(id: id, y: top, height: height)
  }

  /// The headers in the order of the conversation; nil where there are none.
  private func sortedHeaders() -> [UInt32]? {
    guard !marks.headers.isEmpty else { return nil }
    if marks.headers.isStale {
      var found: [(index: Int, handle: UInt32)] = []
      marks.headers.names { id in
        guard let handle = handle(of: id), let index = layout.index(of: handle) else { return }
        found.append((index, handle))
      }
      let sorted = found.sorted { $0.index < $1.index }.map(\.handle)
      transcript.changeMarks { $0.headers.take(sorted) }
    }
    return marks.headers.handles.isEmpty ? nil : marks.headers.handles
  }
}
