import ChatSurface
import Drawing
import PangoMeasuring
import Records

/// Paints what the windows of a run show, each on an image of its own.
package final class RunPainters {
  private final class Window {
    let painter: FramePainter
    var frame = RenderedFrame()

    init(_ painter: FramePainter) { self.painter = painter }
  }

  private let first: FramePainter
  private var windows: [String: Window] = [:]

  /// Makes painters.
  ///
  /// - Throws: ``FontError`` when a font is not there.
  package init(_ choice: DrawingChoice) throws(FontError) {
    let method: PaintingMethod =
      switch choice.method {
      case .damage: .damage
      case .whole: .whole
      }
    first = try FramePainter(method: method, pixels: choice.pixels)
  }

  /// Paints a frame of a window.
  ///
  /// - Returns: What painted it, and has the picture.
  @discardableResult
  package func paint(_ snapshot: FrameSnapshot, of surface: any RunEngine) -> FramePainter {
    let window =
      windows[snapshot.window] ?? Window(windows.isEmpty ? first : FramePainter(like: first))
    windows[snapshot.window] = window
    surface.render(snapshot, into: &window.frame)
    window.painter.paint(snapshot, window.frame)
    return window.painter
  }
}
