#ifndef STILLPOINT_PLACEMENT_H
#define STILLPOINT_PLACEMENT_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Fixes the addresses of programs that this process starts from here on, or has the system choose
/// them at random again. Linux only.
///
/// Returns 1 when they were fixed before, 0 when they were not, and a negative error number where
/// that cannot be had: the rules of a container often forbid it.
int stillpoint_fix_addresses(bool fixed);

/// The processors that the calling thread may run on: the numbers of the first `capacity` of them.
///
/// Returns how many there are, and 0 where that is not known (anything but Linux).
int stillpoint_allowed_processors(int numbers[], int capacity);

/// Keeps the calling thread, and what it starts from here on, on one processor.
///
/// Returns 0, or an error number.
int stillpoint_stay_on_processor(int number);

/// Puts the code of the program, without its libraries, into other pages of memory, in an order that
/// hangs on `seed`. Its addresses and its content stay. Linux only.
///
/// Returns 0, or an error number, where it may be partly done.
int stillpoint_renew_code(unsigned long seed);

#ifdef __cplusplus
}
#endif

#endif
