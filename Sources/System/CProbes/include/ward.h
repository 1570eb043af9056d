#ifndef STILLPOINT_WARD_H
#define STILLPOINT_WARD_H

#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a ward is started with. A descriptor of -1 is none.
typedef struct stillpoint_ward_start {
  /// The program, its arguments and its environment; both lists end with NULL.
  const char *path;
  char *const *arguments;
  char *const *environment;
  /// The folder it begins in; NULL for this process's.
  const char *folder;
  /// What it finds as its descriptors 3 and 4.
  int third, fourth;
  /// Its standard output, -1 for none, and its standard error, -1 for the same.
  int output, errors;
  /// A folder that is removed unless the program ends by itself; NULL for none.
  const char *scratch;
} stillpoint_ward_start;

/// A program that ends with this process, whatever becomes of either.
typedef struct stillpoint_ward {
  /// The guard: a process that waits for the program and for the end of this process.
  pid_t guard;
  /// The program itself, the leader of a process group of its own.
  pid_t leader;
  /// Held open by this process alone: when it closes, the guard ends the program, whatever that
  /// started, and itself.
  int lifeline;
} stillpoint_ward;

/// Starts a program with a guard between it and this process.
///
/// The guard adopts what the program leaves behind (Linux) and ends all of it, when the program ends, when
/// the lifeline closes, or when this process is killed. The guard's exit code is the program's, or 128
/// and the number of the signal that ended it.
///
/// Returns 0, or an error number: that of the system call that failed, `execve` in the child included.
int stillpoint_start_ward(const stillpoint_ward_start *start, stillpoint_ward *ward);

/// Looks whether the guard has ended, and lets go of it then.
///
/// Returns -1 while it runs, -2 when it is nobody's, and its exit code otherwise.
int stillpoint_reap_ward(pid_t guard);

#ifdef __cplusplus
}
#endif

#endif
