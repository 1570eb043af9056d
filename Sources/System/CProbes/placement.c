#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "placement.h"

#include <errno.h>

#if defined(__linux__)
#include <elf.h>
#include <link.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <unistd.h>

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

// A prime: in steps of any number below it one comes to each number below it. Code of more pages, 268 MB,
// stays where it is.
static const size_t many_pages = 65537;

// Copies `count` pages in an order that hangs on `seed`: the system finds a page of memory for each when
// it is first written to.
static void copy_pages(char *to, const char *from, size_t count, size_t size, unsigned long seed) {
  size_t step = 1 + (seed * 2654435761UL) % (many_pages - 1);
  size_t page = seed % many_pages;
  for (size_t done = 0; done < many_pages; done++) {
    if (page < count) memcpy(to + page * size, from + page * size, size);
    page = (page + step) % many_pages;
  }
}

// Nobody writes to code, so a copy is what the original is for as long as both are there. The system puts
// the one in the place of the other while it holds the process's address space: no thread, this one
// neither, finds anything else at an address before, meanwhile or after.
static int renew_segment(char *start, size_t length, unsigned long seed) {
  size_t size = (size_t)sysconf(_SC_PAGESIZE);
  char *copy = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED) return errno;
  copy_pages(copy, start, length / size, size, seed);
  if (mprotect(copy, length, PROT_READ | PROT_EXEC) != 0 ||
      mremap(copy, length, length, MREMAP_MAYMOVE | MREMAP_FIXED, start) == MAP_FAILED) {
    int failure = errno;
    munmap(copy, length);
    return failure;
  }
  return 0;
}

struct renewal {
  unsigned long seed;
  int failure;
};

// The first object is the program itself.
static int renew_program(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  struct renewal *renewal = context;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  renewal->failure = ENOEXEC;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    bool is_code = segment->p_type == PT_LOAD && (segment->p_flags & PF_X) != 0;
    if (!is_code || (segment->p_flags & PF_W) != 0) continue;
    uintptr_t start = (object->dlpi_addr + segment->p_vaddr) & ~(page - 1);
    uintptr_t end = (object->dlpi_addr + segment->p_vaddr + segment->p_memsz + page - 1) & ~(page - 1);
    if ((end - start) / page >= many_pages) return 1;
    renewal->failure = renew_segment((char *)start, end - start, renewal->seed);
    if (renewal->failure != 0) return 1;
  }
  return 1;
}

int stillpoint_renew_code(unsigned long seed) {
  struct renewal renewal = {.seed = seed, .failure = ENOEXEC};
  dl_iterate_phdr(renew_program, &renewal);
  return renewal.failure;
}

#else

int stillpoint_renew_code(unsigned long seed) {
  (void)seed;
  return ENOSYS;
}

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
