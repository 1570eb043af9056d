// What this module is: the one asynchronous adapter of the engine. An app hands it whatever
// sequence its network library gives and gets chunks back, one after the other, held text and
// time-outs included. All rules are `WordChunker`'s; here are only the task, the lock and the
// clock.
//
// Words. The *base* is the app's sequence of tokens. The *feed* is the one task that asks it for
// them; the *mailbox* holds the token it brought, one at most.
//
// Invariants. The base is asked for a token only when a chunk was asked for and none is complete,
// and never for a second before the first was taken: at most one token is ahead. A time-out does
// not cancel the base's pending call, so no token is lost. The feed ends with the base, when the
// task that iterates is cancelled, and when the iterator goes away; then the base's call is
// cancelled.
//
// What it is not: it reveals nothing and knows no surface. It is apart from `TokenStreaming` so
// that that one has no task and no lock.
