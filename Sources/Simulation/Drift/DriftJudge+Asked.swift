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
  }
}
