#!/bin/sh
# Is a spike's branch plainly live, and what is about to happen on it plainly fine? Sourced by gate.sh, which gives `folder`, `hook`,
# `judge`, `git_dir` and `before`. All it knows was written down from the ledger by the commands that change it; what that does
# not plainly allow, the program judges.

# Finds the control directory that was noted for the branch $1: fails where no spike was started on it here.
# A name that would be spelt otherwise in the note's name is left to the program, by a directory that is none.
find_directory() {
  directory=
  case $1 in *[!A-Za-z0-9._/-]*) return 0 ;; esac
  name=$1
  encoded=
  while :; do
    case $name in
      */*)
        encoded=$encoded${name%%/*}%2F
        name=${name#*/}
        ;;
      *) break ;;
    esac
  done
  name=$folder/branches/$encoded$name
  [ -e "$name" ] || return 1
  # A pipe would hold up whoever reads it.
  if [ -f "$name" ] && [ -r "$name" ]; then read -r directory <"$name" || :; fi
}

# Whether the branch $1 has a spike that is plainly live, by the one line that says where its ledger stands. It is worth nothing
# once this machine was started anew, and on a machine without these clocks nothing is plain.
is_live() {
  find_directory "$1" || return 1
  for file in "$directory/command_log.jsonl" "$directory/cache/standing"; do
    [ -f "$file" ] && [ -r "$file" ] || return 1
  done
  [ -r /proc/uptime ] && [ -r /proc/sys/kernel/random/boot_id ] || return 1
  read -r up </proc/uptime && read -r boot </proc/sys/kernel/random/boot_id || return 1
  IFS=' ' read -r product format known_boot until opening records head attempt known_branch rest \
    <"$directory/cache/standing" || return 1
  [ "$product $format" = 'spike-gate 1' ] && [ "$known_boot" = "$boot" ] && [ "$known_branch" = "$1" ] && [ -z "$rest" ] ||
    return 1
  # A number that is too long is an error of some shells.
  case $until in '' | *[!0-9]* | ????????????????*) return 1 ;; esac
  [ "${up%%.*}" -lt "$until" ]
}

# Whether $1 was last written before $2, or is not there. A shell that cannot tell says no.
is_older() {
  # shellcheck disable=SC3013 # an answer of every shell that is some system's sh; elsewhere the test fails
  [ ! -e "$1" ] || [ "$1" -ot "$2" ] 2>/dev/null
}

# Whether what is staged on the live branch lies inside its declared paths and off protected ones. Where the target has moved, or
# a merge or a rebase is under way, git has to be asked more than this. The pathspecs of `facts` leave out what is declared.
stays_inside() {
  [ ! -e "$git_dir/MERGE_HEAD" ] && [ ! -e "$git_dir/rebase-merge" ] && [ ! -e "$git_dir/rebase-apply" ] || return 1
  [ -z "${GIT_LITERAL_PATHSPECS-}${GIT_GLOB_PATHSPECS-}${GIT_NOGLOB_PATHSPECS-}${GIT_ICASE_PATHSPECS-}" ] || return 1
  # The first commit of a spike may be one that replaces the target's own.
  now=
  if [ -f "$folder/../refs/heads/$judge" ]; then read -r now <"$folder/../refs/heads/$judge" || :; fi
  facts=$directory/cache/facts
  [ -f "$facts" ] && [ -r "$facts" ] && [ ! -d "$folder/../reftable" ] || return 1
  undeclared=
  guarded=
  whole=
  {
    read -r format && read -r known_opening && read -r tip || return 1
    [ "$format" = 'spike-gate facts 1' ] && [ "$known_opening" = "$opening" ] || return 1
    while read -r line; do
      case $line in
        'older '*) is_older "$folder/../${line#older }" "$facts" || return 1 ;;
        'guard '*) guarded=$guarded${line#guard }$newline ;;
        :*) undeclared=$undeclared$line$newline ;;
        end) whole=yes ;;
        *) return 1 ;;
      esac
    done
  } <"$facts"
  [ -n "$whole" ] && [ -n "$undeclared" ] && [ -n "$now" ] && [ "$now" != "$tip" ] || return 1
  # shellcheck disable=SC2086 # one pathspec a line, and no other splitting
  is_unchanged ':(top,glob)**' $undeclared && { [ -z "$guarded" ] || is_unchanged $guarded; }
}

