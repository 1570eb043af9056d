import ChatSurface
import Lengths
import Ornaments
import Timebase

/// A frame that is painted: what lies at which rows.
struct Scene {
  let snapshot: FrameSnapshot
  let frame: RenderedFrame
  /// The rows of the list.
  let list: Range<Int>
  private let painter: FramePainter
  private let offset: Int

  /// How far what is inked may reach beyond its lines, in points.
  private static let overhang = 4

  init(snapshot: FrameSnapshot, frame: RenderedFrame, painter: FramePainter) {
    (self.snapshot, self.frame, self.painter) = (snapshot, frame, painter)
    offset = painter.toPixels(snapshot.offset)
    let height = painter.toPixels(snapshot.viewportHeight)
    let top = min(height, max(0, painter.toPixels(snapshot.topInset)))
    let foot = painter.toPixels(snapshot.viewportHeight - snapshot.covered - snapshot.composer)
    list = top..<min(height, max(top, foot))
  }

  /// An item with what is in it.
  struct Entry {
    var item: FrameSnapshot.VisibleItem
    var message: RenderedMessage
    /// Its first row.
    var top: Int
  }

  /// The row of a place in the content space.
  func row(of y: LayoutUnit) -> Int { painter.toPixels(y) - offset }

  func forEachEntry(_ body: (Entry) -> Void) {
    var place = 0
    for item in snapshot.visible {
      // A message that nothing is known of is left out.
      guard place < frame.messages.count, frame.messages[place].id == item.id else { continue }
      body(
        Entry(item: item, message: frame.messages[place], top: row(of: item.y + snapshot.offset))
      )
      place += 1
    }
  }

  /// Tells what is drawn as a whole.
  func forEachPiece(_ body: (Piece) -> Void) {
    forEachEntry { entry in
      if entry.item.showsLoadingDots {
        body(piece(of: entry, .dots, look: time))
      } else if entry.message.box.map({ $0.padding.horizontal > .zero }) ?? true {
        body(piece(of: entry, .whole, look: look(of: entry.message)))
      } else {
        forEachBlock(of: entry, body)
      }
    }
    for edge in snapshot.loaders {
      let y = loaderTop(at: edge)
      let height = painter.toPixels(LayoutUnit(points: 44))
      body(Piece(key: .init(part: .loader(edge)), top: row(of: y), height: height, look: time))
    }
    if snapshot.showsJumpToEnd {
      let rows = jumpRows
      body(
        Piece(
          key: .init(part: .jump),
          top: rows.lowerBound,
          height: rows.count,
          look: rows.lowerBound
        )
      )
    }
  }

  /// What moves by itself looks otherwise at every instant.
  private var time: Int { Int(truncatingIfNeeded: snapshot.instant.nanoseconds) }

  func loaderTop(at edge: ContentEdge) -> LayoutUnit {
    edge == .top ? snapshot.contentTop : snapshot.contentBottom - LayoutUnit(points: 44)
  }

  /// The rows of the button that jumps to the end.
  var jumpRows: Range<Int> {
    let scale = painter.pixels
    return list.upperBound - 44 * scale..<list.upperBound - 8 * scale
  }

  private func piece(of entry: Entry, _ part: Piece.Key.Part, look: Int) -> Piece {
    let bottom = row(of: entry.item.y + snapshot.offset + entry.item.height)
    let more = Self.overhang * painter.pixels
    return Piece(
      key: .init(message: entry.item.id, part: part),
      top: entry.top - more,
      height: bottom - entry.top + 2 * more,
      look: look
    )
  }

  private func forEachBlock(of entry: Entry, _ body: (Piece) -> Void) {
    let more = Self.overhang * painter.pixels
    var above = LayoutUnit.zero
    for block in entry.message.blocks {
      // What stands between two blocks belongs to the lower one: the bar of a quote.
      let top = min(above == .zero ? block.frame.y : above, block.frame.y)
      let bottom = block.frame.y + block.frame.height
      let first = entry.top + painter.toPixels(top) - more
      body(
        Piece(
          key: .init(message: entry.item.id, part: .block(block.index)),
          top: first,
          height: entry.top + painter.toPixels(bottom) + more - first,
          look: block.version
        )
      )
      above = bottom
    }
  }

  private func look(of message: RenderedMessage) -> Int {
    var hasher = Hasher()
    hasher.combine(message.box)
    for block in message.blocks {
      hasher.combine(block.version)
      hasher.combine(block.frame.y)
    }
    return hasher.finalize()
  }
}

extension FramePainter {
  /// Draws rows of the list.
  func draw(_ scene: Scene, rows: Range<Int>) {
    let width = scene.frame.width.points
    let visible = Double(rows.lowerBound) / canvas.scale..<Double(rows.upperBound) / canvas.scale
    canvas.fill(
      x: 0,
      y: visible.lowerBound,
      width: width,
      height: visible.upperBound - visible.lowerBound,
      palette.page
    )
    let reach = 2 * 20 * pixels
    scene.forEachEntry { entry in
      let bottom = scene.row(of: entry.item.y + scene.snapshot.offset + entry.item.height)
      guard entry.top - reach < rows.upperBound, bottom + reach > rows.lowerBound else { return }
      let drawing = MessageDrawing(
        entry: entry,
        scene: scene,
        rows: visible,
        y: Double(entry.top) / canvas.scale
      )
      draw(drawing)
    }
    for edge in scene.snapshot.loaders {
      let y = Double(scene.row(of: scene.loaderTop(at: edge))) / canvas.scale
      drawDots(x: width / 2 - TypingDots.width.points / 2, y: y + 6, at: scene.snapshot.instant)
    }
    if scene.snapshot.showsJumpToEnd {
      let y = Double(scene.jumpRows.lowerBound) / canvas.scale
      canvas.fillDisc(x: width / 2, y: y + 18, radius: 17, palette.line)
      canvas.fillDisc(x: width / 2, y: y + 18, radius: 16, palette.field)
      canvas.fill(x: width / 2 - 1, y: y + 11, width: 2, height: 13, palette.text)
      for step in 0..<4 {
        let reach = Double(step) * 1.4
        for side in [width / 2 - 1 - reach, width / 2 - 1 + reach] {
          canvas.fill(x: side, y: y + 23 - reach, width: 2, height: 2, palette.text)
        }
      }
    }
  }

  func drawDots(x: Double, y: Double, at instant: Instant, opacity: Double = 1) {
    let radius = TypingDots.diameter.points / 2
    let pitch = TypingDots.diameter.points + TypingDots.spacing.points
    for dot in 0..<TypingDots.count {
      let scale = TypingDots.scale(ofDot: dot, after: instant - .zero)
      canvas.fillDisc(
        x: x + TypingDots.horizontalPadding.points + radius + Double(dot) * pitch,
        y: y + TypingDots.verticalPadding.points + radius,
        radius: radius * scale,
        palette.soft,
        opacity: opacity
      )
    }
  }
}
