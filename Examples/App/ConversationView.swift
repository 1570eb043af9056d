// For UIKit. Never compiled: there was no Mac. Conversation.swift has all that is not UIKit's.
#if canImport(UIKit)
  import StillpointEngine
  import UIKit

  /// A scroll view that shows a conversation: a label a block, set anew when its version changes.
  final class ConversationView: UIScrollView, UIScrollViewDelegate {
    private let conversation: Conversation
    private let fonts: Fonts
    private var labels: [Conversation.BlockID: UILabel] = [:]
    private var link: CADisplayLink?
    private var isTakingFrame = false
    private var work: Double?

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
      let (width, height) = (ChatLength(nearest: bounds.width), ChatLength(nearest: bounds.height))
      guard width > .zero, height > .zero else { return }
      conversation.post(.resize(width: width, height: height))
      wake()
    }

    private var phase: HostScrollPhase {
      isTracking ? .dragging : isDecelerating || isScrollAnimating ? .decelerating : .rest
    }

    func scrollViewDidScroll(_ scrollView: UIScrollView) {
      guard !isTakingFrame else { return }
      conversation.scroll(phase, to: contentOffset.y)
      wake()
    }

    @objc private func tick(_ link: CADisplayLink) {
      let start = CACurrentMediaTime()
      conversation.scroll(phase, to: contentOffset.y)
      let update = conversation.update(at: link.targetTimestamp, took: work)
      if let update { show(update) }
      work = CACurrentMediaTime() - start
      link.isPaused = conversation.session.canPause
    }

    private func show(_ update: Conversation.Update) {
      isTakingFrame = true
      contentSize = CGSize(width: bounds.width, height: update.contentHeight)
      contentInset = UIEdgeInsets(
        top: update.topInset,
        left: 0,
        bottom: update.bottomInset,
        right: 0
      )
      if abs(contentOffset.y - update.scrollOffset) > 0.5 { contentOffset.y = update.scrollOffset }
      isTakingFrame = false
      conversation.session.stands(at: contentOffset.y)
      for id in update.removed { labels.removeValue(forKey: id)?.removeFromSuperview() }
      for shown in update.blocks {
        let label = labels[shown.id] ?? UILabel()
        if label.superview == nil { addSubview(label) }
        (labels[shown.id], label.numberOfLines) = (label, 0)
        label.frame = CGRect(x: shown.x, y: shown.y, width: shown.width, height: shown.height)
        guard shown.isChanged else { continue }
        let colour: UIColor = shown.role == .user ? .white : .label
        let stretches = TextStretch.all(of: shown.block)
        label.attributedText = fonts.text(stretches, shown.block.content.kind, .large, colour)
      }
      for words in update.announcements {
        UIAccessibility.post(notification: .announcement, argument: words)
      }
    }
  }
#endif
