import ScrollViewModel

/// Writes down what a view reports, and can answer it as a host would.
final class Reports: ScrollViewDelegate {
  enum Report: Equatable {
    case willBeginDragging
    case didScroll(Double)
    case didEndDragging(willDecelerate: Bool)
    case willBeginDecelerating
    case didEndDecelerating
    case didEndScrollingAnimation
    case didScrollToTop
  }

  private(set) var all: [Report] = []
  var allowsTop = true
  var onScroll: (ScrollView) -> Void = { _ in }
  var onLayout: (ScrollView) -> Void = { _ in }
  var onEndDragging: (ScrollView) -> Void = { _ in }

  func clear() { all = [] }

  /// What was reported, a run of movements as one.
  var order: [Report] {
    all.reduce(into: []) { order, report in
      if case .didScroll = report {
        if order.last != .didScroll(0) { order.append(.didScroll(0)) }
      } else {
        order.append(report)
      }
    }
  }

  var offsets: [Double] { all.compactMap { if case .didScroll(let y) = $0 { y } else { nil } } }

  func scrollViewWillBeginDragging(_ scrollView: ScrollView) { all.append(.willBeginDragging) }
  func scrollViewDidScroll(_ scrollView: ScrollView) {
    all.append(.didScroll(scrollView.contentOffset))
    onScroll(scrollView)
  }
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate: Bool) {
    all.append(.didEndDragging(willDecelerate: willDecelerate))
    onEndDragging(scrollView)
  }
  func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) {
    all.append(.willBeginDecelerating)
  }
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { all.append(.didEndDecelerating) }
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {
    all.append(.didEndScrollingAnimation)
  }
  func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool { allowsTop }
  func scrollViewDidScrollToTop(_ scrollView: ScrollView) { all.append(.didScrollToTop) }
  func layoutSubviews(of scrollView: ScrollView) { onLayout(scrollView) }
}

extension ScrollView {
  /// Moves a finger by `distance` points at one speed, a move each 1/120 s, without frames between; it stays
  /// down. Returns the time of its last move.
  @discardableResult
  func pull(by distance: Double, speed: Double, from y: Double = 400) -> Double {
    let count = max(1, Int((abs(distance) / speed * 120).rounded()))
    let start = now
    fingerDown(at: y, time: start)
    for index in 1...count {
      fingerMove(
        to: y + distance * Double(index) / Double(count),
        time: start + Double(index) / 120
      )
    }
    return start + Double(count) / 120
  }

  /// Runs frames until the view rests, and a layout pass after; at most ten seconds.
  func rest(hertz: Double = 60) {
    let start = now
    var index = 0
    repeat {
      index += 1
      frame(at: start + Double(index) / hertz)
    } while (isDecelerating || isAnimating) && index < Int(10 * hertz)
    layoutIfNeeded()
  }
}
