#!/bin/sh
# Is there anything to refuse? `spike init` keeps this file in the git common directory; hooks source or run it, with its own
# path and their name before git's arguments. It decides nothing else: whatever is not plainly fine, the program judges.
# Shell builtins alone until then, because every commit of every branch passes here, and every ref while a spike is open.

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

# The hook that stood here before `spike init`.
before=
if [ -f "${0%/*}/$hook.before-spike-gate" ] && [ -x "${0%/*}/$hook.before-spike-gate" ]; then
  before=${0%/*}/$hook.before-spike-gate
fi

# Git asks several times for each ref, and only what is prepared can still be refused.
case $hook in
  reference-transaction) [ "${1-}" = prepared ] || [ -n "$before" ] || exit 0 ;;
esac

refuse() {
  printf 'spike: error: %s\nspike: hint: %s\n' "$1" "$2" >&2
  exit 1
}

# What the program has to judge, in words; empty as long as there is nothing.
judge=

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

# What a live spike's branch is known by is read only where there is such a branch.
load_live() {
  [ -r "$folder/live.sh" ] || return 1
  # shellcheck source=hooks/live.sh
  . "$folder/live.sh"
}

git_dir=${GIT_DIR:-.git}
if [ -f "$git_dir" ]; then
  read -r line <"$git_dir" || :
  git_dir=${line#gitdir: }
fi

# `branch` is the one that would move, as a full ref name: empty on a detached HEAD. During a rebase it is the one that git
# moves at the end, whatever HEAD was meanwhile. A HEAD that is a symbolic link is an old way to name a branch.
find_branch() {
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
  for file in "$git_dir/rebase-merge/head-name" "$git_dir/rebase-apply/head-name"; do
    [ -r "$file" ] || continue
    read -r line <"$file" || :
    if is_spike "$line"; then judge=${line#refs/heads/}; fi
  done
}

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

# Whether a line of reference-transaction's standard input, `<old> <new> <ref>`, may go through: no spike's branch, its removal,
# nothing that changes, or one that is live or that was not started here. Git leaves `<old>` out where nobody asked for it.
is_free() {
  ref=${1#* }
  new=${ref%% *}
  ref=${ref#* }
  is_spike "$ref" || return 0
  case $new in
    *[!0]*) ;;
    *) return 0 ;;
  esac
  [ "${1%% *}" != "$new" ] || return 0
  if load_live; then
    find_directory "${ref#refs/heads/}" || return 0
    is_live "${ref#refs/heads/}" && return 0
  fi
  now=
  if [ -f "$folder/../$ref" ] && [ -r "$folder/../$ref" ]; then read -r now <"$folder/../$ref" || :; fi
  [ "$now" = "$new" ]
}

# Standard input, for whoever is asked. A shell takes long to put many lines together by itself.
input=
read_all() {
  lines=0
  while [ "$lines" -lt 100 ] && { read -r line || [ -n "$line" ]; }; do
    input=${input:+$input$newline}$line
    lines=$((lines + 1))
  done
  [ "$lines" -lt 100 ] && return
  rest=$(cat) || judge='refs of which some could not be read'
  input=$input$newline$rest
}

# There may be thousands of lines. Without a hook from before, those that need no judge are nobody's business.
read_moves() {
  if [ -n "$before" ]; then
    read_all
    for line in $input; do is_free "$line" || judge='a branch that moves'; done
    return
  fi
  while read -r line || [ -n "$line" ]; do
    is_free "$line" && continue
    judge='a branch that moves'
    input=${input:+$input$newline}$line
  done
}

case $hook in
  reference-transaction)
    if [ "${1-}" = prepared ]; then read_moves; else read_all; fi
    ;;
  pre-push)
    find_branch
    read_all
    # An empty line is no ref, and is left out below.
    case $newline$input$newline in *"$newline$newline"*) [ -z "$input" ] || judge='a ref that is pushed' ;; esac
    for line in $input; do
      [ -z "$judge" ] || break
      is_plain "$line" || judge='a ref that is pushed'
    done
    ;;
  pre-rebase)
    find_branch
    if [ -n "${2-}" ]; then
      judge=
      if is_spike "refs/heads/${2#refs/heads/}"; then judge=${2#refs/heads/}; fi
    fi
    ;;
  *) find_branch ;;
esac

# Runs a command with the standard input that git gave the hook.
feed() {
  case $hook in
    pre-push | reference-transaction)
      if [ -z "$input" ]; then
        "$@" </dev/null
      else
        "$@" <<EOF
$input
EOF
      fi
      ;;
    *) "$@" ;;
  esac
}

# So that `spike doctor` sees whether a refusal reaches git, and nobody else's hook does a thing for it. It can only refuse more.
if [ -n "${SPIKE_GATE_CANARY-}" ] && { [ "$hook" != reference-transaction ] || [ "${1-}" = prepared ]; }; then
  judge='the canary of spike doctor'
else
  if [ -n "$before" ]; then feed "$before" "$@" || exit; fi
  [ -n "$judge" ] || exit 0
  if load_live && is_fine "$@"; then exit 0; fi
fi

# Git runs hooks at the top of the worktree, which may be one without packages of its own: then those of the main worktree serve.
# No path is kept from the installation, because repositories and programs move.
program=./node_modules/.bin/spike-gate
[ -x "$program" ] || program=$folder/../../node_modules/.bin/spike-gate
[ -x "$program" ] || program=spike-gate
if [ "$hook" = reference-transaction ]; then
  judge="$judge (git status shows whether git has changed files by now, git reset --merge puts them back)"
fi
mend='npm i -D spike-gate here, or npm i -g spike-gate, then run the same git command again'
command -v "$program" >/dev/null ||
  refuse "expected spike-gate in node_modules or on PATH, to judge $judge, found none" "$mend"

feed "$program" hook "$hook" "$@"
status=$?
case $status in
  126 | 127) refuse "expected $program to judge $judge, found that it does not run, or that node is not on PATH" "$mend" ;;
esac
exit "$status"
