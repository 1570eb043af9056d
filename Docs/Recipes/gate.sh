#!/usr/bin/env bash
# A gate for any CI: exact counts first, then this tree against a base. Run it in the package's root.
#
#   Docs/Recipes/gate.sh origin/main
set -euo pipefail

base=${1:?usage: gate.sh BASE}
scripts/bootstrap --with-tests
scripts/build

.build/release/stillpoint gate --output gate/counts
scripts/gate "$base" --output gate/base
