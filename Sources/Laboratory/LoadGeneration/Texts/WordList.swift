/// Words to make text of, with their lengths in Unicode scalars.
struct WordList: Sendable {
  /// A word as UTF-8.
  struct Word: Sendable {
    var bytes: [UInt8]
    var scalars: Int
  }

  let words: [Word]

  /// Takes the words of `text`, which are apart by spaces.
  init(_ text: String) {
    words = text.split(separator: " ").map {
      Word(bytes: Array($0.utf8), scalars: $0.unicodeScalars.count)
    }
  }

  /// Words of prose; those that come first are drawn most.
  static let prose = WordList(
    """
    the a to of and in is it that for on with as are this be by an or from at one can when not \
    each more so if then they which has its two will line time way only same what how long there \
    frame text first list part word small next while value point place light still page number \
    screen water window after before order course river answer question morning reader letter \
    paper second garden table thing found keeps makes takes gives comes moves holds reads shows \
    quiet early short steady narrow simple useful certain likely bright wooden common careful \
    between against without because through another nothing usually together perhaps however \
    measure surface current history message station example journey harbour kitchen weather \
    picture machine meadow balance pattern reason ladder winter summer copper silver stone bridge \
    change follow happen remain gather return listen travel explain consider describe arrange \
    slowly quickly rarely almost always exactly already instead further against although whether \
    distance direction beginning attention connection difference temperature neighbourhood \
    understanding responsibility approximately café naïve Zürich piñata
    """
  )

  /// Names in code.
  static let names = WordList(
    """
    count index value total limit width height offset first last next item row node path name \
    size start end sum page frame queue cache token text buffer source result window
    """
  )
}
