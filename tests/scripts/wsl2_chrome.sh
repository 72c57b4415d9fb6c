#!/bin/sh
# Try Tadori's browser routes with the Chrome of Windows, by hand, inside WSL2. Not run by the test suite: the machines
# that run it have no Windows. It changes nothing but Chrome's own research profile, and says what it found.
#
#   tests/scripts/wsl2_chrome.sh            start Chrome on Windows, look for it from Linux, fetch one page
#   tests/scripts/wsl2_chrome.sh --socat    the same without mirrored networking, with a forwarded port
set -u

here=$(cd "$(dirname "$0")" && pwd)
port=9222
step() { printf '\n== %s\n' "$1"; }

step "1. Is this WSL2?"
grep -qi microsoft /proc/version || { echo "no: this script is for Linux inside Windows"; exit 1; }
echo "yes: $(uname -r)"

step "2. Start Chrome on Windows (own profile, port $port)"
powershell.exe -NoProfile -ExecutionPolicy Bypass -File "$(wslpath -w "$here/wsl2_chrome.ps1")" -Port $port || exit 1

if [ "${1:-}" = "--socat" ]; then
  step "3. Forward 127.0.0.1:$port to Windows with socat"
  command -v socat >/dev/null || { echo "install it first: sudo apt install socat"; exit 1; }
  windows=$(ip route show default | awk '{print $3; exit}')
  socat "TCP-LISTEN:$port,bind=127.0.0.1,fork,reuseaddr" "TCP:$windows:$port" &
  forward=$!
  trap 'kill $forward' EXIT
  sleep 1
  echo "to $windows (Chrome on Windows listens on its loopback only: see docs/chrome.md for netsh portproxy)"
fi

step "4. Does DevTools answer from Linux? (up to 15 s)"
tries=0
until curl -fsS --max-time 2 "http://127.0.0.1:$port/json/version"; do
  tries=$((tries + 1))
  if [ "$tries" -ge 30 ]; then
    echo "no answer. Put networkingMode=mirrored under [wsl2] in %USERPROFILE%\\.wslconfig, run wsl --shutdown, try again"
    exit 1
  fi
  sleep 0.5
done

step "5. What Tadori says of it"
tadori chrome diagnose
step "6. One page through it"
[ -n "${TADORI_TRY_URL:-}" ] || { echo "set TADORI_TRY_URL to a page you like and run this again"; exit 0; }
tadori fetch "$TADORI_TRY_URL"
