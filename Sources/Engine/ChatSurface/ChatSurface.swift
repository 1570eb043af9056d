// What this module is: one conversation on screen. Events go in, a frame comes out.
//
// Words. A *surface* is the conversation with its screen (`Surface`). A *profile* is a design's choices, as
// data. A *handle* is a message's number in the layout; it is given out again once the message is gone. A
// *record* is what is kept of a message that was looked at. An *answer* is a message that streams: its text
// *arrives*, is *held* until a chunk is complete, and is *released* to be shown. Where the viewport is to be,
// the module `ViewportPlacing` decides. A *pin* is a sent message at the viewport's top; the *blank* is the
// space below it that lets it get there. A *refusal* is an event that cannot be done. A *key* names a styled block at a width and a size of text by a 128-bit hash. An *estimate* is a height that a
// running model of characters gives until the item is measured; it is never 0.
//
// Invariants. What a frame shows is measured. A refused event changes nothing. The anchor keeps its place on
// screen over every edit, but where the scroll range ends. Text that was released stays while its message
// streams. No part keeps a handle longer than its message. Nothing public traps on a number from outside.
// `checkInvariants()` says so after every step of a test.
//
// Limits. 1,000,000 messages a surface unless told otherwise, 4 MiB and 1,000,000 pt a message, four fades at
// a time, 4,096 records that can be made again. Docs/Internals/Limits.md has them all, and
// what happens when one is met.
//
// What it is not: it draws nothing, recognises no gesture, reads no clock, and has no task, lock or file. It is
// not safe to use from two threads at once.
