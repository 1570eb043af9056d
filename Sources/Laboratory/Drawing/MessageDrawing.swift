import ChatSurface
import Lengths
import MarkdownBlocks
import TextMeasuring

/// A message that is drawn, and within which rows; in points.
struct MessageDrawing {
  var entry: Scene.Entry
  var scene: Scene
  var rows: Range<Double>
  /// The message's top, a whole number of pixels.
  var y: Double

  var message: RenderedMessage { entry.message }
  var height: Double { entry.item.height.points }
}

extension FramePainter {
  func draw(_ drawing: MessageDrawing) {
    let snapshot = drawing.scene.snapshot
    let isUsers = drawing.message.role == .user
    let look = isUsers ? snapshot.entrance : nil
    let opacity = look?.opacity ?? (isUsers ? 1 : snapshot.answerOpacity)
    canvas.grouped(opacity: opacity) {
      canvas.transformed(
        by: look?.scale ?? 1,
        around: drawing.scene.frame.width.points,
        drawing.y + drawing.height,
        movedBy: -snapshot.reveal,
        look?.offset ?? 0
      ) { drawContent(of: drawing) }
    }
    if snapshot.reveal > 0 { drawTimestamp(of: drawing) }
  }

  private func drawContent(of drawing: MessageDrawing) {
    let message = drawing.message
    let side = drawing.scene.frame.sidePadding.points
    guard let box = message.box else {
      // Its host draws it.
      canvas.fillBox(
        x: side,
        y: drawing.y,
        width: drawing.scene.frame.width.points - 2 * side,
        height: drawing.height,
        radius: 12,
        palette.shade
      )
      return
    }
    if drawing.entry.item.showsLoadingDots {
      drawDots(x: box.x.points, y: drawing.y, at: drawing.scene.snapshot.instant)
      return
    }
    if box.padding.horizontal > .zero {
      canvas.fillBox(
        x: box.x.points,
        y: drawing.y,
        width: box.width.points,
        height: drawing.height,
        radius: box.cornerRadius.points,
        tailRadius: box.tailRadius.points,
        message.role == .user ? palette.bubble : palette.shade
      )
    }
    let left = (box.x + box.padding.horizontal).points
    var above: RenderedBlock?
    for block in message.blocks {
      draw(block, below: above, left: left, in: drawing)
      above = block
    }
  }

