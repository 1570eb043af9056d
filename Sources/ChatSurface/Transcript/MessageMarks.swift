/// What is known of messages beside their places and heights.
package struct MessageMarks {
  /// Those that stay at the top.
  var headers = StickyHeaders()
  /// Those that no frame has shown.
  var unread = UnreadMessages()
  /// Those with text that is selected, and with the focus.
  var focus = ReaderFocus()
  /// Those with parts that scroll by themselves, in no order.
  var scrolling: [UInt32] = []
}
