import ChatSurface
import Lengths
import MarkdownBlocks
import PangoMeasuring
import TextMeasuring

/// Paints the frames of one window; see the module's word.
///
/// Limits: an image of 16,384 pixels at most each way. Not safe to use from two threads at once.
///
/// Complexity: with ``PaintingMethod/damage`` O(pixels that scroll) to copy and O(what changed) to draw;
/// else O(what is visible).
package final class FramePainter {
  /// How frames are painted.
  package let method: PaintingMethod
  /// How many pixels a point has.
  package let pixels: Int
  let text: TextDrawer
  let palette: Palette
  private(set) var canvas: Canvas
  /// How many texts are kept set.
  static let textLimit = 1_024
  private var known: [TextKey: KnownText] = [:]
  private var pieces: [Piece] = []
  private var lastPieces: [Piece.Key: Piece] = [:]
  private var damage = RowSet()
  private var last: Surroundings?
  /// Rows that were drawn in the last frame, of the list and of what lies around it.
  package private(set) var paintedRows = 0
  package private(set) var copiedRows = 0

  private struct TextKey: Hashable {
    var message: MessageID
    var block: Int
    var cell: Int
  }

  private struct KnownText {
    var content: Block
    var width: LayoutUnit?
    var textSize: TextSizeCategory
    var text: TextDrawer.SetText
  }

  /// Makes a painter.
  ///
  /// - Parameters:
  ///   - fonts: The fonts; those of the measurer, or lines do not fit their boxes.
  ///   - method: How frames are painted.
  ///   - pixels: How many pixels a point has, 1 to 3.
  ///   - appearance: The colours.
  /// - Throws: ``FontError`` when a font is not there.
  /// - Precondition: `pixels` is 1 to 3.
  package init(
    fonts: FontSet = .standard,
    method: PaintingMethod = .damage,
    pixels: Int = 2,
    appearance: Appearance = .light
  ) throws(FontError) {
    precondition((1...3).contains(pixels), "a point has 1 to 3 pixels, got \(pixels)")
    self.method = method
    self.pixels = pixels
    text = try TextDrawer(fonts: fonts, scale: pixels)
    palette = appearance == .light ? .light : .dark
    canvas = Canvas(width: 1, height: 1, scale: pixels)
  }

  /// Makes a painter with an image of its own that shares another one's fonts.
  package init(like other: FramePainter) {
    (method, pixels, text, palette) = (other.method, other.pixels, other.text, other.palette)
    canvas = Canvas(width: 1, height: 1, scale: pixels)
  }

  /// Names the fonts and the versions of all libraries that a pixel depends on.
  package var identity: String { text.identity }

  /// Paints a frame.
  ///
  /// - Parameters:
  ///   - snapshot: Where things are.
  ///   - frame: What is in them, of the same snapshot and rendered into again from frame to frame.
  package func paint(_ snapshot: FrameSnapshot, _ frame: RenderedFrame) {
    let (width, height) = (toPixels(frame.width), toPixels(snapshot.viewportHeight))
    precondition(
      (1...16_384).contains(width) && (1...16_384).contains(height),
      "an image of \(width) x \(height) pixels"
    )
    if width != canvas.width || height != canvas.height {
      canvas = Canvas(width: width, height: height, scale: pixels)
      last = nil
    }
    let scene = Scene(snapshot: snapshot, frame: frame, painter: self)
    let now = Surroundings(snapshot, frame, list: scene.list)
    findPieces(of: scene)
    findDamage(now)
    for rows in damage.ranges {
      canvas.clipped(toRows: rows) { draw(scene, rows: rows) }
    }
    paintedRows = damage.count
    if last?.around != now.around || method == .whole {
      drawSurroundings(of: scene)
      paintedRows += height - scene.list.count
    }
    last = now
    lastPieces.removeAll(keepingCapacity: true)
    for piece in pieces { lastPieces[piece.key] = piece }
    if known.count > Self.textLimit { known.removeAll(keepingCapacity: true) }
  }

  /// The picture that was painted last, as PNG.
  ///
  /// - Parameter shrink: What each side is divided by.
  package func png(shrink: Double = 1) -> [UInt8] { canvas.png(shrink: shrink) }

  /// Looks at the pixels that were painted last: rows of `stride` bytes, each pixel 0xXXRRGGBB in the
  /// machine's order of bytes.
  package func withPixels<Result>(
    _ body: (_ rows: UnsafeRawBufferPointer, _ stride: Int) -> Result
  ) -> Result {
    canvas.withPixels(body)
  }

  /// The pixels that were painted last, row by row, each 0xRRGGBB.
  package var image: (width: Int, height: Int, pixels: [UInt32]) {
    canvas.withPixels { rows, stride in
      var pixels: [UInt32] = []
      pixels.reserveCapacity(canvas.width * canvas.height)
      for row in 0..<canvas.height {
        for column in 0..<canvas.width {
          let place = row * stride + column * 4
          pixels.append(rows.loadUnaligned(fromByteOffset: place, as: UInt32.self) & 0xFF_FFFF)
        }
      }
      return (canvas.width, canvas.height, pixels)
    }
  }

  /// A length in whole pixels, the nearest.
  func toPixels(_ length: LayoutUnit) -> Int {
    let units = LayoutUnit.unitsPerPoint
    let value = length.rawValue * Int64(pixels) + units / 2
    return Int(value >= 0 ? value / units : -((-value + units - 1) / units))
  }

  // MARK: What changed

  private func findPieces(of scene: Scene) {
    pieces.removeAll(keepingCapacity: true)
    scene.forEachPiece { pieces.append($0) }
  }

  /// Moves what can be copied and finds the rows that are drawn anew.
  private func findDamage(_ now: Surroundings) {
    damage.removeAll()
    copiedRows = 0
    let way = scrolledRows
    guard method == .damage, let last, last.whole == now.whole,
      now.list.overlaps(last.list.moved(by: way))
    else {
      damage.insert(now.list)
      return
    }
    let valid = now.list.clamped(to: last.list.moved(by: way))
    if way != 0 {
      canvas.move(rows: valid.lowerBound - way..<valid.upperBound - way, by: way)
      copiedRows = valid.count
    }
    damage.insert(now.list.lowerBound..<valid.lowerBound)
    damage.insert(valid.upperBound..<now.list.upperBound)
    for piece in pieces {
      let old = lastPieces.removeValue(forKey: piece.key)
      if let old, old.look == piece.look, old.height == piece.height, old.top + way == piece.top {
        continue
      }
      note(piece.rows, in: now.list)
      if let old { note(old.rows.moved(by: way), in: now.list) }
    }
    for old in lastPieces.values { note(old.rows.moved(by: way), in: now.list) }
  }

  private func note(_ rows: Range<Int>, in list: Range<Int>) {
    damage.insert(rows.clamped(to: list))
  }

  /// By how many rows most of what stayed as it was has moved.
  private var scrolledRows: Int {
    var ways: [Int: Int] = [:]
    for piece in pieces where piece.key.part != .jump {
      guard let old = lastPieces[piece.key], old.look == piece.look, old.height == piece.height
      else { continue }
      ways[piece.top - old.top, default: 0] += piece.height
    }
    return ways.max { ($0.value, -abs($0.key), $0.key) < ($1.value, -abs($1.key), $1.key) }?.key
      ?? 0
  }

  // MARK: Texts

  /// The text of a block, or of a cell of one, set; from the frame before if it is the same.
  func setText(
    of block: RenderedBlock,
    in message: MessageID,
    cell: Int = 0,
    width: LayoutUnit?,
    textSize: TextSizeCategory,
    _ make: () -> TextDrawer.SetText
  ) -> TextDrawer.SetText {
    let key = TextKey(message: message, block: block.index, cell: cell)
    if let found = known[key], found.width == width, found.textSize == textSize,
      found.content == block.content
    {
      return found.text
    }
    let text = make()
    known[key] = KnownText(content: block.content, width: width, textSize: textSize, text: text)
    return text
  }
}

extension Range<Int> {
  fileprivate func moved(by way: Int) -> Range<Int> { lowerBound + way..<upperBound + way }
}
