// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// A profile is one plain value; the engine has no branch on a profile's name, and any field
  /// can be changed alone.
  @Tag package static var profilesPlainData: Self

  /// Each of the six profiles runs each scenario with the same events.
  @Tag package static var profilesAllRun: Self

  /// In every profile the revealed text is what arrived: nothing is lost, reordered or repeated.
  @Tag package static var profilesTextExact: Self

  /// The reference releases two chunks a step, four above a backlog of 4, eight above 10.
  @Tag package static var profilesReferenceBatch: Self

  /// The v0 profile releases one word a step, two above five queued, min(5, ceil(n / 4)) above
  /// ten.
  @Tag package static var profilesV0Batch: Self

  /// The v0 profile, the SwiftUI tips and the parameter article split at spaces: a chunk is a
  /// word with its spaces, in any script.
  @Tag package static var profilesSplitAtSpaces: Self

  /// The v0 profile and the parameter article measure a changed message whole at once, the
  /// SwiftUI tips once a frame.
  @Tag package static var profilesWholeMeasuring: Self

  /// The v0 profile fades a word in 500 ms along an in-out quad.
  @Tag package static var profilesV0Fade: Self

  /// The v0 profile holds a word in a slot and, when its four are taken, finishes the oldest at
  /// once.
  @Tag package static var profilesV0PoolEvict: Self

  /// In the v0 profile growth of the answer counts once it has paused for 500 ms, so the blank is
  /// late to shrink, never to grow; of the user's message 88 pt count at most.
  @Tag package static var profilesV0BlankGrowth: Self

  /// The v0 profile opens by unanimated jumps to the end, at once when the blank is known, at the
  /// next frame and 16 ms later; it is done a frame after.
  @Tag package static var profilesV0Opening: Self

  /// In the v0 profile a composer that changes while the last item stands above the screen's
  /// bottom, the insets left out, jumps to the end, and again 16 ms later.
  @Tag package static var profilesV0ComposerJump: Self

  /// The SwiftUI tips release two words at a time, the second 32 ms after the first; the next two
  /// when a fade ends or text arrives.
  @Tag package static var profilesTipsBatch: Self

  /// In the SwiftUI tips a word that finds no slot waits for one.
  @Tag package static var profilesTipsPoolWait: Self

  /// The SwiftUI tips open bottom-anchored: the end is in view.
  @Tag package static var profilesTipsOpening: Self

  /// In the SwiftUI tips a growing composer near the end scrolls to it in 0.1 s, ease-out.
  @Tag package static var profilesTipsComposer: Self

  /// The SwiftUI tips scroll to the end 16 ms after a change; each change starts the wait again.
  @Tag package static var profilesTipsDebounce: Self

  /// In the SwiftUI tips a message that is appended, not by a send, comes to the viewport's top;
  /// pages do not count.
  @Tag package static var profilesTipsAppends: Self

  /// The parameter article releases min(4, max(2, queued)) words, eight above ten queued.
  @Tag package static var profilesArticleBatch: Self

  /// In the parameter article a word that finds no slot is shown unfaded.
  @Tag package static var profilesArticlePoolBypass: Self

  /// The parameter article fades in 500 ms, ease-in.
  @Tag package static var profilesArticleFade: Self

  /// The parameter article's fade time is valid from 350 to 500 ms.
  @Tag package static var profilesArticleFadeRange: Self

  /// The parameter article holds its history in pages of 50 messages.
  @Tag package static var profilesArticlePages: Self

  /// The parameter article opens with several jumps over as many frames.
  @Tag package static var profilesArticleOpening: Self

  /// The parameter article shows text unanimated below 50 frames a second at every refresh rate,
  /// and animates again as soon as that no longer holds.
  @Tag package static var profilesArticleFallback: Self

  /// The parameter article's blank space leaves the composer out of its formula.
  @Tag package static var profilesArticleBlank: Self

  /// The messaging-ui profile measures every item on load, prepend and append, whole.
  @Tag package static var profilesTiledEager: Self

  /// The messaging-ui profile shows each delta when it comes, without stagger, pool or fade.
  @Tag package static var profilesTiledInstantText: Self

  /// The messaging-ui profile follows after a send when the end is within 100 pt.
  @Tag package static var profilesTiledAfterSend: Self

  /// The messaging-ui profile opens at the end unless `scrollsToBottomOnReplace` is false.
  @Tag package static var profilesTiledReplace: Self

  /// In the messaging-ui profile a growing composer changes the inset and nothing jumps.
  @Tag package static var profilesTiledComposer: Self

  /// The conversation-kit profile stores no sizes: it measures the visible items in every frame.
  @Tag package static var profilesPinEveryFrame: Self

  /// The conversation-kit profile opens at the top of the last turn.
  @Tag package static var profilesPinOpening: Self

  /// The conversation-kit profile hides the keyboard on send, in the send's own layout pass.
  @Tag package static var profilesPinKeyboard: Self

  /// The conversation-kit profile shows each delta when it comes, without stagger, pool or fade.
  @Tag package static var profilesPinInstantText: Self

  /// An offset-adjusting layout shows, in the frame of an edit above the viewport, exactly the
  /// uncorrected offset, and equals the model in the next frame.
  @Tag package static var profilesLateCorrection: Self

  /// The profiles that parse whole messages parse the message again in each frame that brings
  /// text, and show the same blocks.
  @Tag package static var profilesWholeMarkdown: Self

  /// In the SwiftUI translation a message is one paragraph that keeps its line breaks and spaces;
  /// the marks inside lines alone are taken.
  @Tag package static var profilesInlineMarkdown: Self

  /// The parameter article and the messaging-ui profile show text as one plain paragraph.
  @Tag package static var profilesPlainText: Self

  /// The reference, messaging-ui and conversation-kit profiles scroll to the end at most once a
  /// frame; the others repeat it as published.
  @Tag package static var profilesJumpOnce: Self

  /// The SwiftUI tips box both sides, padded 16 and 12, 12 pt apart.
  @Tag package static var profilesTipsBox: Self

  /// The messaging-ui profile puts both sides in bubbles padded 12 pt.
  @Tag package static var profilesTiledBubble: Self

  /// The conversation-kit profile boxes the user's text with a tail and leaves the assistant's
  /// bare.
  @Tag package static var profilesPinStyle: Self
}
