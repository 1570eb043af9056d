// For SwiftUI. Never compiled: there was no Mac. Conversation.swift has all that is not SwiftUI's.
#if canImport(SwiftUI) && canImport(UIKit)
  import StillpointEngine
  import SwiftUI

  /// A conversation in SwiftUI. The list is UIKit's: a frame of the engine says where everything is, so that
  /// SwiftUI has no layout to do.
  struct ConversationScreen: View {
    private let conversation: Conversation
    private let ask: (String, ChatMessageID) -> Void
    @State private var text = ""
    @State private var problem: String?

    /// - Parameter ask: Sends a question to the model; what comes back goes to ``Conversation/receive(_:of:at:)``.
    init(_ conversation: Conversation, ask: @escaping (String, ChatMessageID) -> Void) {
      (self.conversation, self.ask) = (conversation, ask)
    }

    var body: some View {
      ConversationList(conversation: conversation)
        .safeAreaInset(edge: .bottom) {
          HStack {
            TextField("Message", text: $text, axis: .vertical)
            Button("Send", action: send).disabled(text.isEmpty)
          }
          .padding()
        }
        .alert(problem ?? "", isPresented: .constant(problem != nil)) {
          Button("OK") { problem = nil }
        }
    }

    private func send() {
      do {
        ask(text, try conversation.send(text, at: CACurrentMediaTime()))
        text = ""
      } catch {
        problem = "\(error)"
      }
    }
  }

  private struct ConversationList: UIViewRepresentable {
    let conversation: Conversation

    func makeUIView(context: Context) -> ConversationView { ConversationView(conversation) }
    func updateUIView(_ view: ConversationView, context: Context) { view.wake() }
  }
#endif
