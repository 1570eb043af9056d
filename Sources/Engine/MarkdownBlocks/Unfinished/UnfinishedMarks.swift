/// How Markdown is shown of which nobody knows yet what it will be: the end of a text that still grows.
///
/// What is parsed is the same for all of them; this is what is shown of it.
package enum UnfinishedMarks: Hashable, Sendable, CaseIterable {
  /// As it was parsed: signs stand there as text, and go when they turn out to be marks.
  case raw
  /// Signs wait until it is known what they are; letters never do.
  case held
  /// A link is shown as its label as soon as it begins; all else is `raw`.
  case label
}
