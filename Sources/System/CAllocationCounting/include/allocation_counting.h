#ifndef STILLPOINT_ALLOCATION_COUNTING_H
#define STILLPOINT_ALLOCATION_COUNTING_H

// Counts the calling thread's requests for memory in front of jemalloc.
//
// This target defines `malloc`, its relatives and C++'s `operator new` and `operator delete`, and
// forwards them to jemalloc's `mallocx`, `rallocx`, `dallocx` and `sdallocx`. An executable that
// links it hands out all memory this way: definitions in an executable come before those of every
// shared library, so that C, C++ and Swift code in libraries is counted too. It belongs to the
// program and the tests, never to a library product, because an app chooses its own allocator.
//
// It is empty elsewhere than on Linux, without the package trait Jemalloc, and under a sanitizer,
// which brings an allocator of its own.
//
// Readers go through `stillpoint_allocation_counts()` of CProbes, which also works where this target
// is not linked.

#endif
