# Puts `stillpoint` on the PATH, unless it is there: from a package that scripts/package made, a path or an
# address at STILLPOINT_PACKAGE. Nothing is built.
set -euo pipefail
if command -v stillpoint >/dev/null; then
  stillpoint --version
  exit 0
fi
[ -n "${STILLPOINT_PACKAGE:-}" ] || { echo "Name the package of stillpoint: input \`package\`." >&2 && exit 1; }
folder=${RUNNER_TEMP:-/tmp}/stillpoint
mkdir -p "$folder"
package=$STILLPOINT_PACKAGE
case $package in
  http://* | https://*)
    curl --fail --silent --show-error --location --output "$folder/$(basename "$package")" "$package"
    package=$folder/$(basename "$package")
    ;;
esac
[ -e "$package" ] || { echo "$package: there is no such package." >&2 && exit 1; }
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
  *) echo "$package is neither a .deb nor a .tar.gz." >&2 && exit 1 ;;
esac
