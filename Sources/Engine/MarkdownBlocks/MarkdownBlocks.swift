// What this module is: a text that grows, as a list of blocks.
//
// Words. A *block* is what is laid out as one: a paragraph, a heading, a row of a table, a line of code. A
// *run* is a stretch of a block's text in one style. A block is *closed* when what comes can no longer change
// it, but for what a document says late (link definitions, underlines of headings, loose lists); the *tail* is
// what is still open. A *restart* is a place in the text from which it can be parsed again. A *change* says
// which blocks another list has in the place of which. A sign at the end is *undecided* while text that may
// come could make it a mark, or no mark.
//
// Invariants. After any split of a text into tokens the list is that of the whole text parsed at once. A
// change names exactly the blocks that differ. What is shown of an undecided end is a choice
// (`UnfinishedMarks`) and never changes what is parsed; `held` leaves out signs, and no letter.
//
// Limits. Containers nest 100 deep, a table has 258 columns; what lies beyond is text
// (Docs/Internals/Limits.md). No example or corpus document reaches one. A token costs the tail, not the text, but for the shapes
// that `BlockList.wholeParseCount` counts.
//
// A `BlockParser` parses: `MarkdownParser` in `Markdown`, or one of the app's own.
//
// What it is not: it knows no width, no font and no message, and does not say when text is shown.
