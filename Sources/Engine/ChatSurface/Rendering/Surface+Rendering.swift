import Lengths
import MarkdownBlocks
import TextMeasuring

// What messages look like, for whoever draws them.
extension Surface {
  /// Says what the items of a snapshot look like. Looking is no work of a frame: it is not charged.
  ///
  /// - Parameters:
  ///   - snapshot: The frame that was committed last.
  ///   - frame: Where it is written; what has not changed since it was written last is kept.
  /// - Complexity: O(visible items * log blocks); of messages that changed since O(visible blocks), and
  ///   O(text) of blocks that did; that of ``box(of:)``.
  package func render(_ snapshot: FrameSnapshot, into frame: inout RenderedFrame) {
    let charged = meter.pending
    defer { meter.forget(since: charged) }
    swap(&frame.previous, &frame.messages)
    frame.messages.removeAll(keepingCapacity: true)
    let isSameGeometry = frame.width == device.width && frame.textSize == surroundings.textSize
    if !isSameGeometry { frame.previous.removeAll() }
    frame.width = device.width
    frame.textSize = surroundings.textSize
    frame.sidePadding = profile.style.sidePadding
    for item in snapshot.visible {
      guard let handle = handle(of: item.id), let record = messages.record(handle) else { continue }
      frame.messages.append(rendered(item, record, snapshot, &frame))
    }
    frame.previous.removeAll(keepingCapacity: true)
  }

  private func rendered(
    _ item: FrameSnapshot.VisibleItem,
    _ record: ItemRecord,
    _ snapshot: FrameSnapshot,
    _ frame: inout RenderedFrame
  ) -> RenderedMessage {
    let known = frame.previous.first { $0.id == item.id }
    let shown = shownIndices(of: record, item, in: snapshot)
    if let known, known.version == item.version, known.blocks.first?.index ?? 0 == shown.lowerBound,
      known.blocks.count == shown.count
    {
      return known
    }
    let box = box(of: item.id)
    let width =
      box.map { $0.width - $0.padding.horizontal * 2 }
      ?? heights.textGeometry(of: record.role, in: geometry).width
    let fading = fadingUTF8(of: record, in: snapshot)
    return RenderedMessage(
      id: item.id,
      version: item.version,
      role: record.role,
      state: item.state,
      timestampMilliseconds: record.timestampMilliseconds,
      box: box,
      textWidth: width,
      parts: parts(of: record.text),
      blockCount: record.blockCount,
      blocks: shown.map { index in
        block(index, of: record, width: width, fading: fading, known, &frame)
      }
    )
  }

  /// Which blocks of a message lie in the viewport, those without height included.
  private func shownIndices(
    of record: ItemRecord,
    _ item: FrameSnapshot.VisibleItem,
    in snapshot: FrameSnapshot
  ) -> Range<Int> {
    let placed = record.placed
    guard placed.count > 0, placed.count == record.blockCount, record.suppliedHeight == nil else {
      return 0..<0
    }
    var looks = 0
    let first = placed.firstBlock(endingBelow: .zero - item.y, counting: &looks)
    let last = placed.firstBlock(
      beginningAt: snapshot.viewportHeight - item.y,
      counting: &looks
    )
    return first..<max(first, last)
  }

  private func parts(of text: MessageText) -> [RenderedMessage.Part] {
    guard text.partCount > 1 else {
      return [.init(kind: text.content.first?.kind ?? .text, blocks: 0..<text.count)]
    }
    var start = 0
    var looks = 0
    return text.content.enumerated().map { part, content in
      var end = start
      while end < text.count, text.place(ofBlock: end, counting: &looks).part == part { end += 1 }
      defer { start = end }
      return .init(kind: content.kind, blocks: start..<end)
    }
  }

  private func block(
    _ index: Int,
    of record: ItemRecord,
    width: LayoutUnit,
    fading: [(utf8: Range<Int>, opacity: Double)],
    _ known: RenderedMessage?,
    _ frame: inout RenderedFrame
  ) -> RenderedBlock {
    let text = record.text
    let content = text[index]
    let source = text.utf8Range(ofBlock: index)
    let partStart = source.lowerBound - content.sourceUTF8.lowerBound
    let isCard = text.isCard(ofBlock: index)
    let place = record.place(ofBlock: index)
    let inner = BlockMetrics.innerWidth(
      of: width,
      listDepth: content.nesting.listDepth,
      quoteDepth: content.nesting.quoteDepth
    )
    let earlier = known.flatMap { known in
      known.blocks.first { $0.index == index && $0.content == content && $0.isCard == isCard }
    }
    let places = earlier?.places ?? SourceMap(of: content, in: text.text(ofBlock: index))
    let name = id(ofBlock: index, of: record)
    let lies = RenderedBlock.Frame(
      x: width - inner,
      y: place.top,
      width: heights.imageWidth(of: content, in: inner) ?? inner,
      height: place.height
    )
    let fades = isCard ? [] : fades(fading, in: source, from: partStart, at: places)
    let isSame = earlier.map { $0.isDrawn(at: lies, with: fades) } ?? false
    if !isSame { frame.lastVersion += 1 }
    if let earlier, isSame, earlier.frame.y == lies.y, earlier.id == name { return earlier }
    return RenderedBlock(
      id: name,
      index: index,
      version: isSame ? earlier?.version ?? 0 : frame.lastVersion,
      content: content,
      isCard: isCard,
      frame: lies,
      fades: fades,
      places: places,
      partStart: partStart
    )
  }

  private func id(ofBlock index: Int, of record: ItemRecord) -> RenderedBlock.ID {
    let (part, start, order) = name(ofBlock: index, of: record)
    return .init(part: part, sourceStart: start, order: order)
  }

  // MARK: Fades

  /// What fades of a message's text, in bytes.
  private func fadingUTF8(of record: ItemRecord, in snapshot: FrameSnapshot)
    -> [(utf8: Range<Int>, opacity: Double)]
  {
    guard let stream = snapshot.streams.first(where: { $0.id == record.id }), !stream.fades.isEmpty
    else { return [] }
    let text = record.text.text
    var (scalar, byte) = (stream.releasedScalars, text.count)
    /// Where a scalar begins; fades lie near the end.
    func offset(of wanted: Int) -> Int {
      while scalar > wanted, byte > 0 {
        byte -= 1
        if text[byte] & 0xC0 != 0x80 { scalar -= 1 }
      }
      while scalar < wanted, byte < text.count {
        byte += 1
        while byte < text.count, text[byte] & 0xC0 == 0x80 { byte += 1 }
        scalar += 1
      }
      return byte
    }
    return stream.fades.reversed().map { fade in
      let end = offset(of: fade.endScalar)
      let start = offset(of: fade.startScalar)
      return (start..<max(start, end), fade.opacity)
    }.reversed()
  }

  private func fades(
    _ fading: [(utf8: Range<Int>, opacity: Double)],
    in source: Range<Int>,
    from partStart: Int,
    at places: SourceMap
  ) -> [RenderedBlock.Fade] {
    fading.compactMap { utf8, opacity in
      guard utf8.overlaps(source), opacity < 1 else { return nil }
      let start = places.textUTF8(fromSource: utf8.lowerBound - partStart)
      let end = places.textUTF8(fromSource: utf8.upperBound - partStart)
      return start < end ? .init(utf8: start..<end, opacity: opacity) : nil
    }
  }
}
