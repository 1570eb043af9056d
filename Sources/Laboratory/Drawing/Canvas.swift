import CPangoCairo

/// An image in memory and what draws on it; lengths in points, from its top left corner.
final class Canvas {
  let width: Int
  let height: Int
  /// How many pixels a point has.
  let scale: Double
  let context: OpaquePointer
  private let surface: OpaquePointer

  /// Makes a black image.
  ///
  /// - Parameters:
  ///   - width: In pixels.
  ///   - height: In pixels.
  ///   - scale: How many pixels a point has.
  init(width: Int, height: Int, scale: Int) {
    (self.width, self.height, self.scale) = (width, height, Double(scale))
    guard
      let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)),
      cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface)
    else { preconditionFailure("no memory for an image of \(width) x \(height) pixels") }
    (self.surface, self.context) = (surface, context)
    cairo_scale(context, self.scale, self.scale)
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  // MARK: Drawing

  func set(_ colour: Colour, opacity: Double = 1) {
    cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, opacity)
  }

  func fill(
    x: Double,
    y: Double,
    width: Double,
    height: Double,
    _ colour: Colour,
    opacity: Double = 1
  ) {
    guard width > 0, height > 0 else { return }
    set(colour, opacity: opacity)
    cairo_rectangle(context, x, y, width, height)
    cairo_fill(context)
  }

  /// Fills a box with round corners; the corner at the right of its bottom may have another radius.
  func fillBox(
    x: Double,
    y: Double,
    width: Double,
    height: Double,
    radius: Double,
    tailRadius: Double? = nil,
    _ colour: Colour,
    opacity: Double = 1
  ) {
    guard width > 0, height > 0 else { return }
    let most = min(width, height) / 2
    let radius = min(radius, most)
    let tail = min(tailRadius ?? radius, most)
    let quarter = Double.pi / 2
    set(colour, opacity: opacity)
    cairo_new_path(context)
    cairo_arc(context, x + width - radius, y + radius, radius, -quarter, 0)
    cairo_arc(context, x + width - tail, y + height - tail, tail, 0, quarter)
    cairo_arc(context, x + radius, y + height - radius, radius, quarter, 2 * quarter)
    cairo_arc(context, x + radius, y + radius, radius, 2 * quarter, 3 * quarter)
    cairo_close_path(context)
    cairo_fill(context)
  }

  func fillDisc(x: Double, y: Double, radius: Double, _ colour: Colour, opacity: Double = 1) {
    set(colour, opacity: opacity)
    cairo_new_path(context)
    cairo_arc(context, x, y, radius, 0, 2 * Double.pi)
    cairo_fill(context)
  }

  /// Draws within a rectangle.
  func clipped(x: Double, y: Double, width: Double, height: Double, _ body: () -> Void) {
    cairo_save(context)
    cairo_rectangle(context, x, y, max(0, width), max(0, height))
    cairo_clip(context)
    body()
    cairo_restore(context)
  }

  /// Draws rows of pixels alone.
  func clipped(toRows rows: Range<Int>, _ body: () -> Void) {
    clipped(
      x: 0,
      y: Double(rows.lowerBound) / scale,
      width: Double(width) / scale,
      height: Double(rows.count) / scale,
      body
    )
  }

  /// Draws something that is not opaque as a whole, moved and scaled.
  func grouped(opacity: Double, _ body: () -> Void) {
    guard opacity < 1 else { return body() }
    cairo_push_group(context)
    body()
    cairo_pop_group_to_source(context)
    cairo_paint_with_alpha(context, max(0, opacity))
  }

  /// Draws scaled around a point, and moved.
  func transformed(
    by scale: Double,
    around x: Double,
    _ y: Double,
    movedBy right: Double,
    _ down: Double,
    _ body: () -> Void
  ) {
    guard scale != 1 || right != 0 || down != 0 else { return body() }
    cairo_save(context)
    cairo_translate(context, x + right, y + down)
    cairo_scale(context, scale, scale)
    cairo_translate(context, -x, -y)
    body()
    cairo_restore(context)
  }

  // MARK: Pixels

  /// Moves rows of pixels down, or up by a negative number of rows.
  ///
  /// - Precondition: Both places lie in the image.
  func move(rows: Range<Int>, by distance: Int) {
    guard distance != 0, !rows.isEmpty else { return }
    precondition(
      rows.lowerBound + min(0, distance) >= 0 && rows.upperBound + max(0, distance) <= height,
      "rows \(rows) of \(height) moved by \(distance)"
    )
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    if let pixels = cairo_image_surface_get_data(surface) {
      (pixels + (rows.lowerBound + distance) * stride).update(
        from: pixels + rows.lowerBound * stride,
        count: rows.count * stride
      )
    }
    cairo_surface_mark_dirty(surface)
  }

  /// The pixels, row by row; of each the bytes blue, green, red and one without meaning.
  func withPixels<Result>(_ body: (_ rows: UnsafeRawBufferPointer, _ stride: Int) -> Result)
    -> Result
  {
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    let start = cairo_image_surface_get_data(surface)
    return body(UnsafeRawBufferPointer(start: start, count: stride * height), stride)
  }

  /// The image as PNG, each side divided by `shrink`.
  func png(shrink: Double = 1) -> [UInt8] {
    guard shrink != 1 else { return Self.png(of: surface) }
    let (width, height) = (Double(width) / shrink, Double(height) / shrink)
    let small = Canvas(width: Int(width.rounded(.up)), height: Int(height.rounded(.up)), scale: 1)
    cairo_scale(small.context, 1 / shrink, 1 / shrink)
    cairo_set_source_surface(small.context, surface, 0, 0)
    cairo_pattern_set_filter(cairo_get_source(small.context), CAIRO_FILTER_GOOD)
    cairo_paint(small.context)
    return small.png()
  }

  private static func png(of surface: OpaquePointer) -> [UInt8] {
    var bytes: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &bytes) { bytes in
      cairo_surface_write_to_png_stream(
        surface,
        { closure, data, count in
          guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
          closure.assumingMemoryBound(to: [UInt8].self).pointee.append(
            contentsOf: UnsafeBufferPointer(start: data, count: Int(count))
          )
          return CAIRO_STATUS_SUCCESS
        },
        bytes
      )
    }
    precondition(status == CAIRO_STATUS_SUCCESS, "no memory for a picture: \(status)")
    return bytes
  }
}
