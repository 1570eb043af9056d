// Says whether figures became worse, by one rule for recordings, runs and pages.
//
// *Sample*: the figure of one recording, run or repetition. *Scattering* samples differ from one to
// the next with nothing changed; *exact* ones repeat, so that a difference has a cause.
//
// A scattering figure is worse when Welch's test of both sides holds among all figures of the comparison
// (Holm) and the difference is noticeable; an exact one when the difference is noticeable. With too
// few samples nothing is said, and how large a difference the samples could have shown is said instead.
//
// The module knows no files, no sessions and no words for people.
