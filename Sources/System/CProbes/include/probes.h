#ifndef STILLPOINT_CPROBES_H
#define STILLPOINT_CPROBES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How often a thread has asked for memory since it began, and what it was given.
struct stillpoint_allocation_counts {
  /// Requests: all that gave a block, but for a `realloc` within the block's size class.
  uint64_t calls;
  /// Bytes of the blocks, rounded up to the allocator's size classes.
  uint64_t bytes;
};

/// Whether this executable counts requests for memory in front of the allocator: whether it links
/// the target CAllocationCounting, and that is not empty in this build.
bool stillpoint_counts_allocations(void);

/// What the calling thread has asked for; zero where `stillpoint_counts_allocations` is false.
struct stillpoint_allocation_counts stillpoint_allocation_counts(void);

/// An address that tells the calling thread from every other live one; NULL where
/// `stillpoint_counts_allocations` is false.
const void *stillpoint_allocation_counts_place(void);

/// The size class that is counted for `size` bytes, 1 or more; 0 where
/// `stillpoint_counts_allocations` is false.
size_t stillpoint_counted_size_class(size_t size);

/// Allocates and frees with every form of C++'s `operator new` and `operator delete`, from this
/// executable and from libstdc++, `rounds` times.
///
/// Returns how many allocations that were; -1 where `stillpoint_counts_allocations` is false.
long stillpoint_allocate_and_free_in_cpp(long rounds);

/// Asks every form of C++'s `operator new` for more memory than there is.
///
/// Returns how many answered as C++ asks: by `std::bad_alloc` after calling the handler that is set,
/// or, with `std::nothrow`, by a null pointer; 8 when all did, -1 where
/// `stillpoint_counts_allocations` is false.
int stillpoint_refused_forms_in_cpp(void);

/// The path of the library or executable whose `malloc` this process uses, or whose `mallocx` where
/// requests are counted in front of it; NULL when it cannot be told. Valid as long as that library
/// is loaded.
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

/// Calls `body` with `context` and `bytes` more bytes, 65,536 at most, in use on the stack.
void stillpoint_at_stack_offset(size_t bytes, void (*body)(void *context), void *context);

#ifdef __cplusplus
}
#endif

#endif
