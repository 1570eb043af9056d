#ifndef STILLPOINT_COUNTING_H
#define STILLPOINT_COUNTING_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define STILLPOINT_SANITIZED 1
#endif
#endif

#if defined(__linux__) && defined(STILLPOINT_JEMALLOC) && !defined(STILLPOINT_SANITIZED)
#define STILLPOINT_COUNTS_ALLOCATIONS 1

#include <stddef.h>
#include <stdint.h>

#include <jemalloc/jemalloc.h>

#include "probes.h"

#ifdef __cplusplus
extern "C" {
#endif

#define STILLPOINT_EXPORT __attribute__((visibility("default"), used))

// `initial-exec`: the variables lie at a fixed distance from the thread's pointer. The general model
// would call a function that may allocate the thread's block, with this very `malloc`.
extern __thread struct stillpoint_allocation_counts stillpoint_counts
    __attribute__((visibility("hidden"), tls_model("initial-exec")));

// What jemalloc hands out for `size` bytes, 1 or more, at its natural alignment: four size classes
// to a doubling, at least 16 bytes apart, and one of 8 bytes below. The same number as
// `nallocx(size, 0)`, without the call. See jemalloc's `sz_s2u_compute`; the tests compare both.
static inline size_t stillpoint_size_class(size_t size) {
  if (size <= 8) return 8;
  unsigned group = 63u - (unsigned)__builtin_clzll(2ull * size - 1);
  unsigned shift = group < 7 ? 4 : group - 3;
  size_t mask = ((size_t)1 << shift) - 1;
  return (size + mask) & ~mask;
}

static inline void stillpoint_count(size_t bytes) {
  stillpoint_counts.calls += 1;
  stillpoint_counts.bytes += bytes;
}

// A request for 0 bytes gives a block of its own, which `mallocx` alone does not define.
static inline size_t stillpoint_nonzero(size_t size) { return size == 0 ? 1 : size; }

// Hands out `size` bytes, 1 or more; NULL when there is no memory.
static inline void *stillpoint_allocate(size_t size) {
  void *memory = mallocx(size, 0);
  if (__builtin_expect(memory != NULL, 1)) stillpoint_count(stillpoint_size_class(size));
  return memory;
}

// The same at an alignment, a power of two.
static inline void *stillpoint_allocate_aligned(size_t size, size_t alignment) {
  int flags = MALLOCX_LG_ALIGN(__builtin_ctzll(alignment));
  void *memory = mallocx(size, flags);
  if (__builtin_expect(memory != NULL, 1)) stillpoint_count(nallocx(size, flags));
  return memory;
}

#ifdef __cplusplus
}
#endif

#endif
#endif
