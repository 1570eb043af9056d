# Named, timed steps for the other scripts: sourced, not run. Sets `root` and goes there.
#
# step NAME COMMAND...  Runs COMMAND with `set -e`, prints its name and seconds; when it fails, says
#                       which step it was and ends the script with COMMAND's own exit code.
# steps_beside NAME...  Runs several at a time, as many as there are cores.
# Bash 3.2 will do.

# The script runs again in a process group of its own. Whatever ends this process, kill -9 too, the pipe
# to the watcher closes, and the watcher ends the group: no build, browser or measured program is left.
if [ -z "${STILLPOINT_GROUP:-}" ]; then
  set -m
  STILLPOINT_GROUP=1 "$0" "$@" &
  group=$!
  exec 8> >(
    exec >/dev/null 2>&1
    trap '' INT TERM HUP
    cat >/dev/null
    kill -TERM -- "-$group" || exit 0
    sleep 2
    kill -KILL -- "-$group"
  )
  set +m
  exit_code=0
  if [ -t 0 ]; then set -m && fg >/dev/null || exit_code=$?; else wait "$group" || exit_code=$?; fi
  exit "$exit_code"
fi

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
script=scripts/$(basename "$0")
# Package.swift: modules where nothing runs long are compiled without optimisation.
export STILLPOINT_UNOPTIMISED=1
steps_done=0

say() { printf '%s: %s\n' "$script" "$*"; }

fail() {
  printf '%s: %s\n' "$script" "$*" >&2
  exit 1
}

# The seconds of each step that ended, a line each, for the table at the end.
step_times=

# Prints the comment at the head of the calling script.
usage() { awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$root/$script"; }

# Prints the Swift files and folders that are formatted.
swift_paths() {
  local path
  for path in Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources; do
    [ ! -e "$path" ] || printf '%s\n' "$path"
  done
}

# swift_build ARGUMENT...: `swift build` with one hash seed. SwiftPM 6.3 gives the package's traits to the
# compiler in the order of a set, and another order, every other time, builds all modules again.
# Debug information takes a fifth of the compiler's time: only profiles, symbols of a crash and
# sanitizers need it, and ask for it with DEBUG_INFORMATION=dwarf.
swift_build() {
  SWIFT_DETERMINISTIC_HASHING=1 swift build -debug-info-format "${DEBUG_INFORMATION:-none}" "$@"
}

# Prints the path of the built executable $2, or `stillpoint`; $1 is release or debug.
command_path() {
  local path
  path=$(swift_build -c "$1" --show-bin-path)/${2:-stillpoint}
  [ -x "$path" ] || fail "the $1 build holds no executable at $path"
  printf '%s\n' "$path"
}

# Prints the packages that the build resolved, with their versions, in a line.
package_versions() {
  awk -F'"' '/"identity"/ { name = $4 } /"version" *:/ && name { printf "%s%s %s", separator, name, $4
    separator = ", "; name = "" }' "$root/Package.resolved" 2>/dev/null || true
}

# gate_cells PROGRAM [OPTION...]: the gate over all that Reports/baselines.csv holds.
gate_cells() {
  local program=$1
  shift
  "$program" gate "$@"
  # What the published designs do, in the scenarios that tell most of them apart.
  "$program" gate fling-through-history prepend-while-reading stream-burst-stall stream-steady \
    --profile all "$@"
}

# stamp_revision release|debug: puts down beside the program the revision and the packages that it was
# built from.
stamp_revision() {
  local changes=""
  # In a container the files may belong to another user.
  local git=(git -c "safe.directory=$root")
  [ -z "$("${git[@]}" status --porcelain 2>/dev/null)" ] || changes=" with uncommitted changes"
  printf '%s%s\n%s\n' "$("${git[@]}" rev-parse HEAD 2>/dev/null || echo n/a)" "$changes" \
    "$(package_versions)" >"$(dirname "$(command_path "$1")")/stillpoint.revision"
}

# Prints where the tests of scripts/test leave their events.
test_events() { printf '%s\n' "$root/.build/scripts-test/events.jsonl"; }

# Prints the smallest stream that the repository ships.
smallest_stream() {
  local stream
  stream=$(find Scenarios Sources -name '*.ndjson' -type f -exec wc -c {} + 2>/dev/null |
    awk '$2 != "total"' | LC_ALL=C sort -n | awk 'NR == 1 { print $2 }')
  [ -n "$stream" ] || fail "no stream (*.ndjson) below Scenarios or Sources"
  printf '%s\n' "$stream"
}

step() {
  local name=$1 start=$SECONDS code
  shift
  printf '\n==> %s\n' "$name"
  # Not inside a condition: there, bash would ignore the failures within COMMAND.
  set +e
  (
    set -e
    "$@"
  )
  code=$?
  set -e
  step_ended "$name" "$code" "$((SECONDS - start))"
}

# step_ended NAME CODE SECONDS: says it, and ends the script where CODE is not 0.
step_ended() {
  if [ "$2" -ne 0 ]; then
    printf '==> %s FAILED: exit %s after %s s\n' "$1" "$2" "$3"
    printf '%s: step %s failed (exit %s); %s steps passed before it; %s s in all\n' \
      "$script" "$1" "$2" "$steps_done" "$SECONDS" >&2
    exit "$2"
  fi
  printf '==> %s: %s s\n' "$1" "$3"
  steps_done=$((steps_done + 1))
  step_times=$step_times"$3 $1"$'\n'
}

# steps_beside NAME...: the functions NAME as steps, as many at a time as there are cores, each with a `folder` of its own
# inside $folder. What they print stands in their order.
steps_beside() {
  local place=$folder name code seconds cores
  cores=$(getconf _NPROCESSORS_ONLN)
  for name in "$@"; do
    while [ "$(jobs -rp | wc -l)" -ge "$cores" ]; do sleep 0.2; done
    mkdir "$place/$name"
    (
      folder=$place/$name start=$SECONDS
      set +e
      (
        set -e
        "$name"
      )
      printf '%s %s\n' "$?" "$((SECONDS - start))" >"$place/$name.ended"
    ) >"$place/$name.printed" 2>&1 &
  done
  wait
  for name in "$@"; do
    printf '\n==> %s\n' "$name"
    cat "$place/$name.printed"
    read -r code seconds <"$place/$name.ended"
    step_ended "$name" "$code" "$seconds"
  done
}

# Prints how long each step took, longest first.
print_step_times() {
  printf '\nSteps, longest first\n'
  printf '%s' "$step_times" | LC_ALL=C sort -rn | awk '{ printf "%7d s  %s\n", $1, $2 }'
}

# print_suite_times EVENTS: the 20 suites that took longest, by the events of a run of Swift Testing.
# Suites run at the same time, so that their seconds add up to more than the run's.
print_suite_times() {
  [ -s "$1" ] || return 0
  printf '\nSuites, longest 20 (they overlap)\n'
  python3 "$root/scripts/suite-times" "$1" 20
}
