#!/bin/sh
# Is there a spike here to judge? `spike init` keeps this file in the git common directory; the hooks source it, with its
# own path and their name before git's arguments. It decides nothing else: whatever is not plainly no spike, the program judges.
# Shell builtins alone until then, because every commit of every branch passes here.

set -f
newline='
'
IFS=$newline

folder=${1%/*}
hook=$2
shift 2

# As the hook from before it would run itself without end, and there is nothing to ask twice: whoever runs it asks.
case $0 in *.before-spike-gate) exit 0 ;; esac
case $hook in *.before-spike-gate) exit 0 ;; esac

refuse() {
  printf 'spike: error: %s\nspike: hint: %s\n' "$1" "$2" >&2
  exit 1
}

patterns=
if [ -r "$folder/patterns" ]; then
  while read -r line || [ -n "$line" ]; do patterns=$patterns$line$newline; done <"$folder/patterns"
fi
[ -n "$patterns" ] || patterns='spike/*'

# $1: a full ref name.
is_spike() {
  for pattern in $patterns; do
    case $1 in
      "refs/heads/${pattern%\*}"*) return 0 ;;
    esac
  done
  return 1
}

# What the program has to judge, in words; empty as long as there is nothing.
judge=

git_dir=${GIT_DIR:-.git}
if [ -f "$git_dir" ]; then
  read -r line <"$git_dir" || :
  git_dir=${line#gitdir: }
fi

# `branch` stays empty on a detached HEAD. A HEAD that is a symbolic link is an old way to name a branch.
branch=
head=
if [ -r "$git_dir/HEAD" ] && [ ! -h "$git_dir/HEAD" ]; then read -r head <"$git_dir/HEAD" || :; fi
case $head in
  # What reftable leaves in the file: the branch is known to git alone.
  'ref: refs/heads/.invalid') judge='a branch that only git can name' ;;
  'ref: refs/heads/'*) branch=${head#ref: } ;;
  '' | *[!0-9a-f]*) judge='a HEAD that names no branch' ;;
esac
if is_spike "$branch"; then judge=${branch#refs/heads/}; fi

# When a rebase ends, git moves this branch, whatever HEAD was meanwhile.
for file in "$git_dir/rebase-merge/head-name" "$git_dir/rebase-apply/head-name"; do
  [ -r "$file" ] || continue
  read -r line <"$file" || :
  if is_spike "$line"; then judge=${line#refs/heads/}; fi
done

# Whether a line of pre-push's standard input, `<local ref> <local id> <remote ref> <remote id>`, is plainly no spike.
# Where the source is no full ref name, git hands it on as it was typed: an id, HEAD, an expression that may hold spaces.
is_plain() {
  case $1 in
    *' '*' '*' '*' '*) return 1 ;;
    *' '*' '*' '*) ;;
    *) return 1 ;;
  esac
  source=${1%% *}
  target=${1% *}
  target=${target##* }
  case $source in
    HEAD) [ -n "$branch" ] || return 1 ;;
    *[~^:]* | *'@{'*) return 1 ;;
    '(delete)' | refs/heads/* | refs/tags/*) ;;
    *) return 1 ;;
  esac
  case $target in
    refs/heads/* | refs/tags/*) ;;
    *) return 1 ;;
  esac
  ! is_spike "$source" && ! is_spike "$target"
}

refs=
if [ "$hook" = pre-push ]; then
  while read -r line || [ -n "$line" ]; do
    refs=${refs:+$refs$newline}$line
    [ -n "$judge" ] || is_plain "$line" || judge='a ref that is pushed'
  done
fi

# Runs a command with the standard input that git gave the hook.
feed() {
  if [ "$hook" != pre-push ]; then
    "$@"
  elif [ -z "$refs" ]; then
    "$@" </dev/null
  else
    "$@" <<EOF
$refs
EOF
  fi
}

# The hook that stood here before `spike init`.
ran_before=
before=${0%/*}/$hook.before-spike-gate
if [ -f "$before" ] && [ -x "$before" ]; then
  feed "$before" "$@" || exit
  ran_before=yes
fi

[ -n "$judge" ] || exit 0

# A message has its trailer since prepare-commit-msg, unless somebody could change it after that: in an editor, which git says
# that there is none of by the editor `:`, or by a hook from before. Where the hook beside this one is not ours, it asked nobody.
is_finished() {
  [ "${GIT_EDITOR-}" = : ] && [ -z "$ran_before" ] && [ -x "${0%/*}/prepare-commit-msg" ] || return 1
  { read -r line && read -r line; } <"${0%/*}/prepare-commit-msg"
  case $line in '# spike-gate: '*) ;; *) return 1 ;; esac
  [ -r "$1" ] || return 1
  while read -r line; do
    case $line in 'Spike: '*/*' '*:*) return 0 ;; esac
  done <"$1"
  return 1
}
if [ "$hook" = commit-msg ] && is_finished "$1"; then exit 0; fi

# Git runs hooks at the top of the worktree. No path is kept from the installation, because repositories and programs move.
program=./node_modules/.bin/spike-gate
if [ ! -x "$program" ]; then
  case $git_dir in
    */.git/worktrees/*) program=${git_dir%/.git/worktrees/*}/node_modules/.bin/spike-gate ;;
  esac
fi
[ -x "$program" ] || program=spike-gate
mend='npm i -D spike-gate here, or npm i -g spike-gate, then run the same git command again'
command -v "$program" >/dev/null ||
  refuse "expected spike-gate in node_modules or on PATH, to judge $judge, found none" "$mend"

feed "$program" hook "$hook" "$@"
status=$?
case $status in
  126 | 127) refuse "expected $program to judge $judge, found that it does not run, or that node is not on PATH" "$mend" ;;
esac
exit "$status"
