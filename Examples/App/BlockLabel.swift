// For UIKit. Never compiled: there was no Mac.
#if canImport(UIKit)
  import StillpointEngine
  import UIKit

  /// A block on screen: its text is set anew when its version changes.
  final class BlockLabel: UILabel {
    convenience init(in view: UIView) {
      self.init(frame: .zero)
      numberOfLines = 0
      view.addSubview(self)
    }

    func show(_ shown: Conversation.ShownBlock, _ fonts: Fonts) {
      frame = CGRect(x: shown.x, y: shown.y, width: shown.width, height: shown.height)
      guard shown.isChanged else { return }
      let colour: UIColor = shown.role == .user ? .white : .label
      let stretches = TextStretch.all(of: shown.block)
      attributedText = fonts.text(stretches, shown.block.content.kind, .large, colour)
    }
  }
#endif
