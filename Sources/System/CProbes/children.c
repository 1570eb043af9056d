#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "children.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif

// Descriptors are moved above those that a child's places are made of, so that making one place
// overwrites no other.
enum { lowest_descriptor = 16 };

static int move_up(int *descriptor) {
  int moved = fcntl(*descriptor, F_DUPFD_CLOEXEC, lowest_descriptor);
  if (moved < 0) return errno;
  close(*descriptor);
  *descriptor = moved;
  return 0;
}

// Makes both ends fit for use, or closes both.
static int prepare(int ends[2]) {
  int failure = 0;
  for (int end = 0; end < 2 && failure == 0; end++) failure = move_up(&ends[end]);
  if (failure == 0) {
    int flags = fcntl(ends[0], F_GETFL);
    if (flags < 0 || fcntl(ends[0], F_SETFL, flags | O_NONBLOCK) != 0) failure = errno;
  }
  if (failure != 0) {
    close(ends[0]);
    close(ends[1]);
  }
  return failure;
}

int stillpoint_make_channel(int ends[2]) {
#if defined(__linux__)
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
#else
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return errno;
#endif
  return prepare(ends);
}

int stillpoint_make_pipe(int ends[2]) {
#if defined(__linux__)
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
#else
  if (pipe(ends) != 0) return errno;
#endif
  return prepare(ends);
}

static int set_files(posix_spawn_file_actions_t *files, int control, int output) {
  int failure = posix_spawn_file_actions_addopen(files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (failure == 0 && output >= 0)
    failure = posix_spawn_file_actions_adddup2(files, output, STDOUT_FILENO);
  if (failure == 0 && output >= 0)
    failure = posix_spawn_file_actions_adddup2(files, output, STDERR_FILENO);
  if (failure == 0)
    failure = posix_spawn_file_actions_adddup2(files, control, stillpoint_control_descriptor);
#if defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 34)
  if (failure == 0)
    failure = posix_spawn_file_actions_addclosefrom_np(files, stillpoint_control_descriptor + 1);
#endif
#endif
  return failure;
}

static int set_attributes(posix_spawnattr_t *attributes) {
  sigset_t blocked, reset;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGINT);
  sigemptyset(&reset);
  int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGCHLD, SIGQUIT};
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++)
    sigaddset(&reset, signals[index]);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#if defined(POSIX_SPAWN_CLOEXEC_DEFAULT)
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  int failure = posix_spawnattr_setsigmask(attributes, &blocked);
  if (failure == 0) failure = posix_spawnattr_setsigdefault(attributes, &reset);
  if (failure == 0) failure = posix_spawnattr_setflags(attributes, flags);
  return failure;
}

bool stillpoint_limits_data(void) {
#if defined(__linux__) && !defined(SANITIZED)
  return true;
#else
  return false;
#endif
}

// A limit that cannot be set is no reason not to run: the parent watches the memory anyway.
static void set_limits(pid_t child, uint64_t data_limit) {
#if defined(__linux__)
  struct rlimit none = {0, 0};
  (void)prlimit(child, RLIMIT_CORE, &none, NULL);
  if (data_limit > 0 && stillpoint_limits_data()) {
    struct rlimit data = {data_limit, data_limit};
    (void)prlimit(child, RLIMIT_DATA, &data, NULL);
  }
#endif
  (void)child;
  (void)data_limit;
}

int stillpoint_start_child(
    const char *path, char *const arguments[], char *const environment[], int control, int output,
    uint64_t data_limit, pid_t *child) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  int failure = posix_spawn_file_actions_init(&files);
  if (failure != 0) return failure;
  failure = posix_spawnattr_init(&attributes);
  if (failure != 0) {
    posix_spawn_file_actions_destroy(&files);
    return failure;
  }
  failure = set_files(&files, control, output);
  if (failure == 0) failure = set_attributes(&attributes);
  if (failure == 0)
    failure = posix_spawn(child, path, &files, &attributes, arguments, environment);
  if (failure == 0) set_limits(*child, data_limit);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return failure;
}

pid_t stillpoint_copy_process(void) {
  pid_t origin = getpid();
  pid_t copy = fork();
  if (copy < 0) return -errno;
#if defined(__linux__)
  if (copy == 0) {
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The origin may have ended before that was said.
    if (getppid() != origin) _exit(1);
  }
#else
  (void)origin;
#endif
  return copy;
}

int stillpoint_reap_child(pid_t child, int *code, int *signal, uint64_t *peak_bytes) {
  int status = 0;
  struct rusage usage;
  pid_t ended = wait4(child, &status, WNOHANG, &usage);
  if (ended == 0) return 0;
  if (ended < 0) return errno == EINTR ? 0 : -errno;
  *code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  *signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
#if defined(__APPLE__)
  *peak_bytes = (uint64_t)usage.ru_maxrss;
#else
  *peak_bytes = (uint64_t)usage.ru_maxrss * 1024;
#endif
  return 1;
}

static atomic_bool ends_with_other_end = false;

