import Lengths
// Where messages lie from side to side.
extension Surface {
  /// The box of a message in the default style: the user's is aligned right and as wide as its text
  /// needs for the lines it has, all others take the full width between the sides.
  ///
  /// - Returns: Nil for a message that the host renders, whose height it supplies, and when no
  ///   message has this name.
  /// - Complexity: O(1); O(text * log width) for a message of the user's the first time that it is asked
  ///   about at its width, and after its text has changed.
  package func box(of id: MessageID) -> MessageBox? {
    guard let handle = handle(of: id), let record = record(handle), record.suppliedHeight == nil
    else { return nil }
    let style = profile.style
    let padding = heights.box(of: record.role)
    let isBoxed = padding != .bare
    let isUsers = record.role == .user
    let text =
      isUsers
      ? heights.narrowestWidth(of: record, in: geometry)
      : heights.textGeometry(of: record.role, in: geometry).width
    let width = text + padding.horizontal * 2
    let corner = isBoxed ? style.cornerRadius : .zero
    return MessageBox(
      x: isUsers ? device.width - style.sidePadding - width : style.sidePadding,
      width: width,
      padding: padding,
      cornerRadius: corner,
      tailRadius: isBoxed && isUsers ? style.tailRadius : corner
    )
  }
}
