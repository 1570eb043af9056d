#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "probes.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

#if defined(__linux__)
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#if defined(__linux__)
// Defined by CAllocationCounting; NULL in an executable that does not link it.
extern const struct stillpoint_allocation_counts *stillpoint_linked_counts(void)
    __attribute__((weak));
extern size_t stillpoint_linked_size_class(size_t size) __attribute__((weak));
extern long stillpoint_linked_cpp_probe(long rounds) __attribute__((weak));
extern int stillpoint_linked_cpp_refusals(void) __attribute__((weak));

bool stillpoint_counts_allocations(void) { return stillpoint_linked_counts != NULL; }

struct stillpoint_allocation_counts stillpoint_allocation_counts(void) {
  if (stillpoint_linked_counts == NULL) return (struct stillpoint_allocation_counts){0, 0};
  return *stillpoint_linked_counts();
}

const void *stillpoint_allocation_counts_place(void) {
  return stillpoint_linked_counts == NULL ? NULL : stillpoint_linked_counts();
}

size_t stillpoint_counted_size_class(size_t size) {
  return stillpoint_linked_size_class == NULL ? 0 : stillpoint_linked_size_class(size);
}

long stillpoint_allocate_and_free_in_cpp(long rounds) {
  return stillpoint_linked_cpp_probe == NULL ? -1 : stillpoint_linked_cpp_probe(rounds);
}

int stillpoint_refused_forms_in_cpp(void) {
  return stillpoint_linked_cpp_refusals == NULL ? -1 : stillpoint_linked_cpp_refusals();
}
#else
bool stillpoint_counts_allocations(void) { return false; }

struct stillpoint_allocation_counts stillpoint_allocation_counts(void) {
  return (struct stillpoint_allocation_counts){0, 0};
}

const void *stillpoint_allocation_counts_place(void) { return NULL; }

size_t stillpoint_counted_size_class(size_t size) {
  (void)size;
  return 0;
}

long stillpoint_allocate_and_free_in_cpp(long rounds) {
  (void)rounds;
  return -1;
}

int stillpoint_refused_forms_in_cpp(void) { return -1; }
#endif

const char *stillpoint_malloc_provider(void) {
  void *address = dlsym(RTLD_DEFAULT, stillpoint_counts_allocations() ? "mallocx" : "malloc");
  Dl_info image;
  if (address == NULL || dladdr(address, &image) == 0) return NULL;
  return image.dli_fname;
}

long stillpoint_allocate_and_free(long count, size_t bytes) {
  size_t size = bytes == 0 ? 1 : bytes;
  for (long done = 0; done < count; done++) {
    // A pointer that lives in a volatile variable escapes: the pair of calls cannot be removed.
    void *volatile memory = malloc(size);
    if (memory == NULL) return done;
    *(volatile char *)memory = 1;
    free(memory);
  }
  return count;
}

int stillpoint_count_instructions_of_a_loop(uint64_t *counted) {
#if defined(__linux__)
  struct perf_event_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.size = sizeof attributes;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.disabled = 1;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  int counter = (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0);
  if (counter < 0) return errno;
  int failure = 0;
  if (ioctl(counter, PERF_EVENT_IOC_ENABLE, 0) != 0) failure = errno;
  for (volatile int turn = 0; turn < 10000; turn++) {
  }
  if (failure == 0 && ioctl(counter, PERF_EVENT_IOC_DISABLE, 0) != 0) failure = errno;
  if (failure == 0) {
    ssize_t length = read(counter, counted, sizeof *counted);
    if (length < 0) {
      failure = errno;
    } else if (length != (ssize_t)sizeof *counted) {
      failure = EIO;
    }
  }
  close(counter);
  return failure;
#else
  (void)counted;
  return ENOSYS;
#endif
}

void stillpoint_at_stack_offset(size_t bytes, void (*body)(void *context), void *context) {
  // Of a variable size, so that the compiler cannot lay it out with the rest of the frame.
  volatile char room[bytes + 1];
  room[0] = 0;
  body(context);
  // Read after the call, so that the room is there until then.
  (void)room[0];
}
