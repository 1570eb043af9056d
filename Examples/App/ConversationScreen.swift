// For SwiftUI. Never compiled: there was no Mac. Conversation.swift has all that is not SwiftUI's.
#if canImport(SwiftUI) && canImport(UIKit)
  import StillpointEngine
  import SwiftUI

  /// A conversation in SwiftUI. The list is UIKit's: a frame of the engine says where everything is, so that
  /// SwiftUI has no layout to do.
  struct ConversationScreen: View {
    private let conversation: Conversation
    private let fonts: Fonts
    private let ask: (String, ChatMessageID) -> Void
    @State private var text = ""

    /// - Parameter ask: Sends a question to the model; what comes back goes to ``Conversation/receive(_:of:)``.
    init(
      _ conversation: Conversation,
      fonts: Fonts,
      ask: @escaping (String, ChatMessageID) -> Void
    ) {
      (self.conversation, self.fonts, self.ask) = (conversation, fonts, ask)
    }

    var body: some View {
      ConversationList(conversation: conversation, fonts: fonts)
        .ignoresSafeArea()
        .overlay(alignment: .bottom) { composer }
    }

    /// The list goes on under the composer: the engine is told how much of it that covers.
    private var composer: some View {
      HStack {
        TextField("Message", text: $text, axis: .vertical)
        Button("Send") {
          ask(text, conversation.send(text))
          text = ""
        }
        .disabled(text.isEmpty)
      }
      .padding()
      .background(.bar)
      .onGeometryChange(for: Double.self, of: \.size.height) { height in
        conversation.post(.composerHeight(ChatLength(nearest: height)))
      }
    }
  }

  private struct ConversationList: UIViewRepresentable {
    let conversation: Conversation
    let fonts: Fonts

    func makeUIView(context: Context) -> ConversationView {
      ConversationView(conversation, fonts: fonts)
    }

    func updateUIView(_ view: ConversationView, context: Context) { view.wake() }
  }
#endif
