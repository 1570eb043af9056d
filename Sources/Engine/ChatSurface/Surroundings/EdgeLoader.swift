import Lengths

/// Asks for another page when the viewport comes near one edge of the conversation.
///
/// A request is made within 100 pt of the edge, once; the load's end arms the loader again, also
/// when the page was short or empty or failed. Two things keep requests apart from noise:
/// - *Never at first display.* Until the viewport has been moved since the conversation was opened
///   (by hand or by a jump that was asked for; opening and edits do not count) nothing is
///   requested, though the end of the conversation is in view. The exception is content shorter
///   than the viewport, which no scroll could bring nearer: then the first frame asks, and so does
///   each page that still leaves it short.
/// - *Once armed again*, it asks when the distance (the height, of short content) has been another
///   one since the last request. A page shorter than 100 pt has changed it, so the next page is asked for
///   at once; after an empty or failed one something must move first, or a host that always fails
///   would be asked for ever.
///
/// A load is told either by `begin` and `end` (asynchronous form), or by the value of
/// `isProcessing` whenever the host gives it (synchronous form); both may be mixed. A load that the
/// app starts by itself counts as well: nothing is requested while one runs.
///
/// Complexity: O(1) each; nothing is allocated.
package struct EdgeLoader: Hashable, Sendable {
  /// From so far from the edge on a page is asked for.
  package static let reach = LayoutUnit(points: 100)

  private enum State: Hashable {
    case armed
    /// A page was asked for; nobody has said that its load has begun.
    case requested
    case loading
  }

  /// What has to change before a page is asked for again.
  private enum Place: Hashable {
    case within(LayoutUnit)
    case short(LayoutUnit)
  }

  private var state: State = .armed
  private var lastPlace: Place?
  private var isProcessing = false
  package private(set) var requests = 0

  package init() {}

  /// Whether a load runs, so that the host's indicator shows.
  package var isLoading: Bool { state == .loading }

  /// Takes where the viewport is in a frame.
  ///
  /// - Parameters:
  ///   - distance: From the viewport's edge to the content's; negative beyond it.
  ///   - viewport: The height that it has to fill, insets taken off.
  ///   - hasMoved: Whether the viewport was moved since the conversation was opened.
  /// - Returns: Whether a page is asked for now.
  package mutating func update(
    distance: LayoutUnit,
    content: LayoutUnit,
    viewport: LayoutUnit,
    hasMoved: Bool
  ) -> Bool {
    let isShort = content < viewport
    let place: Place = isShort ? .short(content) : .within(distance)
    if place != lastPlace { lastPlace = nil }
    guard state == .armed, isShort || (hasMoved && distance <= Self.reach), lastPlace == nil else {
      return false
    }
    state = .requested
    lastPlace = place
    requests += 1
    return true
  }

  /// A load has begun: one that was asked for, or one of the app's own.
  package mutating func begin() { state = .loading }

  /// The load has ended, or the host will not start the one that was asked for.
  package mutating func end() {
    state = .armed
    isProcessing = false
  }

  /// Takes the host's value of `isProcessing`; only a change of it means something, so that it may
  /// be given as often as the host likes.
  package mutating func setProcessing(_ isProcessing: Bool) {
    guard isProcessing != self.isProcessing else { return }
    if isProcessing { begin() } else { end() }
    self.isProcessing = isProcessing
  }

  /// Another conversation was opened; a load that runs goes on.
  package mutating func reopen() {
    lastPlace = nil
    if state == .requested { state = .armed }
  }
}
