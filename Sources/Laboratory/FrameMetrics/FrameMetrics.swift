// What frames say about smoothness, whether they were simulated or recorded from a real app.
//
// Words
// - *timeline*: the frames of one display in order: when each was wanted, when it was promised to be
//   on screen, when it was there, and the work on it. Nothing else feeds figures of pacing and cost.
// - *active tick*: a refresh at which something new was wanted. Idle is the absence of one.
// - *swallowed*: an active tick without a frame of its own, because a late frame stood in its way.
// - *hitch*: how long a frame kept old content on screen past the instant it was promised for.
// - *episode*: a time in which the reader does or waits for something; see `EpisodeTable`.
// - *interaction time*: the union of all episodes but openings: what the hitch ratio divides by.
//
// Invariants
// - `Metric.all` is the one table of metrics: files, documents, tables and budgets are made from it.
// - A figure that its input cannot support has a reason and no number; it is never 0.
//
// This module knows no engine: no surface, message or profile.
