// Work in processes of its own: the same program, started again, one child for each task.
//
// A *task* is what one child does; it lives through several *steps*, each a request of the parent and
// the child's answer, with *progress* between them. A *job* is a place in which one child computes at
// a time. Tasks of one *group* are alive side by side and take turns, a step each, so that what they
// measure is spread over the same stretch of time. How a child came to its end has a name: ``ChildEnd``.
//
// What holds:
//
// - No child outlives its parent by more than a moment, whatever the child computes: a thread of the
//   child waits for the end of its control channel, which the kernel closes with the parent.
//   PR_SET_PDEATHSIG alone would follow the thread that started the child, not the process.
// - Nothing here is asynchronous: the parent's one thread waits in poll(2), so that valgrind, which
//   crashes on an asynchronous `main`, can run both sides.
// - A child that is beyond a limit is ended by the parent, and its end is called after the limit.
// - Results are delivered in the order of the tasks, whatever order they end in.
//
// Children are started by posix_spawn, in CProbes, and not by swift-subprocess: that offers its calls
// to asynchronous code only, and hands a child no descriptor beside the three standard ones, which a
// control channel would have to share with what the child prints.
//
// What this is not: a sandbox. A child is trusted; it can start processes of its own or close the
// channel, and the latter ends it as `lost`.
//
// Limits: a frame of the channel, ``ControlFrame/longest`` bytes; a group, ``ChildPool/largestGroup``
// tasks; output that is captured, ``CapturedOutput/limit`` bytes, of which the last are kept.
