import CWindow

/// A window on the desktop that shows an image.
final class DesktopWindow {
  /// What the user did; places in points from the top left corner.
  enum Action {
    case closed
    case press(x: Double, y: Double)
    case drag(x: Double, y: Double)
    case release(x: Double, y: Double)
    /// The wheel was turned by so many steps, positive away from the user.
    case wheel(Double)
    case key(Int32)
    case text(String)
  }

  /// Why there is no window.
  struct Failure: Error, CustomStringConvertible {
    var reason: String
    var description: String {
      "no window: \(reason).\nRun it on a desktop, or under Xvfb; run --pictures needs no display."
    }
  }

  private let window: OpaquePointer
  private let scale: Double

  /// Opens a window.
  ///
  /// - Parameters:
  ///   - width: In pixels.
  ///   - height: In pixels.
  ///   - scale: How many pixels a point has.
  init(title: String, width: Int, height: Int, scale: Int) throws(Failure) {
    self.scale = Double(scale)
    var reason = [CChar](repeating: 0, count: 256)
    let opened = reason.withUnsafeMutableBufferPointer {
      window_open(title, Int32(width), Int32(height), $0.baseAddress, $0.count)
    }
    guard let opened else {
      throw Failure(
        reason: String(
          decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
          as: UTF8.self
        )
      )
    }
    window = opened
  }

  deinit { window_close(window) }

  /// Shows an image of the window's size.
  func show(_ rows: UnsafeRawBufferPointer, stride: Int) {
    window_show(window, rows.baseAddress, Int32(stride))
  }

  /// What the user did next; nil for nothing more.
  func nextAction() -> Action? {
    let event = window_next_event(window)
    let (x, y) = (Double(event.x) / scale, Double(event.y) / scale)
    switch event.kind {
    case WINDOW_CLOSED: return .closed
    case WINDOW_PRESS: return .press(x: x, y: y)
    case WINDOW_DRAG: return .drag(x: x, y: y)
    case WINDOW_RELEASE: return .release(x: x, y: y)
    case WINDOW_WHEEL: return .wheel(Double(event.y))
    case WINDOW_KEY: return .key(event.key)
    case WINDOW_TEXT:
      return withUnsafeBytes(of: event.text) { bytes in
        .text(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
      }
    default: return nil
    }
  }
}
