// For UIKit. Never compiled: there was no Mac. Conversation.swift has all that is not UIKit's.
#if canImport(UIKit)
  import StillpointEngine
  import UIKit

  /// A scroll view that shows a conversation: a label a block, set anew when its version changes.
  final class ConversationView: UIScrollView, UIScrollViewDelegate {
    private let conversation: Conversation
    private let fonts: Fonts
    private var labels: [Conversation.BlockID: BlockLabel] = [:]
    private var link: CADisplayLink?
    private var isTakingFrame = false
    private var work: Double?
    private var size = CGSize.zero

    init(_ conversation: Conversation, fonts: Fonts) {
      (self.conversation, self.fonts) = (conversation, fonts)
      super.init(frame: .zero)
      (delegate, contentInsetAdjustmentBehavior) = (self, .never)
      link = CADisplayLink(target: self, selector: #selector(tick))
      link?.add(to: .main, forMode: .common)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError("made in code") }

    /// Goes on after something was posted.
    func wake() { link?.isPaused = false }

    override func layoutSubviews() {
      super.layoutSubviews()
      saySize()
    }

    /// Says the view's size, before anything that its layout does is reported.
    private func saySize() {
      guard bounds.size != size, bounds.width > 0, bounds.height > 0 else { return }
      size = bounds.size
      conversation.resize(width: size.width, height: size.height)
      wake()
    }

    private var phase: HostScrollPhase {
      isTracking ? .dragging : isDecelerating || isScrollAnimating ? .decelerating : .rest
    }

    func scrollViewDidScroll(_ scrollView: UIScrollView) {
      guard !isTakingFrame else { return }
      saySize()
      conversation.scroll(phase, to: contentOffset.y)
      wake()
    }

    @objc private func tick(_ link: CADisplayLink) {
      let start = CACurrentMediaTime()
      conversation.scroll(phase, to: contentOffset.y)
      conversation.update(at: link.targetTimestamp, took: work).map(show)
      work = CACurrentMediaTime() - start
      link.isPaused = conversation.session.canPause
    }

    private func show(_ update: Conversation.Update) {
      isTakingFrame = true
      contentSize = CGSize(width: bounds.width, height: update.contentHeight)
      (contentInset.top, contentInset.bottom) = (update.topInset, update.bottomInset)
      if abs(contentOffset.y - update.scrollOffset) > 0.5 { contentOffset.y = update.scrollOffset }
      isTakingFrame = false
      conversation.session.stands(at: contentOffset.y)
      for id in update.removed { labels.removeValue(forKey: id)?.removeFromSuperview() }
      for shown in update.blocks {
        let label = labels[shown.id] ?? BlockLabel(in: self)
        labels[shown.id] = label
        label.show(shown, fonts)
      }
      for words in update.announcements {
        UIAccessibility.post(notification: .announcement, argument: words)
      }
    }
  }
#endif
