// What this module is: where items of a list lie in the content space, and what keeps its place while they
// change.
//
// Words. The *content space* is 100,000,000 pt tall; y grows downward. A *strategy* lays items out
// (`LayoutStrategy`): the engine's is a tree around a point that keeps still. The *still
// point* is a place in an item, or the end, that an edit may not move. *Restoring* puts it back where it was:
// by moving all other content, or, where a strategy cannot, by saying how far the viewport has to go. A
// *rebase* shifts the space under the content, so that a document may be taller than the space.
//
// Invariants. Items lie one below the other without gaps. The distance between two items changes only by an
// edit of what lies between them. After `restore` the still point is at its place to the unit, or the way
// that is left is said. A rebase changes no distance.
//
// Limits. An item is at most 1,000,000 pt tall and 48,576 pt for what lies below it. A rebase is made within
// 1,000,000 pt of an end of the space. A load taller than 40,000,000 pt ends at the middle of the space.
//
// What it is not: it knows handles and heights, no names, no messages, no viewport and no gesture; it does
// not decide what the still point is, and measures nothing.
