// Made from the files in Profiles by scripts/profiles: change those, not this.
extension ProfileGap {
  /// What the built-in profiles leave open, by their names.
  static let table: [String: [ProfileGap]] = [
    "vercel-v0": [
      ProfileGap(
        subject: .resizing,
        answer: "what is visible is measured anew, the still point kept"
      )
    ],
    "swiftui-tips": [
      ProfileGap(subject: .prepending, answer: "what is visible keeps its place"),
      ProfileGap(
        subject: .resizing,
        answer: "what is visible is measured anew, the still point kept"
      ),
    ],
    "parameter-article": [
      ProfileGap(subject: .prepending, answer: "what is visible keeps its place"),
      ProfileGap(
        subject: .resizing,
        answer: "what is visible is measured anew, the still point kept"
      ),
    ],
    "messaging-ui": [
      ProfileGap(
        subject: .streaming,
        answer: "each token is shown whole in the frame in which it comes"
      ),
      ProfileGap(subject: .sending, answer: "the end is followed if it was within 100 pt"),
      ProfileGap(subject: .composer, answer: "the inset changes, nothing jumps"),
    ],
    "conversation-kit": [
      ProfileGap(
        subject: .streaming,
        answer: "each token is shown whole in the frame in which it comes"
      ),
      ProfileGap(subject: .prepending, answer: "what is visible keeps its place"),
      ProfileGap(
        subject: .keyboard,
        answer: "while it opens and closes without a send, as in swiftui-tips"
      ),
      ProfileGap(subject: .composer, answer: "as in swiftui-tips"),
      ProfileGap(
        subject: .resizing,
        answer: "what is visible is measured anew, the still point kept"
      ),
    ],
  ]
}
