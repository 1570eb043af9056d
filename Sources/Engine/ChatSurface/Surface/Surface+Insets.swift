import Lengths
import Timebase
import ViewportPlacing

// What the composer covers.
extension Surface {
  func setComposer(lines: Int, text: String?, attachments: Int?, at instant: Instant) {
    do throws(SurfaceRefusal) {
      // In a copy, here and in `take`, the only two changes of the surroundings of which the compiler
      // cannot tell what they call: else each look at them would be checked at run time.
      var changed = surroundings
      try changed.setComposer(lines: lines, text: text, attachments: attachments)
      surroundings = changed
    } catch {
      return context.refuse(error)
    }
    resizeComposer(at: instant)
  }

  /// The composer has another height; what has to move on screen for it moves.
  func resizeComposer(at instant: Instant) {
    guard insets.composer != surroundings.composer.height else { return }
    let before = (viewport.outset(in: scene(at: instant)), insets)
    surroundings.takeComposerHeight()
    takeCover(since: before, at: instant)
  }

  /// The safe areas are others: a bar has come or gone, the window was turned.
  ///
  /// What the composer does to the end they do too; the beginning stays in view if it was.
  func setSafeAreas(top: LayoutUnit, bottom: LayoutUnit, at instant: Instant) {
    let before = (viewport.outset(in: scene(at: instant)), insets)
    surroundings.setSafeAreas(top: top, bottom: bottom)
    takeCover(since: before, keepsTop: true, at: instant)
  }

  /// More or less of the viewport is covered from below: what then has to move on screen moves.
  private func takeCover(
    since before: (outset: ViewportOutset, insets: Insets),
    keepsTop: Bool = false,
    at instant: Instant
  ) {
    updateBlank()
    let grows = insets.composer + insets.covered > before.insets.composer + before.insets.covered
    viewport.takeCover(
      since: before.outset,
      isGrowing: grows,
      keepsTop: keepsTop,
      in: scene(at: instant)
    ) { cover in
      let keepsEnd = cover.wasAtEnd || cover.isBeyondEnd
      return policy?.reaction(to: cover) ?? (keepsEnd ? .follow(.programmatic) : .none)
    }
  }
}
