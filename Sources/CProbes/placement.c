#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "placement.h"

#include <errno.h>

#if defined(__linux__)
#include <sched.h>
#include <sys/personality.h>

// The value that asks, and changes nothing.
static const unsigned long only_ask = 0xffffffff;

int stillpoint_fix_addresses(bool fixed) {
  int before = personality(only_ask);
  if (before < 0) return -errno;
  unsigned long flag = ADDR_NO_RANDOMIZE;
  unsigned long wanted = fixed ? (unsigned long)before | flag : (unsigned long)before & ~flag;
  if (personality(wanted) < 0) return -errno;
  return ((unsigned long)before & flag) != 0;
}

int stillpoint_allowed_processors(int numbers[], int capacity) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 0;
  int count = 0;
  for (int number = 0; number < CPU_SETSIZE; number++) {
    if (!CPU_ISSET(number, &set)) continue;
    if (count < capacity) numbers[count] = number;
    count++;
  }
  return count;
}

int stillpoint_stay_on_processor(int number) {
  if (number < 0 || number >= CPU_SETSIZE) return EINVAL;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(number, &set);
  return sched_setaffinity(0, sizeof set, &set) == 0 ? 0 : errno;
}

#else

int stillpoint_fix_addresses(bool fixed) {
  (void)fixed;
  return -ENOSYS;
}

int stillpoint_allowed_processors(int numbers[], int capacity) {
  (void)numbers;
  (void)capacity;
  return 0;
}

int stillpoint_stay_on_processor(int number) {
  (void)number;
  return ENOSYS;
}

#endif
