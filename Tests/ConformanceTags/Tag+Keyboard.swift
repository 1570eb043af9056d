// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// A keyboard event takes the duration it names, and 250 ms when it names a curve only.
  @Tag package static var keyboardDuration: Self

  /// A keyboard event moves by the curve it names, and in and out by a duration only.
  @Tag package static var keyboardCurve: Self

  /// After a return keyboard events are collected until none has come for 100 ms, 300 ms at most,
  /// and the last counts then; at other times each counts at once.
  @Tag package static var keyboardMerge: Self

  /// What the keyboard does in the background is not shown, and is taken up after the return.
  @Tag package static var keyboardBackground: Self

  /// A new height while shown is a change, not a show.
  @Tag package static var keyboardHeightChange: Self

  /// In the reference a keyboard keeps the end in view if it was; a pinned message and a reader
  /// further up see nothing move.
  @Tag package static var keyboardReference: Self

  /// In the SwiftUI tips the keyboard shrinks the blank by its height and gap and pins to the
  /// last message only at the end.
  @Tag package static var keyboardTips: Self

  /// In the parameter article the blank is computed anew with what the keyboard covers.
  @Tag package static var keyboardArticle: Self

  /// In the messaging-ui profile the inset changes and the end is kept if it was there.
  @Tag package static var keyboardTiled: Self

  /// Opening with fewer points from the end than the blank: the shift is max(-(blank - dist), -T)
  /// when blank < M, else -T.
  @Tag package static var keyboardShiftNear: Self

  /// Opening at least a blank and less than 100 pt from the end with blank < T: max(-(T - blank),
  /// -T), or 0 without a blank; otherwise -T.
  @Tag package static var keyboardShiftHundred: Self

  /// Closing within 12 pt of the end, counted without the keyboard, the shift is -min(blank with
  /// the keyboard closed, T), else -T.
  @Tag package static var keyboardShiftClosing: Self

  /// Opening moves the content offset by T + shift along the keyboard's animation, closing takes
  /// T + the shift of its row back; `shift_pt` says what has been applied.
  @Tag package static var keyboardShiftApplied: Self

  /// The seven published cases (points from the end, blank, T, M) have their shifts:
  /// 80/20/300/300, 0/100/230/300, 1/50/300/300, 5/350/300/350, 10/400/300/350, 250/0/350/350,
  /// 0/0/302/336.
  @Tag package static var keyboardChecks: Self

  /// A keyboard that names neither duration nor curve moves by a spring of stiffness 500, damping
  /// 45 and mass 1.
  @Tag package static var keyboardSpring: Self

  /// Interactive dismissal tracks the finger; a second end event does nothing.
  @Tag package static var keyboardInteractive: Self
}