# Whether nothing is staged, since the branch left the target, that these pathspecs match.
is_unchanged() {
  git --no-replace-objects -c core.fsmonitor=false diff-index --cached --quiet --ita-invisible-in-index --no-renames \
    --no-relative --ignore-submodules=none --no-ext-diff --merge-base "$tip" -- "$@" </dev/null 2>/dev/null
}

# The trailer of a commit that is made now: the newest record that is known of.
find_trailer() {
  case $records in '' | 0* | *[!0-9]* | ????????????????*) return 1 ;; esac
  case $head in *[!0-9a-f]*) return 1 ;; ????????????) ;; *) return 1 ;; esac
  trailer="Spike: $attempt $((records - 1)):$head"
}

odd=' !"#$%&'\''()*+,./:;<=>?@[\]^_`{|}~-'

# Puts the trailer into a message that was given on the command line, where it is plain what git would do: below a text, or
# below trailers of the usual kind. $1: the message's file.
add_trailer() {
  [ "${GIT_EDITOR-}" = : ] && [ -z "$before" ] || return 1
  paragraphs=0
  last=nothing
  while read -r line; do
    first=${line%"${line#?}"}
    key=${line%%:*}
    case $line in
      '') kind=blank ;;
      *' >8 '* | *://* | *[[:cntrl:]]*) return 1 ;;
      *:*)
        case $key in
          # Git takes what a trailer's name begins with for the whole name.
          [Ss] | [Ss][Pp] | [Ss][Pp][Ii] | [Ss][Pp][Ii][Kk] | [Ss][Pp][Ii][Kk][Ee] | [Ss][Pp][Ii][Kk][Ee]' '*) return 1 ;;
          *[!A-Za-z0-9-]* | '') kind=text ;;
          *)
            # Git itself spells others so, and leaves no blank at the end.
            case $line in
              *' ' | "$key:  "*) kind=loose ;;
              "$key: "*) kind=pair ;;
              *) kind=loose ;;
            esac
            ;;
        esac
        ;;
      *) kind=plain ;;
    esac
    # What begins a comment is for settings to say; a letter or a digit hardly ever does.
    if [ -n "$line" ]; then case $odd in *"$first"*) return 1 ;; esac fi
    case $last$kind in
      nothingblank) return 1 ;;
      *blank) last=blank ;;
      blank* | nothing*)
        paragraphs=$((paragraphs + 1))
        last=$kind
        ;;
      "$kind$kind") ;;
      *) last=mixed ;;
    esac
  done <"$1"
  # A last line that is not whole has not been looked at.
  [ -z "$line" ] || return 1
  case $paragraphs$last in
    *blank) return 1 ;;
    1[!0-9]* | *plain) printf '\n%s\n' "$trailer" >>"$1" ;;
    *pair) printf '%s\n' "$trailer" >>"$1" ;;
    *) return 1 ;;
  esac
}

# Whether the last line of the message $1 is $2: a newer git asks a hook of its configuration first, and then the one in the folder.
ends_with() {
  last=
  while read -r line; do last=$line; done <"$1"
  [ "$last" = "$2" ] && [ -z "$line" ]
}

# Whether a line of the message $1 begins with $2.
has_line() {
  [ -r "$1" ] || return 1
  while read -r line; do
    case $line in "$2"*) return 0 ;; esac
  done <"$1"
  return 1
}

# Whether prepare-commit-msg asks the gate too: the hook beside this one, or whatever called this file by its name.
is_prepared() {
  case $0 in */gate.sh) return 0 ;; esac
  [ -x "${0%/*}/prepare-commit-msg" ]
}

# Whether the message $1 was judged and finished when it was prepared, and nobody could change it since: not in an editor, which
# git says that there is none of by the editor `:`, nor by a hook from before.
is_finished() {
  [ "${GIT_EDITOR-}" = : ] && [ -z "$before" ] && is_prepared && has_line "$1" 'Spike: '
}

# Whether what git is about to do on the branch `judge` needs no judge. $@: git's arguments for the hook.
is_fine() {
  case $hook in
    # The paths are judged once the message is prepared, which nothing skips.
    pre-commit) is_prepared && is_live "$judge" ;;
    pre-merge-commit | pre-rebase) is_live "$judge" ;;
    prepare-commit-msg)
      [ "${2-}" = message ] && is_live "$judge" && stays_inside && find_trailer &&
        { ends_with "$1" "$trailer" || add_trailer "$1"; }
      ;;
    commit-msg) is_finished "$1" || { is_live "$judge" && find_trailer && has_line "$1" "$trailer"; } ;;
    *) return 1 ;;
  esac
}
