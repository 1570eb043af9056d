# Writes the comment on the pull request, in place of the one that an earlier run wrote: found by its hidden
# mark among those of the same author. Needs GH_TOKEN with the permission `pull-requests: write`; a fork's
# token has none, and that is said.
set -euo pipefail
comment=$STILLPOINT_OUTPUT/comment.md
if [ "$GITHUB_EVENT_NAME" != pull_request ] || [ ! -f "$comment" ] || [ -L "$comment" ]; then exit 0; fi
number=$(grep -o '"number": *[0-9]*' "$GITHUB_EVENT_PATH" | head -n 1 | grep -o '[0-9]*$')
# Both come to the filter as values: nothing in them is part of a program.
MARK=$(head -n 1 "$comment" | grep -o '<!-- stillpoint-check:[A-Za-z0-9-]* -->' | head -n 1 || true)
AUTHOR=${STILLPOINT_AUTHOR:-github-actions[bot]}
export MARK AUTHOR
[ -n "$MARK" ] || { echo "$comment has no mark; it is in the job's summary." >&2 && exit 0; }
comments=repos/$GITHUB_REPOSITORY/issues
earlier=$(gh api --paginate "$comments/$number/comments" \
  --jq '.[] | select(.user.login == env.AUTHOR) | select(.body | contains(env.MARK)) | .id' |
  grep -m 1 -x '[0-9]*' || true)
if [ -n "$earlier" ]; then
  gh api --method PATCH "$comments/comments/$earlier" --field "body=@$comment" --silent
else
  gh api --method POST "$comments/$number/comments" --field "body=@$comment" --silent
fi || echo "The comment could not be written; it is in the job's summary." >&2
