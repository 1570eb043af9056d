#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "ward.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

// The guard is a copy of a process that may have threads: until it ends it calls only what POSIX allows
// after fork, and takes no memory.

// Places above those that a program's descriptors are made of.
enum {
  lifeline_place = 10, report_place, output_place, errors_place, third_place, fourth_place, last_place
};

// What the end of a child wakes the guard by.
static void wake(int signal) { (void)signal; }

static void set_signals(void (*handler)(int)) {
  int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT, SIGCHLD};
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++)
    signal(signals[index], handler);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void close_from(int first) {
#if defined(__linux__) && defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  closefrom(first);
#else
  int most = (int)sysconf(_SC_OPEN_MAX);
  for (int each = first; each < most; each++) close(each);
#endif
}

static void say_and_exit(int report, int error) {
  ssize_t ignored = write(report, &error, sizeof error);
  (void)ignored;
  _exit(127);
}

// Moves a descriptor to its place, which closes with the next program.
static void place(int descriptor, int at) {
  if (descriptor < 0) close(at);
  else if (dup2(descriptor, at) >= 0) fcntl(at, F_SETFD, FD_CLOEXEC);
}

// Keeps what the guard needs and closes everything else that it inherited.
static void keep(int lifeline, int report, const stillpoint_ward_start *start) {
  int errors = start->errors < 0 ? start->output : start->errors;
  int wanted[] = {lifeline, report, start->output, errors, start->third, start->fourth};
  int count = (int)(sizeof wanted / sizeof *wanted);
  for (int index = 0; index < count; index++) {
    if (wanted[index] < 0) continue;
    wanted[index] = fcntl(wanted[index], F_DUPFD, last_place);
    // A limit of open files below these places is no argument that is wrong.
    if (wanted[index] < 0) say_and_exit(report, errno == EINVAL ? EMFILE : errno);
  }
  for (int index = 0; index < count; index++) place(wanted[index], lifeline_place + index);
  close_from(last_place);
  for (int each = 3; each < lifeline_place; each++) close(each);
}

static void become_program(const stillpoint_ward_start *start, pid_t guard) {
  setpgid(0, 0);
#if defined(__linux__)
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != guard) _exit(127);
#endif
  (void)guard;
  set_signals(SIG_DFL);
  if (start->folder != NULL && chdir(start->folder) != 0) say_and_exit(report_place, errno);
  int nothing = open("/dev/null", O_RDWR);
  if (nothing < 0) say_and_exit(report_place, errno);
  int output = start->output < 0 ? nothing : output_place;
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(start->output < 0 && start->errors < 0 ? nothing : errors_place, STDERR_FILENO);
  if (nothing > STDERR_FILENO) close(nothing);
  // The end that is read was made for this process, which waits by itself; a program expects to wait.
  if (start->third >= 0) {
    dup2(third_place, 3);
    fcntl(3, F_SETFL, fcntl(3, F_GETFL) & ~O_NONBLOCK);
  }
  if (start->fourth >= 0) dup2(fourth_place, 4);
  execve(start->path, start->arguments, start->environment);
  say_and_exit(report_place, errno);
}

#if defined(__linux__)
// Ends every child of this process; what those had started becomes its own child in turn.
static bool end_children(void) {
  char text[4096];
  snprintf(text, sizeof text, "/proc/self/task/%d/children", (int)getpid());
  int file = open(text, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0) return false;
  text[length] = 0;
  bool any = false;
  for (char *rest = text; *rest != 0;) {
    long child = strtol(rest, &rest, 10);
    if (child <= 0) break;
    kill((pid_t)child, SIGKILL);
    any = true;
    while (*rest == ' ') rest++;
  }
  return any;
}
#endif

// Ends the program and whatever it left.
static void end_all(pid_t leader, bool leader_runs) {
  if (leader_runs) kill(leader, SIGKILL);
  kill(-leader, SIGKILL);
#if defined(__linux__)
  // Each round reaches one generation further; a program that forks faster than this is cut off.
  for (int round = 0; round < 1000 && end_children(); round++) {
    while (waitpid(-1, NULL, WNOHANG) > 0) {}
    usleep(1000);
  }
#endif
  while (waitpid(-1, NULL, WNOHANG) > 0) {}
}

static void remove_scratch(const char *scratch) {
  if (scratch == NULL) return;
  char *const arguments[] = {"rm", "-rf", "--", (char *)scratch, NULL};
  char *const environment[] = {NULL};
  pid_t remover = fork();
  if (remover == 0) {
    execve("/bin/rm", arguments, environment);
    _exit(127);
  }
  if (remover > 0) waitpid(remover, NULL, 0);
}

static void guard(int lifeline, int report, const stillpoint_ward_start *start) {
  setsid();
  set_signals(SIG_IGN);
  signal(SIGCHLD, wake);
  keep(lifeline, report, start);
#if defined(__linux__)
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_NAME, "stillpoint-ward");
#endif
  pid_t self = getpid();
  pid_t leader = fork();
  if (leader < 0) say_and_exit(report_place, errno);
  if (leader == 0) become_program(start, self);
  int number = -(int)leader;
  ssize_t ignored = write(report_place, &number, sizeof number);
  (void)ignored;
  for (int each = report_place; each < last_place; each++) close(each);
  close(STDOUT_FILENO);
  close(STDERR_FILENO);
  int code = 0;
  bool leader_runs = true;
  while (leader_runs) {
    int status = 0;
    pid_t ended = waitpid(-1, &status, WNOHANG);
    if (ended == leader) {
      leader_runs = false;
      code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }
    if (ended > 0) continue;
    struct pollfd wait = {lifeline_place, POLLIN, 0};
    if (poll(&wait, 1, 50) != 0 && wait.revents != 0) break;
  }
  end_all(leader, leader_runs);
  // Of a program that has ended by itself the driver may read what it left there.
  if (leader_runs) remove_scratch(start->scratch);
  _exit(code);
}

int stillpoint_start_ward(const stillpoint_ward_start *start, stillpoint_ward *ward) {
  int lifeline[2], report[2];
  if (pipe(lifeline) != 0) return errno;
  if (pipe(report) != 0) {
    int failure = errno;
    close(lifeline[0]);
    close(lifeline[1]);
    return failure;
  }
  int ends[] = {lifeline[0], lifeline[1], report[0], report[1]};
  for (int index = 0; index < 4; index++) fcntl(ends[index], F_SETFD, FD_CLOEXEC);
  pid_t process = fork();
  if (process == 0) guard(lifeline[0], report[1], start);
  int failure = process < 0 ? errno : 0;
  close(lifeline[0]);
  close(report[1]);
  ward->guard = process;
  ward->leader = 0;
  ward->lifeline = lifeline[1];
  // The leader's number, then an error where the program could not be started.
  int word = 0;
  while (failure == 0) {
    ssize_t count = read(report[0], &word, sizeof word);
    if (count < 0 && errno == EINTR) continue;
    if (count != (ssize_t)sizeof word) break;
    if (word < 0) ward->leader = -word;
    else failure = word;
  }
  close(report[0]);
  if (failure != 0) {
    close(lifeline[1]);
    if (process > 0) waitpid(process, NULL, 0);
  }
  return failure;
}

int stillpoint_reap_ward(pid_t process) {
  int status = 0;
  pid_t ended = waitpid(process, &status, WNOHANG);
  if (ended == 0) return -1;
  if (ended < 0) return -2;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
