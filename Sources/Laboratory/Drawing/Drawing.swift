/// Paints frames of a conversation with Cairo and Pango.
///
/// A ``FramePainter`` draws from a snapshot and what is rendered for it, and asks the engine for nothing
/// else. It belongs to the laboratory: it shows what runs showed, and what drawing takes. Apps draw
/// with what their platform has.
///
/// Words: a *piece* is what is drawn as a whole: a block, a box with its text, the dots. *Damage* are the
/// rows of pixels that are drawn anew in a frame.
///
/// Invariant: ``PaintingMethod/damage`` and ``PaintingMethod/whole`` give the same pixels.
///
/// It is not a browser of text: images are boxes with their description, code and tables that are wider
/// than the screen are cut.
package enum PaintingMethod: String, Hashable, Codable, Sendable, CaseIterable {
  /// What is on screen already is moved by copy; what changed is drawn anew.
  case damage
  /// Every frame is drawn anew.
  case whole
}

/// The colours that a frame is painted in.
package enum Appearance: String, Hashable, Sendable, CaseIterable {
  case light
  case dark
}
