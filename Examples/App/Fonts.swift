// For UIKit. Never compiled: there was no Mac.
#if canImport(UIKit)
  import StillpointEngine
  import UIKit

  /// The text of a block as the app draws it, and so as it measures it.
  struct Fonts: Sendable {
    let style: ChatStyle

    func text(
      _ stretches: [TextStretch],
      _ kind: ChatBlockKind,
      _ size: ChatTextSize,
      _ colour: UIColor
    )
      -> NSAttributedString
    {
      let points = style.size(of: kind, at: size)
      let text = NSMutableAttributedString()
      for stretch in stretches {
        var isBold = stretch.isBold
        var isCode = stretch.isCode
        if case .heading = kind { isBold = true }
        if case .code = kind { isCode = true }
        var font = UIFont.systemFont(ofSize: points, weight: isBold ? .bold : .regular)
        if isCode {
          font = .monospacedSystemFont(ofSize: points, weight: isBold ? .bold : .regular)
        }
        if stretch.isItalic, let italic = font.fontDescriptor.withSymbolicTraits(.traitItalic) {
          font = UIFont(descriptor: italic, size: 0)
        }
        let shown = (stretch.link == nil ? colour : .link).withAlphaComponent(stretch.opacity)
        text.append(
          NSAttributedString(
            string: stretch.text,
            attributes: [.font: font, .foregroundColor: shown]
          )
        )
      }
      return text
    }
  }

  /// Measures text as ``ConversationView`` draws it.
  final class FontMeasurer: ChatTextMeasurer {
    let identity = "uikit-1"
    private let fonts: Fonts

    init(_ fonts: Fonts) { self.fonts = fonts }

    func measure(_ block: ChatStyledBlock, width: ChatLength, textSize: ChatTextSize)
      -> ChatMeasuredBlock
    {
      var start = 0
      let stretches = block.runs.map { run in
        defer { start += run.utf8Count }
        return TextStretch(
          text: String(decoding: block.text[start..<start + run.utf8Count], as: UTF8.self),
          isBold: run.style.contains(.bold),
          isItalic: run.style.contains(.italic),
          isCode: run.style.contains(.code),
          opacity: 1
        )
      }
      let text = fonts.text(stretches, block.kind, textSize, .label)
      let size = text.boundingRect(
        with: CGSize(width: width.points, height: .greatestFiniteMagnitude),
        options: [.usesLineFragmentOrigin, .usesFontLeading],
        context: nil
      )
      let line = UIFont.systemFont(ofSize: fonts.style.size(of: block.kind, at: textSize))
        .lineHeight
      return ChatMeasuredBlock(
        points: size.height,
        lines: max(1, Int((size.height / line).rounded())),
        glyphs: text.length
      )
    }
  }
#endif
