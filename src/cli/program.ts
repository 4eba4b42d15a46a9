/** The only place that knows the command line's library: every command, its help and its completion. */

import completion from '@bomb.sh/tab/commander';
import { Command, CommanderError } from 'commander';
import { SpikeError } from '../core/error.ts';
import { EXIT_PASS } from '../core/exit-code.ts';
import { VERSION } from '../core/version.ts';
import { COMMANDS, type CommandSpec } from './commands.ts';
import type { Given } from './given.ts';
import type { Io } from './io.ts';

const HELP_AFTER = `
Exit codes: 0 pass, 1 a finding or a failure, 2 usage, 3 clock expired, 4 budget spent; spike-run keeps the command's own.
As a development dependency: npx --no spike-gate <command>.`;

/** Runs the command that the arguments name; gives its exit status. Throws `usage` for arguments that fit none. */
export async function runProgram(io: Io): Promise<number> {
  let status = EXIT_PASS;
  const program = new Command('spike')
    .description('A written hypothesis, a clock and a budget for identical failures')
    .version(VERSION, '-V, --version')
    .addHelpText('after', HELP_AFTER)
    .exitOverride()
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      outputError: () => undefined,
      getOutHelpWidth: () => 80,
      getErrHelpWidth: () => 80,
    });
  for (const spec of COMMANDS) {
    addCommand(program, spec, async (given) => {
      status = await spec.run(given, io);
    });
  }
  // `run` and `hook` are taken before this library is loaded; here they are for help and completion.
  program.command('run').argument('[command...]').description('run a command and record it (the same as spike-run)');
  completion(program, { completionCommandName: 'completion' });
  try {
    await program.parseAsync(io.argv.length === 0 ? ['--help'] : [...io.argv], { from: 'user' });
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
  const known = COMMANDS.some(({ name }) => name === named);
  return new SpikeError('usage', suggestion === undefined ? message : `${message} ${suggestion}`, {
    hint: known ? `spike ${named} --help` : 'spike --help',
    cause: error,
  });
}
