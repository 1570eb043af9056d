// Judges many sessions by their rows.
//
// A *session row* says in one line of `sessions.csv` what a recording, a driven page or a run came to: keys, sums
// and counts as whole numbers, histograms with fixed bounds, and how well each figure is known. Rows of any number
// of files are added; since sums are whole numbers and each row counts once, order and cut change nothing.
//
// A fleet is judged by the shares of its sessions that are bad, with intervals over sessions. Frames of one session
// are not independent, so nothing is judged over frames.
//
// The module renders nothing and knows no recordings' formats.
