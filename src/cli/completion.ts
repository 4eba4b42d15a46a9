/** Pure: completion scripts. Every word stands in the script, so that a Tab starts no program and evaluates nothing that was typed. */

import type { CommandSpec } from './commands.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

interface Offer {
  readonly word: string;
  readonly why: string;
}

interface Completed extends Offer {
  /** Offered where a word begins with a dash. */
  readonly options: readonly (Offer & { readonly takesValue: boolean })[];
  /** Offered elsewhere; files where there are none. */
  readonly words: readonly string[];
  /** What follows is a command of its own. */
  readonly wraps: boolean;
}

/** Of `spike` and of `spike-gate`, which is the same. */
export function renderCompletion(shell: Shell, commands: readonly CommandSpec[]): string {
  const completed = commands.map((spec) => completedBy(spec, commands));
  switch (shell) {
    case 'bash':
      return renderBash(completed);
    case 'zsh':
      return renderZsh(completed);
    case 'fish':
      return renderFish(completed);
  }
}

function completedBy({ name, description, options = [] }: CommandSpec, commands: readonly CommandSpec[]): Completed {
  const words: Readonly<Record<string, readonly string[]>> = {
    completion: SHELLS,
    help: commands.map((command) => command.name),
  };
  return {
    word: name,
    why: description,
    options: [
      ...options.flatMap(([syntax, why]) =>
        syntax.split(/[ ,]+/).flatMap((word) => {
          return word.startsWith('-') ? [{ word, why, takesValue: syntax.includes('<') }] : [];
        }),
      ),
      { word: '--help', why: 'show its help', takesValue: false },
    ],
    words: words[name] ?? [],
    wraps: name === 'run',
  };
}

/** As in bash 3.2, which macOS has, and without the package bash-completion. */
function renderBash(commands: readonly Completed[]): string {
  const cases = commands.flatMap(({ word, options, words, wraps }) => [
    `        ${word})`,
    `            options='${wordsOf(options)}' words='${words.join(' ')}'`,
    ...(wraps ? [`            ((COMP_CWORD == 2)) && programs=-c || options=`] : []),
    '            ;;',
  ]);
  return `# bash completion for spike and spike-gate
__spike_gate_complete() {
    local current=\${COMP_WORDS[COMP_CWORD]} options='--version --help' words= programs=
    if ((COMP_CWORD == 1)); then
        words='${wordsOf(commands)}'
    else
        case \${COMP_WORDS[1]} in
${cases.join('\n')}
        esac
    fi
    if [[ $current == -* ]]; then
        words=$options programs=
    fi
    COMPREPLY=($(compgen $programs -W "$words" -- "$current"))
}
complete -o default -F __spike_gate_complete spike spike-gate
`;
}

/** To be sourced once `compinit` has run, or kept as `_spike` in a folder of `fpath`. */
function renderZsh(commands: readonly Completed[]): string {
  const described = ({ word, why }: Offer): string => quote(`${word.replaceAll(':', '\\:')}:${why}`);
  const cases = commands.flatMap(({ word, options, words, wraps }) => [
    `        ${word})`,
    `            options=(${options.map(described).join(' ')})`,
    `            offered=(${words.join(' ')})`,
    ...(wraps ? ['            wraps=1'] : []),
    '            ;;',
  ]);
  return `#compdef spike spike-gate
# zsh completion for spike and spike-gate
_spike() {
    local -a offered options
    local wraps=
    options=('--version:show the version' '--help:show the help')
    if ((CURRENT == 2)); then
        offered=(${commands.map(described).join(' ')})
    else
        case $words[2] in
${cases.join('\n')}
        esac
    fi
    if [[ -n $wraps && ( CURRENT -gt 3 || $words[CURRENT] != -* ) ]]; then
        shift 2 words
        ((CURRENT -= 2))
        _normal
    elif [[ $words[CURRENT] == -* ]]; then
        _describe option options
    elif (($#offered)); then
        _describe word offered
    else
        _files
    fi
}
if [[ $funcstack[1] == _spike ]]; then
    _spike "$@"
else
    compdef _spike spike spike-gate
fi
`;
}

function renderFish(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ word, why, options, words, wraps }) => {
    const within = `complete -c spike -n '__fish_seen_subcommand_from ${word}'`;
    return [
      `complete -c spike -n __fish_use_subcommand -f -a ${word} -d ${quoteFish(why)}`,
      ...(wraps ? [`${within} -x -a '(__fish_complete_subcommand --fcs-skip=2)'`] : []),
      ...(words.length > 0 ? [`${within} -x -a '${words.join(' ')}'`] : []),
      ...options.map(({ word: option, why: what, takesValue }) => {
        const named = option.startsWith('--') ? `-l ${option.slice(2)}` : `-s ${option.slice(1)}`;
        return `${within} ${named}${takesValue ? ' -r' : ''} -d ${quoteFish(what)}`;
      }),
    ];
  });
  return `# fish completion for spike and spike-gate
complete -c spike -e
complete -c spike -n __fish_use_subcommand -l version -d 'show the version'
complete -c spike -n __fish_use_subcommand -l help -d 'show the help'
${lines.join('\n')}
complete -c spike-gate -w spike
`;
}

function wordsOf(offers: readonly Offer[]): string {
  return offers.map(({ word }) => word).join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function quoteFish(text: string): string {
  return `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
}
