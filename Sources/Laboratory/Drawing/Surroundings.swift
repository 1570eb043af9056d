import ChatSurface
import Lengths
import Ornaments
import TextMeasuring

/// What a frame shows around the list, and what every part of the list depends on.
struct Surroundings {
  /// When it changes, all of the list is drawn anew.
  struct Whole: Hashable {
    var width: LayoutUnit
    var height: LayoutUnit
    var textSize: TextSizeCategory
    var reveal: Double
    var entrance: Entrance.Look?
    var answerOpacity: Double
    var drop: FrameSnapshot.Drop?
  }

  /// When it changes, what lies around the list is.
  struct Around: Hashable {
    var list: Range<Int>
    var composer: LayoutUnit
    var covered: LayoutUnit
    var button: FrameSnapshot.Button
    var text: String
    var drop: FrameSnapshot.Drop?
  }

  var whole: Whole
  var around: Around
  /// The rows between what lies above the list and the composer.
  var list: Range<Int>

  init(_ snapshot: FrameSnapshot, _ frame: RenderedFrame, list: Range<Int>) {
    whole = Whole(
      width: frame.width,
      height: snapshot.viewportHeight,
      textSize: frame.textSize,
      reveal: snapshot.reveal,
      entrance: snapshot.entrance,
      answerOpacity: snapshot.answerOpacity,
      drop: snapshot.drop
    )
    around = Around(
      list: list,
      composer: snapshot.composer,
      covered: snapshot.covered,
      button: snapshot.button,
      text: snapshot.composerText,
      drop: snapshot.drop
    )
    self.list = list
  }
}

extension FramePainter {
  /// The height above which what covers the screen's bottom is a keyboard, and no safe area.
  private static let leastKeyboard = 60.0

  /// Draws what lies above and below the list.
  func drawSurroundings(of scene: Scene) {
    let (snapshot, width) = (scene.snapshot, scene.frame.width.points)
    let listTop = Double(scene.list.lowerBound) / canvas.scale
    canvas.fill(x: 0, y: 0, width: width, height: listTop, palette.shade)
    let foot = snapshot.viewportHeight.points - snapshot.covered.points
    let top = Double(scene.list.upperBound) / canvas.scale
    let bottom = snapshot.viewportHeight.points
    canvas.fill(x: 0, y: top, width: width, height: bottom - top, palette.shade)
    drawComposer(snapshot, y: top, height: foot - top, width: width)
    if snapshot.covered.points > Self.leastKeyboard {
      drawKeyboard(y: foot, height: bottom - foot, width: width)
    }
    if let drop = snapshot.drop { drawDrop(drop) }
  }

  private func drawComposer(_ snapshot: FrameSnapshot, y: Double, height: Double, width: Double) {
    guard height > 0 else { return }
    let fieldWidth = width - 76
    let fieldHeight = height - 14
    canvas.fillBox(
      x: 16,
      y: y + 6,
      width: fieldWidth,
      height: fieldHeight,
      radius: 16,
      palette.field
    )
    let isEmpty = snapshot.composerText.isEmpty
    let set = text.set(
      isEmpty ? "Message" : snapshot.composerText,
      face: .body,
      textSize: .medium,
      width: LayoutUnit(nearest: max(40, fieldWidth - 24))
    )
    let look = TextDrawer.Look(colour: isEmpty ? palette.soft : palette.text, link: palette.link)
    canvas.clipped(x: 16, y: y + 6, width: fieldWidth, height: fieldHeight) {
      // The last lines are seen.
      let top = min(y + 13, y + 6 + fieldHeight - 7 - set.height)
      text.draw(
        set,
        x: 28,
        y: (top * canvas.scale).rounded() / canvas.scale,
        width: fieldWidth - 24,
        rows: y..<max(y, y + height),
        look,
        on: canvas
      )
    }
    let (x, middle) = (width - 30, y + max(8, height - 28))
    let colour =
      switch snapshot.button {
      case .send: palette.link
      case .sendDisabled: palette.line
      case .stop: palette.stop
      }
    canvas.fillDisc(x: x, y: middle, radius: 15, colour)
    if snapshot.button == .stop {
      canvas.fill(x: x - 5, y: middle - 5, width: 10, height: 10, palette.bubbleText)
    } else {
      canvas.fill(x: x - 1, y: middle - 6, width: 2, height: 13, palette.bubbleText)
      for step in 0..<4 {
        let reach = Double(step) * 1.4
        for side in [x - 1 - reach, x - 1 + reach] {
          canvas.fill(x: side, y: middle - 7 + reach, width: 2, height: 2, palette.bubbleText)
        }
      }
    }
  }

  private func drawKeyboard(y: Double, height: Double, width: Double) {
    canvas.fill(x: 0, y: y, width: width, height: height, palette.line)
    let key = (width - 12) / 10
    for (row, letters) in ["qwertyuiop", "asdfghjkl", "zxcvbnm", " "].enumerated() {
      let top = y + 10 + Double(row) * 54
      guard top + 44 <= y + height else { return }
      let wide = row == 3 ? key * 5 : key
      let start = (width - wide * Double(letters.count)) / 2
      for (column, letter) in letters.enumerated() {
        let x = start + Double(column) * wide
        canvas.fillBox(x: x + 2, y: top, width: wide - 4, height: 44, radius: 5, palette.field)
        let set = text.set(String(letter), face: .body, textSize: .large)
        text.draw(
          set,
          x: x,
          y: ((top + 11) * canvas.scale).rounded() / canvas.scale,
          width: wide,
          rows: top..<top + 44,
          .init(colour: palette.text, link: palette.link, alignment: .center),
          on: canvas
        )
      }
    }
  }

  private func drawDrop(_ drop: FrameSnapshot.Drop) {
    canvas.fillBox(
      x: drop.x,
      y: drop.y,
      width: 120,
      height: 44,
      radius: 10,
      palette.link,
      opacity: 0.8
    )
    text.draw(
      text.set(drop.item.rawValue, face: .body, textSize: .large),
      x: drop.x,
      y: ((drop.y + 11) * canvas.scale).rounded() / canvas.scale,
      width: 120,
      rows: drop.y..<drop.y + 44,
      .init(colour: palette.bubbleText, link: palette.bubbleText, alignment: .center),
      on: canvas
    )
  }
}
