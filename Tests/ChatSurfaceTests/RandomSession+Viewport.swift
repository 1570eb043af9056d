import ChatSurface
import Lengths
import TextMeasuring
import Timebase

// Operations that leave the messages alone: the viewport moves, its size and its insets change.
extension RandomSession {
  mutating func moveViewport(_ index: Int?, at instant: Instant) {
    switch random.nextIndex(below: 20) {
    case 0..<6: scroll(index, at: instant)
    case 6..<15: touch(at: instant)
    case 15..<19: put(.fling(velocity: random.nextFraction() * 8_000 - 5_000), at: instant)
    default:
      guard let index else { return }
      let distance = LayoutUnit(rawValue: Int64(random.nextIndex(below: 20_000)))
      put(.restore(Anchor(id: model[index].id, distance: distance)), at: instant)
    }
  }

  mutating func changeGeometry(at instant: Instant) {
    switch random.nextIndex(below: 4) {
    case 0: resize(at: instant)
    case 1:
      // The phone is turned.
      let (width, height) = (screen.width, screen.height)
      put(.resize(width: height, height: width), at: instant)
    default:
      let sizes = TextSizeCategory.allCases
      put(.textSize(sizes[random.nextIndex(below: sizes.count)]), at: instant)
    }
  }

  mutating func changeInsets(at instant: Instant) {
    let heights = [0, 0, 216, 291, 336]
    let height = LayoutUnit(points: heights[random.nextIndex(below: heights.count)])
    switch random.nextIndex(below: 4) {
    case 0: put(.keyboardDragged(height: height), at: instant)
    case 1: put(.keyboard(height: height, duration: .milliseconds(100), .inOutQuad), at: instant)
    case 2: put(.keyboard(height: height, .linear), at: instant)
    default: put(.composer(lines: 1 + random.nextIndex(below: 6)), at: instant)
    }
  }

  private mutating func resize(at instant: Instant) {
    let widths = [375, 667, 320]
    put(
      .resize(
        width: LayoutUnit(points: widths[random.nextIndex(below: 3)]),
        height: LayoutUnit(points: widths[random.nextIndex(below: 3)] + 100)
      ),
      at: instant
    )
  }

  private mutating func scroll(_ index: Int?, at instant: Instant) {
    let isAnimated = random.nextIndex(below: 2) == 0
    switch random.nextIndex(below: 4) {
    case 0: put(.scroll(to: .top, isAnimated: isAnimated), at: instant)
    case 1: put(.scroll(to: .end, isAnimated: isAnimated), at: instant)
    default:
      guard let index else { return }
      let alignment = ScrollTarget.Alignment.allCases[random.nextIndex(below: 3)]
      put(
        .scroll(to: .message(model[index].id, alignment), isAnimated: isAnimated),
        at: instant
      )
    }
  }

  private mutating func touch(at instant: Instant) {
    if !isTouching {
      isTouching = true
      touchY = 300
      put(.touch(.began, y: touchY), at: instant)
    } else if random.nextIndex(below: 4) == 0 {
      isTouching = false
      put(.touch(.ended, y: touchY), at: instant)
    } else {
      touchY += random.nextFraction() * 160 - 60
      put(.touch(.moved, y: touchY), at: instant)
    }
  }
}
