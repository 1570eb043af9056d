extension DriftJudge {
  /// What the events of a frame ask for.
  struct Asked {
    /// What is read after them; nil when that cannot be told.
    var reading: Reading?
    var isForAnotherPlace = false
    var isOfKeyboard = false
    var isForNoKeyboard = false
    var mayBeForEnd = false
    var isForPin = false
    /// Whether a message was removed after something was sent.
    var losesPin = false
    var changesContent = false
    /// Whether a hand took the viewport after something else had happened.
    var isTakenAfterOthers = false
    /// Whether a hand has moved the viewport after an edit and before another one or more content.
    var isMovedBetweenEdits = false
    /// What may keep its place in the place of what is read.
    var others: [KeptPlace] = []
    /// Whether no frame says what keeps its place.
    var isUntellable = false
    /// Whether messages came at the end of which none is news.
    var bringsPage = false
    /// Whether something else may have made the end what is followed.
    var mayFollowEnd = false
  }
}
