// Frame logs of real apps become timelines of `FrameMetrics`: one file a format.
//
// Words
// - *format*: what a tool writes, such as `dumpsys gfxinfo`. *Variant*: which release of it.
// - *session*: the frames of one process, window, layer or swap chain: what becomes a cell.
// - *promise*: when a frame was due on screen, as the system said. Where it did not, a fixed rate is
//   assumed, and every figure that rests on it says so.
// - *support*: what a format can say: exactly, approximately (why), or not at all (why).
// - *refused row*: one whose time cannot be true. It is counted and shown with line and value; a
//   file with more than 5 % of them is refused.
//
// Invariants
// - A value that stands for "unknown" (0, -1, the greatest 64-bit number, NA) never becomes a figure.
// - A figure without support has a reason and no number.
// - Memory is bounded: a file is read in pieces, rows and events one by one, and no more than
//   `FrameLimit.frames` frames are kept; what is beyond is counted and said.
// - No input traps: whatever a file says, reading it ends with a log or a `FrameLogError`.
//
// Limits: `FrameLimit`. This module draws and prints nothing; see `Reporting`.
