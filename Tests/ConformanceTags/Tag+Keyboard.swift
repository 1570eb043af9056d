// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// A keyboard event without a duration takes 250 ms.
  @Tag package static var keyboardDuration: Self

  /// A keyboard event without a curve is ease-in-out.
  @Tag package static var keyboardCurve: Self

  /// Show events within 100 ms, as on return from the background, count once.
  @Tag package static var keyboardMerge: Self

  /// Hide and show while in the background are ignored.
  @Tag package static var keyboardBackground: Self

  /// A new height while shown is a change, not a show.
  @Tag package static var keyboardHeightChange: Self

  /// In the reference a keyboard keeps the end in view if it was; a pinned message and a reader
  /// further up see nothing move.
  @Tag package static var keyboardReference: Self

  /// In the SwiftUI tips the keyboard shrinks the blank by its height and gap and pins to the
  /// last message only at the end.
  @Tag package static var keyboardTips: Self

  /// The parameter article takes the keyboard's height less the bottom safe area and computes the
  /// blank anew.
  @Tag package static var keyboardArticle: Self

  /// In the messaging-ui profile the inset changes and the end is kept if it was there.
  @Tag package static var keyboardTiled: Self

  /// Opening with fewer points from the end than the blank: the shift is max(-(blank - dist), -T)
  /// when blank < M, else -T.
  @Tag package static var keyboardShiftNear: Self

  /// Opening at least a blank and less than 100 pt from the end with blank < T: max(-(T - blank),
  /// -T), or 0 without a blank; otherwise -T.
  @Tag package static var keyboardShiftHundred: Self

  /// Closing within 12 pt of the end takes away min(blank with the keyboard closed, T), else T.
  @Tag package static var keyboardShiftClosing: Self

  /// Opening adds the shift's size to the content offset along the keyboard's spring, closing
  /// takes it away; `shift_pt` says what has been applied.
  @Tag package static var keyboardShiftApplied: Self

  /// The seven published cases (points from the end, blank, T, M) have their shifts:
  /// 80/20/300/300, 0/100/230/300, 1/50/300/300, 5/350/300/350, 10/400/300/350, 250/0/350/350,
  /// 0/0/302/336.
  @Tag package static var keyboardChecks: Self

  /// The keyboard's spring has stiffness 500, damping 45 and mass 1.
  @Tag package static var keyboardSpring: Self

  /// Interactive dismissal tracks the finger; a second end event does nothing.
  @Tag package static var keyboardInteractive: Self
}
