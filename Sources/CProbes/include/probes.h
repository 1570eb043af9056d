#ifndef STILLPOINT_CPROBES_H
#define STILLPOINT_CPROBES_H

#include <stddef.h>
#include <stdint.h>

/// The path of the library or executable whose `malloc` this process uses; NULL when it cannot be
/// told. Valid as long as that library is loaded.
const char *stillpoint_malloc_provider(void);

/// Calls `malloc` and `free` exactly `count` times with `bytes` bytes each, in a way that no
/// optimiser may remove.
///
/// Returns how many allocations succeeded.
long stillpoint_allocate_and_free(long count, size_t bytes);

/// Counts the instructions of a short loop with the processor's own counter.
///
/// Returns 0 and sets `counted`, or the error number of the system call that failed.
int stillpoint_count_instructions_of_a_loop(uint64_t *counted);

/// The version of the C compiler that belongs to the toolchain of this build.
const char *stillpoint_compiler_version(void);

#endif
