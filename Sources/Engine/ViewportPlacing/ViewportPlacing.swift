// What this module is: where the viewport is to be while content changes under it and a reader moves it.
//
// Words. The *hold* is what keeps its place when content changes (`ViewportHold`): the end, a pin, what is read,
// a message jumped to, what is below a fold, selected text. The *goal* is where the viewport goes that the hold
// alone would not bring it (`ViewportGoal`): a jump, a move by itself, an end that rests, an item that is read.
// A *wish* is a place asked for in a message that has not come (`ViewportWish`).
// The *anchor* is the hold's place in the layout (`ScrollAnchor`). A *fact* is something that happened
// (`ViewportFact`); a *scene* is what it is looked at with: how long the content is, what covers the viewport,
// where messages lie. To *solve* is to put the viewport where hold and goal want it, once heights are known.
//
// Invariants. There is one hold and one goal. An edit moves the anchor and the viewport, or neither. While the
// reader's hand moves the viewport nothing else does. Whoever reports facts cannot ask what holds the viewport:
// neither is seen outside this module, but for what a frame says of it.
//
// Limits. A move by itself lasts 5 s at most. 64 folded parts are remembered.
//
// What it is not: it knows handles and heights, no texts and no layout, and looks no name up; it measures nothing, draws
// nothing and reads no clock.
