// For UIKit. Never compiled: there was no Mac. Conversation.swift has all that is not UIKit's.
#if canImport(UIKit)
  import StillpointEngine
  import UIKit

  /// Measures text as ``ConversationView`` draws it.
  final class FontMeasurer: ChatTextMeasurer {
    let identity = "uikit-1"

    init() {}

    func measure(_ block: ChatStyledBlock, width: ChatLength, textSize: ChatTextSize)
      -> ChatMeasuredBlock
    {
      let text = NSMutableAttributedString()
      var start = 0
      for run in block.runs {
        let bytes = block.text[start..<start + run.utf8Count]
        start += run.utf8Count
        text.append(
          Style.text(
            String(decoding: bytes, as: UTF8.self),
            isBold: run.style.contains(.bold),
            isItalic: run.style.contains(.italic),
            isCode: run.style.contains(.code)
          )
        )
      }
      let size = text.boundingRect(
        with: CGSize(width: width.points, height: .greatestFiniteMagnitude),
        options: [.usesLineFragmentOrigin, .usesFontLeading],
        context: nil
      )
      return ChatMeasuredBlock(
        height: ChatLength(roundingUp: max(1, size.height)),
        lines: max(1, Int((size.height / Style.body.lineHeight).rounded())),
        glyphs: text.length
      )
    }
  }

  /// The fonts of the app.
  enum Style {
    static let body = UIFont.systemFont(ofSize: 17)

    static func text(_ text: String, isBold: Bool, isItalic: Bool, isCode: Bool)
      -> NSAttributedString
    {
      var font = isCode ? UIFont.monospacedSystemFont(ofSize: 15, weight: .regular) : body
      var traits: UIFontDescriptor.SymbolicTraits = []
      if isBold { traits.insert(.traitBold) }
      if isItalic { traits.insert(.traitItalic) }
      if !traits.isEmpty, let styled = font.fontDescriptor.withSymbolicTraits(traits) {
        font = UIFont(descriptor: styled, size: 0)
      }
      return NSAttributedString(string: text, attributes: [.font: font])
    }
  }

  /// A scroll view that shows a conversation: a layer a block, drawn again when its version changes.
  final class ConversationView: UIScrollView, UIScrollViewDelegate {
    private let conversation: Conversation
    private var layers: [Conversation.BlockID: BlockLayer] = [:]
    private var link: CADisplayLink?
    private var isMovedByEngine = false

    init(_ conversation: Conversation) {
      self.conversation = conversation
      super.init(frame: .zero)
      delegate = self
      contentInsetAdjustmentBehavior = .never
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError("made in code") }

    override func didMoveToWindow() {
      super.didMoveToWindow()
      link?.invalidate()
      guard window != nil else { return }
      let link = CADisplayLink(target: self, selector: #selector(tick))
      link.add(to: .main, forMode: .common)
      self.link = link
    }

    /// Goes on after something was posted.
    func wake() { link?.isPaused = false }

    func scrollViewDidScroll(_ scrollView: UIScrollView) {
      guard !isMovedByEngine else { return }
      // A refusal says that the number was none, which a scroll view's is not.
      try? conversation.scrolled(to: contentOffset.y, at: CACurrentMediaTime())
      wake()
    }

    @objc private func tick(_ link: CADisplayLink) {
      if let update = conversation.update(at: link.targetTimestamp) { show(update) }
      link.isPaused = conversation.canPause
    }

    private func show(_ update: Conversation.Update) {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      isMovedByEngine = true
      contentSize = CGSize(width: bounds.width, height: update.contentHeight)
      if update.correction != 0 { contentOffset.y += update.correction }
      isMovedByEngine = false
      for id in update.removed { layers.removeValue(forKey: id)?.removeFromSuperlayer() }
      for shown in update.blocks {
        let layer = layers[shown.id] ?? makeLayer(for: shown.id)
        layer.frame = CGRect(
          x: shown.frame.x,
          y: shown.frame.y,
          width: shown.frame.width,
          height: shown.frame.height
        )
        if shown.isChanged { layer.show(shown.block, role: shown.role) }
      }
      CATransaction.commit()
    }

    private func makeLayer(for id: Conversation.BlockID) -> BlockLayer {
      let made = BlockLayer()
      made.contentsScale = traitCollection.displayScale
      layer.addSublayer(made)
      layers[id] = made
      return made
    }
  }

  /// Draws a block.
  final class BlockLayer: CALayer {
    private var text = NSAttributedString()

    func show(_ block: ChatDrawnBlock, role: ChatMessage.Role) {
      let joined = NSMutableAttributedString()
      for stretch in TextStretch.all(of: block) {
        let piece = NSMutableAttributedString(
          attributedString: Style.text(
            stretch.text,
            isBold: stretch.isBold,
            isItalic: stretch.isItalic,
            isCode: stretch.isCode
          )
        )
        let colour: UIColor = stretch.link != nil ? .link : role == .user ? .white : .label
        piece.addAttribute(
          .foregroundColor,
          value: colour.withAlphaComponent(stretch.opacity),
          range: NSRange(location: 0, length: piece.length)
        )
        joined.append(piece)
      }
      text = joined
      setNeedsDisplay()
    }

    override func draw(in context: CGContext) {
      UIGraphicsPushContext(context)
      text.draw(
        with: bounds,
        options: [.usesLineFragmentOrigin, .usesFontLeading],
        context: nil
      )
      UIGraphicsPopContext()
    }
  }
#endif
