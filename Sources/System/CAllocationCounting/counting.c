#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "counting.h"

#ifdef STILLPOINT_COUNTS_ALLOCATIONS

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

__thread struct stillpoint_allocation_counts stillpoint_counts
    __attribute__((visibility("hidden"), tls_model("initial-exec")));

STILLPOINT_EXPORT const struct stillpoint_allocation_counts *stillpoint_linked_counts(void) {
  return &stillpoint_counts;
}

STILLPOINT_EXPORT size_t stillpoint_linked_size_class(size_t size) {
  return stillpoint_size_class(size);
}

static bool is_power_of_two(size_t number) { return number != 0 && (number & (number - 1)) == 0; }

STILLPOINT_EXPORT void *malloc(size_t size) {
  void *memory = stillpoint_allocate(stillpoint_nonzero(size));
  if (__builtin_expect(memory == NULL, 0)) errno = ENOMEM;
  return memory;
}

STILLPOINT_EXPORT void *calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  bytes = stillpoint_nonzero(bytes);
  void *memory = mallocx(bytes, MALLOCX_ZERO);
  if (__builtin_expect(memory == NULL, 0)) {
    errno = ENOMEM;
    return NULL;
  }
  stillpoint_count(stillpoint_size_class(bytes));
  return memory;
}

// Counts as a call when it gives a block of another size class, moved or in place, and for the whole
// block's bytes always: what jemalloc's statistics say of it.
STILLPOINT_EXPORT void *realloc(void *memory, size_t size) {
  if (memory == NULL) return malloc(size);
  if (size == 0) {
    // As in glibc, and in jemalloc where glibc is the C library.
    dallocx(memory, 0);
    return NULL;
  }
  size_t before = sallocx(memory, 0);
  void *moved = rallocx(memory, size, 0);
  if (__builtin_expect(moved == NULL, 0)) {
    errno = ENOMEM;
    return NULL;
  }
  size_t after = stillpoint_size_class(size);
  stillpoint_counts.calls += before != after;
  stillpoint_counts.bytes += after;
  return moved;
}

STILLPOINT_EXPORT void free(void *memory) {
  if (memory != NULL) dallocx(memory, 0);
}

STILLPOINT_EXPORT int posix_memalign(void **result, size_t alignment, size_t size) {
  if (!is_power_of_two(alignment) || alignment < sizeof(void *)) return EINVAL;
  void *memory = stillpoint_allocate_aligned(stillpoint_nonzero(size), alignment);
  if (memory == NULL) return ENOMEM;
  *result = memory;
  return 0;
}

STILLPOINT_EXPORT void *aligned_alloc(size_t alignment, size_t size) {
  if (!is_power_of_two(alignment)) {
    errno = EINVAL;
    return NULL;
  }
  void *memory = stillpoint_allocate_aligned(stillpoint_nonzero(size), alignment);
  if (memory == NULL) errno = ENOMEM;
  return memory;
}

STILLPOINT_EXPORT void *memalign(size_t alignment, size_t size) {
  return aligned_alloc(alignment, size);
}

STILLPOINT_EXPORT void *valloc(size_t size) {
  return aligned_alloc((size_t)sysconf(_SC_PAGESIZE), size);
}

// Beside them because a block's size must be asked of whoever handed it out, whatever the order in
// which libraries are linked.
STILLPOINT_EXPORT size_t malloc_usable_size(void *memory) {
  return memory == NULL ? 0 : sallocx(memory, 0);
}

#endif
