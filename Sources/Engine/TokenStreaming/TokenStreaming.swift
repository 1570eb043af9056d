// What this module is: the way of text from the network to the reveal, as pure state machines.
//
// Words. A *token* is what the model sent: some bytes at an instant. A *chunk* is what is revealed
// together, normally a word with the spaces after it. Text is *held* while it is not known to be a
// complete chunk. A *batch* is what one *step* releases; the time between steps is the *stagger*;
// complete chunks that wait for their step are the *backlog*.
//
// Invariants. The chunks of a part, one after the other, are the part's text: nothing is dropped,
// repeated, reordered or normalised; bytes that are not UTF-8 become U+FFFD, one for each maximal
// invalid part. A grapheme is never cut, but by a time-out (see `WordChunker.timeOut`). Without
// time-outs the chunks depend on the text alone, not on how it was cut into tokens.
//
// Limits. A chunk ends at 64 graphemes. A window for the dictionary has 8 graphemes. Text is held
// for 250 ms, in scripts without spaces for 100 ms. The queue of the scheduler has no limit of its own: it holds at most the text that
// its messages may have.
//
// What it is not: it knows no message store, no frame, no fade (those are `Revealing`'s), and it
// reads no clock.
