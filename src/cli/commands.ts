/** Every command: its words and what it loads. A command's module is read only when it is asked for. */

import type { Given } from './given.ts';
import type { Io } from './io.ts';

type Words = readonly [syntax: string, description: string];

export interface CommandSpec {
  readonly name: string;
  readonly description: string;
  readonly arguments?: readonly Words[];
  readonly options?: readonly Words[];
  /** Everything after the first argument belongs to the command that is named. */
  readonly passThrough?: true;
  readonly details?: string;
  readonly run: (given: Given, io: Io) => Promise<number>;
}

const JSON_OPTION: Words = ['--json', 'a stable, versioned form for programs'];

export const COMMANDS: readonly CommandSpec[] = [
  {
    name: 'init',
    description: 'set up this repository: hooks, .spike.yml, the folder of bundles, the workflow',
    options: [
      ['--dry-run', 'show every change and make none'],
      ['--uninstall', 'put back what was there'],
      ['--agents', 'add a paragraph for coding agents to AGENTS.md'],
    ],
    run: async (given, io) => (await import('./commands/init.ts')).init(given, io),
  },
  {
    name: 'new',
    description: 'begin a spike: its branch, and a hypothesis to fill in',
    arguments: [['<slug>', 'its name: letters, digits, ".", "_" and "-"']],
    options: [['--target <branch>', 'the branch it will merge into']],
    run: async (given, io) => (await import('./commands/new.ts')).begin(given, io),
  },
  {
    name: 'start',
    description: 'check the hypothesis, fix it, and start the clock',
    options: [
      ['--hypothesis <file>', 'read this file instead of the draft'],
      ['--clock <duration>', 'less time than the policy allows: 45m, 1h30m'],
      ['--budget <n>', 'fewer identical failures than the policy allows'],
      ['--target <branch>', 'the branch it will merge into'],
      ['--again', 'open another attempt; needs -m'],
      ['-m, --message <why>', 'the reason for another attempt'],
      JSON_OPTION,
    ],
    run: async (given, io) => (await import('./commands/start.ts')).start(given, io),
  },
  {
    name: 'status',
    description: 'time left, failures by fingerprint, what was refused',
    options: [['--short', 'one line for a prompt; nothing where there is no spike'], JSON_OPTION],
    run: async (given, io) => (await import('./commands/status.ts')).status(given, io),
  },
  {
    name: 'ship',
    description: 'write the evidence, seal the ledger, commit the bundle on the spike branch',
    options: [['-m, --message <why>', 'the reason of the decision; an editor opens without it'], JSON_OPTION],
    run: async (given, io) => (await import('./commands/ship.ts')).ship(given, io),
  },
  {
    name: 'kill',
    description: 'write the evidence, seal the ledger, commit the bundle on a branch of its own',
    options: [['-m, --message <why>', 'what was learnt; an editor opens without it'], JSON_OPTION],
    run: async (given, io) => (await import('./commands/kill.ts')).kill(given, io),
  },
  {
    name: 'verify',
    description: 'check a ledger (a file) or a bundle (a folder); this spike’s ledger without either',
    arguments: [['[path]', 'command_log.jsonl, or spikes/<slug>']],
    options: [JSON_OPTION],
    run: async (given, io) => (await import('./commands/verify.ts')).verify(given, io),
  },
  {
    name: 'gate',
    description: 'judge the pull request that this branch would be',
    options: [
      ['--base <ref>', 'the target’s tip; without it, that of the branch the spike was started for'],
      ['--head <ref>', 'the commit to judge; HEAD without it'],
      ['--branch <name>', 'the head branch’s name; without it the head’s own, where that is a branch'],
      ['--fork', 'the head branch is a fork’s: it carries nothing, whatever its name'],
      JSON_OPTION,
      ['--markdown', 'the evidence comment'],
    ],
    run: async (given, io) => (await import('./commands/gate.ts')).gate(given, io),
  },
  {
    name: 'doctor',
    description: 'try whether the hooks really refuse here, and say what is amiss',
    options: [JSON_OPTION],
    run: async (given, io) => (await import('./commands/doctor.ts')).doctor(given, io),
  },
  {
    name: 'fingerprint',
    description: 'print the fingerprint of a run',
    arguments: [
      ['<cwd>', 'real path of the working directory'],
      ['<exit>', 'its exit status'],
      ['<argv...>', 'its arguments, the command first'],
    ],
    passThrough: true,
    run: async (given, io) => (await import('./commands/fingerprint.ts')).printFingerprint(given, io),
  },
];
