#!/bin/sh
# spike-gate: written by spike init. A hook that was here before is kept as @HOOK@.before-spike-gate, and still runs, first.
gate=${0%/*}/../spike-gate/gate.sh
if [ ! -r "$gate" ]; then
  # In a folder of a manager's: git's own lies where it says, and in a linked worktree names the one that all share.
  gate=${GIT_DIR:-.git}
  if [ -f "$gate" ]; then read -r _ gate <"$gate" || :; fi
  common=
  if [ -f "$gate/commondir" ]; then read -r common <"$gate/commondir" || :; fi
  case $common in /*) gate=$common ;; *) gate=$gate/$common ;; esac
  gate=${gate%/}/spike-gate/gate.sh
fi
if [ ! -r "$gate" ]; then
  printf 'spike: error: expected %s, found no such file\nspike: hint: spike init\n' "$gate" >&2
  exit 1
fi
set -- "$gate" @HOOK@ "$@"
# shellcheck source=hooks/gate.sh
. "$gate"
