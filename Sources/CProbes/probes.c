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

const char *stillpoint_malloc_provider(void) {
  void *address = dlsym(RTLD_DEFAULT, "malloc");
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

const char *stillpoint_compiler_version(void) { return __VERSION__; }
