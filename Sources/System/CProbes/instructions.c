#include "instructions.h"

#if defined(__linux__) && defined(__has_include)
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define STILLPOINT_CALLGRIND 1
#endif
#endif

#if defined(STILLPOINT_CALLGRIND)
bool stillpoint_can_speak_to_callgrind(void) { return true; }
bool stillpoint_runs_under_valgrind(void) { return RUNNING_ON_VALGRIND != 0; }
void stillpoint_callgrind_start(void) { CALLGRIND_START_INSTRUMENTATION; }
void stillpoint_callgrind_stop(void) { CALLGRIND_STOP_INSTRUMENTATION; }
void stillpoint_callgrind_dump(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }
#else
bool stillpoint_can_speak_to_callgrind(void) { return false; }
bool stillpoint_runs_under_valgrind(void) { return false; }
void stillpoint_callgrind_start(void) {}
void stillpoint_callgrind_stop(void) {}
void stillpoint_callgrind_dump(const char *name) { (void)name; }
#endif

// Two chains that do not wait for each other, so that a step is about as dense as other code.
uint64_t stillpoint_planted_loop(uint64_t steps) {
  uint64_t product = 0x9E3779B97F4A7C15u;
  uint64_t shifted = 0xD1B54A32D192ED03u;
  for (uint64_t step = 0; step < steps; step++) {
    product = product * 6364136223846793005u + 1442695040888963407u;
    shifted ^= shifted << 13;
    shifted ^= shifted >> 7;
    shifted ^= shifted << 17;
    __asm__ volatile("" : "+r"(product), "+r"(shifted));
  }
  return (product ^ shifted) | 1u;
}
