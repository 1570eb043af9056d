# Puts `stillpoint` on the PATH, unless it is there: from a package that scripts/package made, a path or an
# https address at STILLPOINT_PACKAGE, with its SHA-256 at STILLPOINT_SHA256. Nothing is built.
set -euo pipefail
refuse() { echo "$1" >&2 && exit 1; }
if command -v stillpoint >/dev/null; then
  stillpoint --version
  exit 0
fi
[ -n "${STILLPOINT_PACKAGE:-}" ] || refuse "Name the package of stillpoint: input \`package\`."
folder=${RUNNER_TEMP:-/tmp}/stillpoint
mkdir -p "$folder"
package=$STILLPOINT_PACKAGE
case $package in
  https://*)
    [ -n "${STILLPOINT_SHA256:-}" ] || refuse "Name the digest of that package: input \`sha256\`."
    # A signed address has more behind the name.
    name=$(basename -- "${package%%[?#]*}")
    curl --fail --silent --show-error --location --proto '=https' --output "$folder/$name" -- "$package"
    package=$folder/$name
    ;;
  *://*) refuse "A package is taken from an https address alone." ;;
  -*) package=./$package ;;
esac
[ -f "$package" ] || refuse "There is no such package: $package"
if [ -n "${STILLPOINT_SHA256:-}" ]; then
  printf '%s  %s\n' "$STILLPOINT_SHA256" "$(realpath "$package")" | sha256sum --check --quiet ||
    refuse "The package has another digest than input \`sha256\`."
fi
case $package in
  *.deb)
    privileged=$(command -v sudo || true)
    $privileged apt-get update -qq
    $privileged apt-get install -y --no-install-recommends "$(realpath "$package")"
    ;;
  *.tar.gz)
    tar -xzf "$package" -C "$folder" --strip-components 1
    echo "$folder" >>"$GITHUB_PATH"
    ;;
  *) refuse "$package is neither a .deb nor a .tar.gz." ;;
esac
