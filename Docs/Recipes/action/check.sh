# Checks, keeps the verdict for the steps that follow, and writes the comment into the job's summary. On a
# push, a change that passes goes into the history.
set -euo pipefail
file=$STILLPOINT_FILE
# A name that begins with a hyphen is no option.
case $file in -*) file=./$file ;; esac
folder=$(dirname "$file")
options=(--file "$file")
# The folder that is standard may not lead out of this one, one that is named may.
if [ "$STILLPOINT_OUTPUT" != stillpoint-report ]; then options+=("--output=$STILLPOINT_OUTPUT"); fi
if [ "$GITHUB_EVENT_NAME" = push ] && grep -q '^history:' "$file"; then
  options+=(--keep "--label=$GITHUB_SHA")
fi
code=0
comment=$STILLPOINT_OUTPUT/comment.md
words=$(mktemp)
# What an earlier run left here is not this run's.
rm -f -- "$comment"
stillpoint check "${options[@]}" 2>"$words" || code=$?
cat "$words" >&2
echo "code=$code" >>"$GITHUB_OUTPUT"
if [ ! -e "$comment" ]; then
  # The mark is the one that the program writes: letters and digits of the folder's name, and hyphens.
  name=$(basename "$(realpath "$folder")" | LC_ALL=C tr -cd 'A-Za-z0-9-')
  # No line of an error ends the fence that it stands in.
  fence='```'
  while grep -qF -- "$fence" "$words"; do fence=$fence'`'; done
  mkdir -p -- "$STILLPOINT_OUTPUT"
  {
    printf '**Stillpoint: error** <!-- stillpoint-check:%s -->\n\n%s\n' "$name" "$fence"
    head -c 2000 "$words"
    printf '\n%s\n' "$fence"
  } >"$comment"
fi
if [ -f "$comment" ]; then cat -- "$comment" >>"$GITHUB_STEP_SUMMARY"; fi
echo "Checked: exit code $code."
