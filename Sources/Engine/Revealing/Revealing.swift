// What this module is: from complete chunks to what is on screen and how opaque, by events alone.
//
// Words. A *release* makes a piece of a part's text visible; a *fade* takes it from opacity 0 to 1.
// The *pool* bounds how many fades run at a time; a *slot* of it holds what its rule says, a batch
// or a word. A *snap* ends a fade before its time. A release is *held* when its step has been
// performed and it waits for its slot.
//
// Invariants. The releases of a part, one after the other, are the part's chunks: none is lost,
// repeated or overtaken. The pool is never over its limit, not even for an instant. Opacity follows
// the fade's curve, or the line that a re-timing put in its place, and never jumps but at a snap.
//
// Order at one instant: fades end, events in the order of their arrival, a held release, the step.
//
// What it is not: it draws nothing, counts no frames and reads no clock. Frames ask it what is
// visible at their instant; it would give the same answer without them.
