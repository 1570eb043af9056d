import Lengths

// Where in a message's text the screen begins and ends, for whoever measures what can be read.
extension Surface {
  /// The bytes of a message's text that lie on screen in the frame that was committed last.
  ///
  /// A block's text is taken to be spread evenly over its height, so the answer is right to a line
  /// or two.
  ///
  /// - Parameter answer: The number of the answer that it was streamed as, as observations have it.
  /// - Returns: The bytes between the top inset and the composer; nil when none of them is there.
  /// - Complexity: O(visible items + log blocks).
  package func readableUTF8(of answer: UInt32, in snapshot: FrameSnapshot) -> Range<Int>? {
    guard let item = snapshot.visible.first(where: { $0.answer == answer }),
      let record = handle(ofAnswer: answer, as: item.id).flatMap({ messages.record($0) })
    else { return nil }
    let top = snapshot.topInset - item.y
    let bottom = snapshot.viewportHeight - snapshot.composer - snapshot.covered - item.y
    guard item.height > top, bottom > max(top, .zero) else { return nil }
    let places = record.placed
    let count = record.text.utf8Count
    guard places.count > 0, places.count <= record.text.count else {
      let place = PlacedBlock(top: .zero, height: item.height)
      return place.part(of: 0..<count, from: top, to: bottom)
    }
    // The first block that ends below the top, and the last one that begins above the bottom.
    var looks = 0
    let first = places.firstBlock(endingBelow: top, counting: &looks)
    let last = places.firstBlock(beginningAt: bottom, counting: &looks) - 1
    guard first < places.count, last >= first else { return nil }
    let head = places[first].part(of: record.text.utf8Range(ofBlock: first), from: top, to: bottom)
    let tail = places[last].part(of: record.text.utf8Range(ofBlock: last), from: top, to: bottom)
    // What lies between two blocks, or after the last, belongs to the one before it.
    var end = tail.upperBound
    if places[last].bottom <= bottom {
      end = last + 1 < places.count ? record.text.utf8Range(ofBlock: last + 1).lowerBound : count
    }
    let start = first == 0 && places[0].top >= top ? 0 : head.lowerBound
    return start <= end ? start..<end : nil
  }

  /// The message that an answer is streamed as; one that streams no longer is found by its name.
  private func handle(ofAnswer number: UInt32, as id: MessageID) -> UInt32? {
    for place in answers.streaming.indices where answers.streaming[place].number == number {
      return answers.streaming[place].handle
    }
    return transcript.handle(of: id)
  }
}

extension PlacedBlock {
  /// The part of the block's bytes that lies between two places.
  fileprivate func part(of bytes: Range<Int>, from top: LayoutUnit, to bottom: LayoutUnit)
    -> Range<Int>
  {
    guard height > .zero else { return bytes }
    let above = max(0, (top - self.top).points / height.points)
    let below = min(1, (bottom - self.top).points / height.points)
    let start = bytes.lowerBound + Int((above * Double(bytes.count)).rounded(.down))
    let end = bytes.lowerBound + Int((below * Double(bytes.count)).rounded(.up))
    return start..<max(start, min(end, bytes.upperBound))
  }
}
