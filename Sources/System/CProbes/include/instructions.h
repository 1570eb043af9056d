#ifndef STILLPOINT_INSTRUCTIONS_H
#define STILLPOINT_INSTRUCTIONS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Whether this build can tell callgrind what to count: whether valgrind's headers were there.
bool stillpoint_can_speak_to_callgrind(void);

/// Whether this process runs under valgrind; false where that cannot be told.
bool stillpoint_runs_under_valgrind(void);

/// Callgrind counts from here on; without callgrind nothing happens.
void stillpoint_callgrind_start(void);

/// Callgrind counts no longer; without callgrind nothing happens.
void stillpoint_callgrind_stop(void);

/// Callgrind writes what it has counted into a file of its own, with a name in it, and counts from 0 on;
/// without callgrind nothing happens.
void stillpoint_callgrind_dump(const char *name);

/// Computes for `steps` rounds of a fixed loop that reads no memory and that no optimiser removes.
///
/// Returns what it came to, which is never 0.
uint64_t stillpoint_planted_loop(uint64_t steps);

// Marks that make six functions differ, so that no optimiser merges them into one: a profiler finds
// each under its own name. They are comments to the assembler, and cost nothing.
static inline void stillpoint_mark_input(void) { __asm__ volatile("# input"); }
static inline void stillpoint_mark_ingest(void) { __asm__ volatile("# ingest"); }
static inline void stillpoint_mark_reveal(void) { __asm__ volatile("# reveal"); }
static inline void stillpoint_mark_measure(void) { __asm__ volatile("# measure"); }
static inline void stillpoint_mark_layout(void) { __asm__ volatile("# layout"); }
static inline void stillpoint_mark_commit(void) { __asm__ volatile("# commit"); }

#ifdef __cplusplus
}
#endif

#endif
