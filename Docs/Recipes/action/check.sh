# Checks, keeps the verdict for the steps that follow, and writes the comment into the job's summary. On a
# push, a change that passes goes into the history.
set -euo pipefail
folder=$(dirname "$STILLPOINT_FILE")
options=(--file "$STILLPOINT_FILE" --output "$STILLPOINT_OUTPUT")
if [ "$GITHUB_EVENT_NAME" = push ] && grep -q '^history:' "$STILLPOINT_FILE"; then
  options+=(--keep --label "$GITHUB_SHA")
fi
code=0
comment=$STILLPOINT_OUTPUT/comment.md
words=$(mktemp)
# What an earlier run left here is not this run's.
rm -f "$comment"
stillpoint check "${options[@]}" 2>"$words" || code=$?
cat "$words" >&2
echo "code=$code" >>"$GITHUB_OUTPUT"
if [ ! -e "$comment" ]; then
  # The mark is the one that the program writes: the folder's name, letters, digits and hyphens of it.
  name=$(basename "$(realpath "$folder")" | tr -cd 'A-Za-z0-9-')
  mkdir -p "$STILLPOINT_OUTPUT"
  {
    printf '**Stillpoint: error** <!-- stillpoint-check:%s -->\n\n```\n' "$name"
    head -c 2000 "$words"
    printf '```\n'
  } >"$comment"
fi
if [ -e "$comment" ]; then cat "$comment" >>"$GITHUB_STEP_SUMMARY"; fi
echo "Checked $folder: exit code $code."
