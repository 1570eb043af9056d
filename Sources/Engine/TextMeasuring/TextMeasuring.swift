// What this module is: a styled block of text at a width has a height.
//
// Words. A *measurer* gives heights (`TextMeasurer`). To *measure* is to take a whole block; to *extend* is to
// take what was added to a block that grows, from a *state* that an earlier measurement left
// (`TailMeasurement`). A *face* is what a style asks of fonts. A *size category* is the reader's choice of
// text size, in twelve steps.
//
// Invariants. The same block, width, size and measurer have the same height, in every process. Extending a
// block gives what measuring the whole of it gives. A height is a whole layout unit, rounded up, and never 0: an
// empty text is one line. A measurer's `identity` differs where its heights may.
//
// Limits. A block keeps 80 states at most. Every size that no font decides stands in `BlockMetrics`.
//
// What it is not: it shapes no text but by fixed advances (`FixedAdvanceMeasurer`; real fonts are
// `PangoMeasuring`'s, or the app's own), draws nothing, and keeps no heights.
