/** The only place that knows the command line's library: every command, and its help. */

import { Command, CommanderError } from 'commander';
import { SpikeError } from '../core/error.ts';
import { EXIT_PASS } from '../core/exit-code.ts';
import { VERSION } from '../core/version.ts';
import { COMMANDS, type CommandSpec } from './commands.ts';
import { renderCompletion, SHELLS } from './completion.ts';
import type { Given } from './given.ts';
import type { Io } from './io.ts';

const HELP_WIDTH = 80;

const HELP_AFTER = `
Exit codes: 0 pass, 1 a finding or a failure, 2 usage. spike-run: 3 the clock
has expired, 4 the budget is spent; else the command's own.
As a development dependency: npx --no -- spike-gate <command>`;

/** Taken before this library is loaded; here it is for help and completion. */
const RUN: CommandSpec = {
  name: 'run',
  description: 'run a command and record it (the same as spike-run)',
  arguments: [['[command...]', 'the command and its arguments']],
  options: [['--if-open', 'just run the command where no spike is open']],
  run: async () => EXIT_PASS,
};

const COMPLETION: CommandSpec = {
  name: 'completion',
  description: 'print a completion script',
  arguments: [['<shell>', SHELLS.join(', ')]],
  run: async ({ args: [name] }, { stdout }) => {
    const shell = SHELLS.find((known) => known === name);
    if (shell === undefined) {
      throw new SpikeError('usage', `expected ${SHELLS.join(', ')}, found ${JSON.stringify(name)}`, {
        hint: 'spike completion bash',
      });
    }
    stdout.write(renderCompletion(shell, ALL));
    return EXIT_PASS;
  },
};

const SHOWN = [...COMMANDS, RUN, COMPLETION];

/** With the library's own. */
const ALL: readonly CommandSpec[] = [
  ...SHOWN,
  { name: 'help', description: 'show the help of a command', run: async () => EXIT_PASS },
];

/** Runs the command that the arguments name; gives its exit status. Throws `usage` for arguments that fit none. */
export async function runProgram(io: Io): Promise<number> {
  let status = EXIT_PASS;
  const program = new Command('spike')
    .description('A written hypothesis, a clock and a budget for identical failures')
    .version(VERSION, '-V, --version', 'show the version')
    .addHelpText('after', HELP_AFTER)
    .exitOverride()
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      outputError: () => undefined,
      getOutHelpWidth: () => HELP_WIDTH,
      getErrHelpWidth: () => HELP_WIDTH,
    });
  for (const spec of SHOWN) {
    addCommand(program, spec, async (given) => {
      status = await spec.run(given, io);
    });
  }
  if (io.argv.length === 0) {
    program.outputHelp({ error: true });
    throw new SpikeError('usage', 'expected a command, found none', { hint: 'spike init, then spike new <slug>' });
  }
  try {
    await program.parseAsync([...io.argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== EXIT_PASS) throw misused(error, program);
  }
  return status;
}

function addCommand(program: Command, spec: CommandSpec, run: (given: Given) => Promise<void>): void {
  const command = program.command(spec.name).description(spec.description);
  for (const [syntax, description] of spec.arguments ?? []) command.argument(syntax, description);
  for (const [flags, description] of spec.options ?? []) command.option(flags, description);
  if (spec.passThrough === true) command.passThroughOptions();
  if (spec.details !== undefined) command.addHelpText('after', `\n${spec.details}`);
  command.action(async (...all: unknown[]) => {
    const options: Record<string, unknown> = command.opts();
    const args = all.slice(0, -2).flatMap((argument) => (Array.isArray(argument) ? argument : [argument]));
    await run({ args: args.filter((argument) => typeof argument === 'string'), options });
  });
}

/** The library's own words, in this program's form. */
function misused(error: CommanderError, program: Command): SpikeError {
  const [message = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  const named = program.args[0];
  const known = SHOWN.some(({ name }) => name === named);
  return new SpikeError('usage', suggestion === undefined ? message : `${message} ${suggestion}`, {
    hint: known ? `spike ${named} --help` : 'spike --help',
    cause: error,
  });
}
