# Checks, keeps the verdict for the steps that follow, and writes the comment into the job's summary. On a
# push, a change that passes goes into the history.
set -euo pipefail
folder=$(dirname "$STILLPOINT_FILE")
options=(--file "$STILLPOINT_FILE" --output "$STILLPOINT_OUTPUT")
if [ "$GITHUB_EVENT_NAME" = push ] && grep -q '^history:' "$STILLPOINT_FILE"; then
  options+=(--keep --label "$GITHUB_SHA")
fi
code=0
stillpoint check "${options[@]}" || code=$?
echo "code=$code" >>"$GITHUB_OUTPUT"
comment=$STILLPOINT_OUTPUT/comment.md
if [ -e "$comment" ]; then cat "$comment" >>"$GITHUB_STEP_SUMMARY"; fi
echo "Checked $folder: exit code $code."
