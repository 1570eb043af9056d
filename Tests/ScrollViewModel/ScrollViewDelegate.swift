/// What a scroll view reports, in UIScrollViewDelegate's order; each has a default that does nothing.
///
/// A delegate may write to the view inside any call; that is reported too, inside the call.
public protocol ScrollViewDelegate: AnyObject {
  func scrollViewWillBeginDragging(_ scrollView: ScrollView)
  /// The offset changed, whoever changed it: a finger, a motion, a program, a layout pass.
  func scrollViewDidScroll(_ scrollView: ScrollView)
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate: Bool)
  func scrollViewWillBeginDecelerating(_ scrollView: ScrollView)
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView)
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView)
  func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool
  func scrollViewDidScrollToTop(_ scrollView: ScrollView)
  /// A layout pass: what a subclass does in `layoutSubviews`.
  func layoutSubviews(of scrollView: ScrollView)
}

extension ScrollViewDelegate {
  public func scrollViewWillBeginDragging(_ scrollView: ScrollView) {}
  public func scrollViewDidScroll(_ scrollView: ScrollView) {}
  public func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate: Bool) {}
  public func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) {}
  public func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {}
  public func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {}
  public func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool { true }
  public func scrollViewDidScrollToTop(_ scrollView: ScrollView) {}
  public func layoutSubviews(of scrollView: ScrollView) {}
}
