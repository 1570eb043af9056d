# Writes the comment on the pull request, in place of the one that an earlier run wrote: found by its hidden
# mark. Needs GH_TOKEN with the permission `pull-requests: write`; a fork's token has none, and that is said.
set -euo pipefail
comment=$STILLPOINT_OUTPUT/comment.md
if [ "$GITHUB_EVENT_NAME" != pull_request ] || [ ! -e "$comment" ]; then exit 0; fi
number=$(grep -o '"number": *[0-9]*' "$GITHUB_EVENT_PATH" | head -n 1 | grep -o '[0-9]*$')
mark=$(grep -o '<!-- stillpoint-check:[^>]*>' "$comment" | head -n 1)
comments=repos/$GITHUB_REPOSITORY/issues
earlier=$(gh api --paginate "$comments/$number/comments" \
  --jq ".[] | select(.body | contains(\"$mark\")) | .id" | head -n 1 || true)
if [ -n "$earlier" ]; then
  gh api --method PATCH "$comments/comments/$earlier" --field "body=@$comment" --silent
else
  gh api --method POST "$comments/$number/comments" --field "body=@$comment" --silent
fi || echo "The comment could not be written; it is in the job's summary." >&2
