import ChatSurface
import Lengths
import MarkdownBlocks
import TextMeasuring

// Blocks that are more than text: code, rows of tables, images.
extension FramePainter {
  /// Draws code in its box; what is wider is cut.
  func drawCode(
    _ block: RenderedBlock,
    language: String,
    at place: Place,
    opacity: Double,
    in drawing: MessageDrawing
  ) {
    canvas.fillBox(
      x: place.x,
      y: place.y,
      width: place.width,
      height: place.height,
      radius: 8,
      palette.shade,
      opacity: opacity
    )
    let title = text.set(
      language.isEmpty ? "code" : language,
      face: .codeHeader,
      textSize: place.textSize
    )
    let padding = BlockMetrics.codeHeaderVerticalPadding.points
    let header = text.lineHeight(of: .codeHeader, textSize: place.textSize) + 2 * padding
    canvas.clipped(x: place.x, y: place.y, width: place.width, height: place.height) {
      text.draw(
        title,
        x: place.x + BlockMetrics.codeHeaderHorizontalPadding.points,
        y: place.y + padding,
        width: place.width,
        rows: place.rows,
        .init(colour: palette.soft, link: palette.soft, alignment: .left, opacity: opacity),
        on: canvas
      )
      canvas.fill(
        x: place.x,
        y: place.y + header - 1,
        width: place.width,
        height: 1,
        palette.line,
        opacity: opacity
      )
      var look = place.look
      look.alignment = .left
      text.draw(
        setText(of: block, face: .code, in: drawing),
        x: place.x + BlockMetrics.codePadding.points,
        y: place.y + ((header + BlockMetrics.codePadding.points) * canvas.scale).rounded()
          / canvas.scale,
        width: place.width,
        rows: place.rows,
        look,
        on: canvas
      )
    }
  }

  /// Draws a row of a table.
  func drawRow(
    _ row: TableRow,
    of block: RenderedBlock,
    at place: Place,
    in drawing: MessageDrawing
  ) {
    let face: TextFace = row.isHeader ? .tableHeader : .body
    let columns = max(1, row.cellRunCounts.count)
    let column = BlockMetrics.columnWidth(of: block.frame.width, columns: columns)
    let textWidth = column - BlockMetrics.cellHorizontalPadding * 2
    canvas.clipped(x: place.x, y: place.y - 8, width: place.width, height: place.height + 16) {
      if row.isHeader {
        canvas.fill(
          x: place.x,
          y: place.y,
          width: place.width,
          height: place.height,
          palette.shade
        )
      }
      canvas.fill(
        x: place.x,
        y: place.y + place.height - 1,
        width: place.width,
        height: 1,
        palette.line
      )
      var (run, byte) = (0, 0)
      for (cell, count) in row.cellRunCounts.enumerated() where count > 0 {
        let runs = Array(block.content.runs[run..<run + count])
        let bytes = byte..<byte + runs.reduce(0) { $0 + $1.utf8Count }
        (run, byte) = (run + count, bytes.upperBound)
        let set = setText(
          of: block,
          in: drawing.message.id,
          cell: cell,
          width: textWidth,
          textSize: place.textSize
        ) {
          text.set(
            Array(block.content.text[bytes]),
            runs: runs,
            face: face,
            width: textWidth,
            textSize: place.textSize
          )
        }
        var look = place.look
        look.alignment = cell < row.alignments.count ? row.alignments[cell] : .none
        look.fades = look.fades.compactMap { fade in
          let part = fade.utf8.clamped(to: bytes)
          return part.isEmpty
            ? nil
            : (
              part.lowerBound - byte + bytes.count..<part.upperBound - byte + bytes.count,
              fade.opacity
            )
        }
        text.draw(
          set,
          x: place.x + (column * cell + BlockMetrics.cellHorizontalPadding).points,
          y: place.y + BlockMetrics.cellVerticalPadding.points,
          width: textWidth.points,
          rows: place.rows,
          look,
          on: canvas
        )
      }
    }
  }

  /// Pictures are not fetched: a box with a landscape stands for each.
  func drawImage(_ block: RenderedBlock, at place: Place, opacity: Double) {
    canvas.fillBox(
      x: place.x,
      y: place.y,
      width: place.width,
      height: place.height,
      radius: 12,
      palette.shade,
      opacity: opacity
    )
    canvas.clipped(x: place.x, y: place.y, width: place.width, height: place.height) {
      let middle = (x: place.x + place.width / 2, y: place.y + place.height / 2)
      canvas.fillDisc(x: middle.x + 34, y: middle.y - 34, radius: 10, palette.line)
      for step in 0..<48 {
        let reach = Double(step)
        canvas.fill(
          x: middle.x - reach,
          y: middle.y - 36 + reach,
          width: 2 * reach,
          height: 1,
          palette.line
        )
      }
      text.draw(
        text.set(
          block.content.text,
          runs: block.content.runs,
          face: .codeHeader,
          width: block.frame.width,
          textSize: place.textSize
        ),
        x: place.x,
        y: ((middle.y + 30) * canvas.scale).rounded() / canvas.scale,
        width: place.width,
        rows: place.rows,
        .init(
          colour: palette.soft,
          link: palette.soft,
          alignment: .center,
          opacity: opacity
        ),
        on: canvas
      )
    }
  }
}