static void *wait_for_other_end(void *place) {
  int descriptor = (int)(intptr_t)place;
  for (;;) {
    // Without events that are asked for, only the end of the other side wakes this up.
    struct pollfd wanted = {.fd = descriptor, .events = 0};
    int count = poll(&wanted, 1, -1);
    if (count < 0 && errno == EINTR) continue;
    if (!atomic_load(&ends_with_other_end)) return NULL;
    // Not `_exit`, which a sanitizer's library makes wait for a second.
    (void)kill(getpid(), SIGKILL);
    _exit(EXIT_FAILURE);
  }
}

int stillpoint_end_with_other_end(int descriptor) {
  pthread_attr_t attributes;
  int failure = pthread_attr_init(&attributes);
  if (failure != 0) return failure;
  atomic_store(&ends_with_other_end, true);
  // Signals are for the thread that computes.
  sigset_t all, before;
  sigfillset(&all);
  pthread_t thread;
  failure = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (failure == 0) failure = pthread_sigmask(SIG_SETMASK, &all, &before);
  if (failure == 0) {
    failure =
        pthread_create(&thread, &attributes, wait_for_other_end, (void *)(intptr_t)descriptor);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  }
  pthread_attr_destroy(&attributes);
  return failure;
}

void stillpoint_outlive_other_end(void) { atomic_store(&ends_with_other_end, false); }

ssize_t stillpoint_send(int channel, const void *bytes, size_t length) {
#if defined(MSG_NOSIGNAL)
  int flags = MSG_NOSIGNAL;
#else
  int flags = 0;
  int on = 1;
  (void)setsockopt(channel, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  for (;;) {
    ssize_t sent = send(channel, bytes, length, flags);
    if (sent >= 0) return sent;
    if (errno != EINTR) return -errno;
  }
}

#if defined(__linux__)
// The number of kibibytes behind `key` in a status file, in bytes; 0 without such a line.
static uint64_t kibibytes(const char *status, const char *key) {
  const char *line = strstr(status, key);
  return line == NULL ? 0 : strtoull(line + strlen(key), NULL, 10) * 1024;
}

int stillpoint_resident(pid_t process, uint64_t *now_bytes, uint64_t *peak_bytes) {
  char path[64];
  if (process == 0) {
    strcpy(path, "/proc/self/status");
  } else {
    (void)snprintf(path, sizeof path, "/proc/%d/status", (int)process);
  }
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  char status[4096];
  size_t length = 0;
  ssize_t count = 0;
  while (length < sizeof status - 1 &&
         (count = read(file, status + length, sizeof status - 1 - length)) > 0)
    length += (size_t)count;
  int failure = count < 0 ? errno : 0;
  close(file);
  if (failure != 0) return failure;
  status[length] = 0;
  *now_bytes = kibibytes(status, "\nVmRSS:");
  *peak_bytes = kibibytes(status, "\nVmHWM:");
  // A process that has ended and waits to be reaped has neither.
  return *peak_bytes == 0 ? ESRCH : 0;
}
#else
int stillpoint_resident(pid_t process, uint64_t *now_bytes, uint64_t *peak_bytes) {
  (void)process;
  (void)now_bytes;
  (void)peak_bytes;
  return ENOSYS;
}
#endif

static const int noted_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { noted_signal_count = sizeof noted_signals / sizeof *noted_signals };
static struct sigaction earlier_actions[noted_signal_count];
static sigset_t earlier_mask;
static int noting_ends[2] = {-1, -1};
static atomic_int noted_signal = 0;
static atomic_bool notes_interruptions = false;

static void note_interruption(int signal) {
  int error = errno;
  int none = 0;
  (void)atomic_compare_exchange_strong(&noted_signal, &none, signal);
  char byte = 0;
  // A full pipe is readable already.
  ssize_t written = write(noting_ends[1], &byte, 1);
  (void)written;
  errno = error;
}

int stillpoint_note_interruptions(int *descriptor) {
  bool noting = false;
  if (!atomic_compare_exchange_strong(&notes_interruptions, &noting, true)) return EALREADY;
  int failure = stillpoint_make_pipe(noting_ends);
  if (failure != 0) {
    atomic_store(&notes_interruptions, false);
    return failure;
  }
  atomic_store(&noted_signal, 0);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note_interruption;
  // The same signal again ends the process as it always did.
  action.sa_flags = SA_RESTART | SA_RESETHAND;
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < noted_signal_count; index++) {
    (void)sigaction(noted_signals[index], NULL, &earlier_actions[index]);
    if (earlier_actions[index].sa_handler != SIG_IGN)
      (void)sigaction(noted_signals[index], &action, NULL);
  }
  // A program that was started by a thread which blocks signals begins with them blocked.
  sigset_t noted;
  sigemptyset(&noted);
  for (int index = 0; index < noted_signal_count; index++) sigaddset(&noted, noted_signals[index]);
  (void)pthread_sigmask(SIG_UNBLOCK, &noted, &earlier_mask);
  *descriptor = noting_ends[0];
  return 0;
}

int stillpoint_noted_interruption(void) { return atomic_load(&noted_signal); }

void stillpoint_stop_noting_interruptions(void) {
  if (!atomic_load(&notes_interruptions)) return;
  (void)pthread_sigmask(SIG_SETMASK, &earlier_mask, NULL);
  for (int index = 0; index < noted_signal_count; index++)
    (void)sigaction(noted_signals[index], &earlier_actions[index], NULL);
  close(noting_ends[0]);
  close(noting_ends[1]);
  atomic_store(&notes_interruptions, false);
}
