import Lengths

/// A run of another source's messages.
package struct MessageSlice: MessageSource {
  private let source: any MessageSource
  private let range: Range<Int>

  package init(source: any MessageSource, range: Range<Int>) {
    if let outer = source as? MessageSlice {
      self.source = outer.source
      self.range =
        outer.range.lowerBound + range.lowerBound..<outer.range.lowerBound + range.upperBound
    } else {
      self.source = source
      self.range = range
    }
  }

  package var count: Int { range.count }
  package func id(at index: Int) -> MessageID { source.id(at: range.lowerBound + index) }
  package func index(of id: MessageID) -> Int? {
    guard let index = source.index(of: id), range.contains(index) else { return nil }
    return index - range.lowerBound
  }
  package func message(at index: Int) -> Message { source.message(at: range.lowerBound + index) }
  package func characterCount(at index: Int) -> Int {
    source.characterCount(at: range.lowerBound + index)
  }
  package func role(at index: Int) -> Message.Role { source.role(at: range.lowerBound + index) }
  package func suppliedHeight(at index: Int) -> LayoutUnit? {
    source.suppliedHeight(at: range.lowerBound + index)
  }
}
