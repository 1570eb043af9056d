#ifndef STILLPOINT_CHILDREN_H
#define STILLPOINT_CHILDREN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The descriptor at which a child finds its end of the control channel.
enum { stillpoint_control_descriptor = 3 };

/// Makes the two ends of a control channel: stream sockets that close when another program is
/// started. The first, the parent's, does not block.
///
/// Returns 0, or an error number.
int stillpoint_make_channel(int ends[2]);

/// Makes a pipe that closes when another program is started; its first end, which is read, does not
/// block.
///
/// Returns 0, or an error number.
int stillpoint_make_pipe(int ends[2]);

/// Starts the program at `path` with `control` as its control descriptor, nothing to read, and
/// `output` as its standard output and error; -1 leaves it those of this process. It inherits no
/// other descriptor and does not hear SIGINT, which a terminal sends to parent and children alike.
///
/// `data_limit` is RLIMIT_DATA in bytes on Linux, 0 for none, and none under a sanitizer, whose own
/// tables take terabytes of addresses. It leaves no core file.
///
/// Returns 0 and sets `child`, or an error number.
int stillpoint_start_child(
    const char *path, char *const arguments[], char *const environment[], int control, int output,
    uint64_t data_limit, pid_t *child);

/// Whether `stillpoint_start_child` heeds its `data_limit` in this build.
bool stillpoint_limits_data(void);

/// Looks whether `child` has ended, and lets go of it then.
///
/// Returns 1 when it has, 0 when it runs, and a negative error number otherwise. `code` is its exit
/// code or -1, `signal` what ended it or 0, `peak_bytes` the most memory it had resident; that is at
/// least what its parent had when it started it.
int stillpoint_reap_child(pid_t child, int *code, int *signal, uint64_t *peak_bytes);

/// Starts a copy of this process, which goes on from here. It is ended when the thread that started it
/// ends (Linux). Only for a process with one thread: locks that others hold stay held in the copy.
///
/// Returns 0 in the copy, the copy's number here, and a negative error number otherwise.
pid_t stillpoint_copy_process(void);

/// Ends this process, whatever its threads are doing, as soon as nobody holds the other end of
/// `descriptor`.
///
/// A thread of its own waits for that: it takes no time and no memory from the others.
///
/// Returns 0, or an error number.
int stillpoint_end_with_other_end(int descriptor);

/// Undoes `stillpoint_end_with_other_end`.
void stillpoint_outlive_other_end(void);

/// Sends `length` bytes without the signal that a closed channel would raise.
///
/// Returns how many were sent, or a negative error number.
ssize_t stillpoint_send(int channel, const void *bytes, size_t length);

/// How much memory a process has resident, and the most it had since its program began.
///
/// `process` is 0 for this one. Returns 0, or an error number; ENOSYS elsewhere than on Linux.
int stillpoint_resident(pid_t process, uint64_t *now_bytes, uint64_t *peak_bytes);

/// Notes SIGINT, SIGTERM and SIGHUP instead of ending at the first one; the same signal again ends
/// the process. A signal that is ignored stays so; one that the calling thread blocks does not.
///
/// Returns 0 and sets `descriptor` to one that can be read from once a signal came, or an error
/// number; EALREADY while they are noted already.
int stillpoint_note_interruptions(int *descriptor);

/// The first signal that was noted; 0 before there is one.
int stillpoint_noted_interruption(void);

/// Undoes `stillpoint_note_interruptions`, on the thread that called it.
void stillpoint_stop_noting_interruptions(void);

#ifdef __cplusplus
}
#endif

#endif
