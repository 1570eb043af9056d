#!/usr/bin/env bash
# A gate for any CI: exact counts first, then this tree against a base. Run it in the package's root.
#
#   Docs/Recipes/gate.sh origin/main
set -euo pipefail

base=${1:?usage: gate.sh BASE}
scripts/bootstrap --with-tests
scripts/build

code=0
.build/release/stillpoint gate --output gate/counts || code=$?
case $code in
  0 | 4) ;;
  *) exit "$code" ;;
esac

scripts/gate "$base" --output gate/base || code=$?
# 4 is an improvement to adopt: no reason to stop a change.
[ "$code" -eq 0 ] || [ "$code" -eq 4 ] || exit "$code"