  private func drawTimestamp(of drawing: MessageDrawing) {
    guard let milliseconds = drawing.message.timestampMilliseconds else { return }
    let minutes = Int((milliseconds / 60_000).rounded(.down))
    let (hour, minute) = ((minutes / 60) % 24, minutes % 60)
    let words = (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
    let snapshot = drawing.scene.snapshot
    text.draw(
      text.set(words, face: .codeHeader, textSize: .large),
      x: drawing.scene.frame.width.points - snapshot.reveal + 8,
      y: ((drawing.y + drawing.height / 2 - 8) * canvas.scale).rounded() / canvas.scale,
      width: 60,
      rows: drawing.rows,
      .init(
        colour: palette.soft,
        link: palette.soft,
        alignment: .left,
        opacity: snapshot.timestampOpacity
      ),
      on: canvas
    )
  }

  // MARK: Blocks

  /// Where a block is drawn.
  struct Place {
    var x: Double
    /// A whole number of pixels.
    var y: Double
    var width: Double
    var height: Double
    var textSize: TextSizeCategory
    var rows: Range<Double>
    var look: TextDrawer.Look
  }

  private func draw(
    _ block: RenderedBlock,
    below above: RenderedBlock?,
    left: Double,
    in drawing: MessageDrawing
  ) {
    guard block.frame.height > .zero else { return }
    let y = drawing.y + Double(toPixels(block.frame.y)) / canvas.scale
    let isUsers = drawing.message.role == .user
    let isReasoning = drawing.message.parts.contains {
      $0.kind == .reasoning && $0.blocks.contains(block.index)
    }
    let place = Place(
      x: left + block.frame.x.points,
      y: y,
      width: block.frame.width.points,
      height: block.frame.height.points,
      textSize: drawing.scene.frame.textSize,
      rows: drawing.rows,
      look: TextDrawer.Look(
        colour: isUsers ? palette.bubbleText : isReasoning ? palette.soft : palette.text,
        link: isUsers ? palette.bubbleText : palette.link,
        fades: block.fades.map { ($0.utf8, $0.opacity) }
      )
    )
    // What stands between a block and its margins fades with its first letter.
    let opacity = block.fades.first { $0.utf8.contains(0) }?.opacity ?? 1
    let start = above.map { drawing.y + ($0.frame.y + $0.frame.height).points } ?? y
    drawQuoteBars(of: block, from: above, start, at: place, left: left, opacity: opacity)
    drawMarkers(of: block, at: place, opacity: opacity)
    if block.isCard {
      canvas.fillBox(
        x: place.x,
        y: y,
        width: place.width,
        height: place.height,
        radius: 10,
        palette.shade
      )
      return
    }
    // A folded text shows what fits.
    canvas.clipped(x: 0, y: y - 8, width: 16_384, height: place.height + 16) {
      drawContent(of: block, at: place, opacity: opacity, in: drawing)
    }
  }

  private func drawContent(
    of block: RenderedBlock,
    at place: Place,
    opacity: Double,
    in drawing: MessageDrawing
  ) {
    switch block.content.kind {
    case .paragraph, .html: drawText(of: block, face: .body, at: place, in: drawing)
    case .heading(let level):
      drawText(of: block, face: .heading(level), at: place, in: drawing)
    case .code(let language):
      drawCode(block, language: language, at: place, opacity: opacity, in: drawing)
    case .tableRow(let row): drawRow(row, of: block, at: place, in: drawing)
    case .thematicBreak:
      canvas.fill(x: place.x, y: place.y + 8, width: place.width, height: 1, palette.line)
    case .image: drawImage(block, at: place, opacity: opacity)
    case .unknown(let name):
      var look = place.look
      look.colour = palette.soft
      text.draw(
        text.set("[\(name)]", face: .body, textSize: place.textSize),
        x: place.x,
        y: place.y,
        width: place.width,
        rows: place.rows,
        look,
        on: canvas
      )
    }
  }

  private func drawText(
    of block: RenderedBlock,
    face: TextFace,
    at place: Place,
    in drawing: MessageDrawing
  ) {
    text.draw(
      setText(of: block, face: face, in: drawing),
      x: place.x,
      y: place.y,
      width: place.width,
      rows: place.rows,
      place.look,
      on: canvas
    )
  }

  func setText(of block: RenderedBlock, face: TextFace, in drawing: MessageDrawing)
    -> TextDrawer.SetText
  {
    let textSize = drawing.scene.frame.textSize
    let width = face == .code ? nil : block.frame.width
    return setText(of: block, in: drawing.message.id, width: width, textSize: textSize) {
      text.set(
        block.content.text,
        runs: block.content.runs,
        face: face,
        width: width,
        textSize: textSize
      )
    }
  }

  // MARK: Margins

  private func drawQuoteBars(
    of block: RenderedBlock,
    from above: RenderedBlock?,
    _ start: Double,
    at place: Place,
    left: Double,
    opacity: Double
  ) {
    for depth in 0..<block.content.nesting.quoteDepth {
      let isContinued = above.map { $0.content.nesting.quoteDepth > depth } ?? false
      let top = isContinued ? min(start, place.y) : place.y
      canvas.fill(
        x: left + (BlockMetrics.quoteIndent * depth).points,
        y: top,
        width: 3,
        height: place.y + place.height - top,
        palette.line,
        opacity: opacity
      )
    }
  }

  private func drawMarkers(of block: RenderedBlock, at place: Place, opacity: Double) {
    let markers = block.content.nesting.markers
    for (order, marker) in markers.enumerated() {
      let inner = markers.count - 1 - order
      let right = place.x - (BlockMetrics.listIndent * inner).points
      let line = text.lineHeight(of: .body, textSize: place.textSize)
      let middle = place.y + line / 2
      switch marker {
      case .bullet:
        canvas.fillDisc(x: right - 12, y: middle, radius: 3, place.look.colour, opacity: opacity)
      case .task(let isDone):
        canvas.fillBox(
          x: right - 20,
          y: middle - 7,
          width: 14,
          height: 14,
          radius: 3,
          isDone ? palette.link : palette.soft,
          opacity: opacity
        )
        if !isDone {
          canvas.fillBox(
            x: right - 19,
            y: middle - 6,
            width: 12,
            height: 12,
            radius: 2,
            palette.page,
            opacity: opacity
          )
        }
      case .number(let number, let delimiter):
        drawNumber("\(number)\(delimiter)", right: right, at: place, opacity: opacity)
      case .footnote(let number):
        drawNumber("\(number)", right: right, at: place, opacity: opacity)
      }
    }
  }

  private func drawNumber(_ words: String, right: Double, at place: Place, opacity: Double) {
    text.draw(
      text.set(words, face: .body, textSize: place.textSize),
      x: right - 100,
      y: place.y,
      width: 94,
      rows: place.rows,
      .init(
        colour: place.look.colour,
        link: place.look.link,
        alignment: .right,
        opacity: opacity
      ),
      on: canvas
    )
  }
}
