/**
 * Has each hook refuse, the way git runs it: a random word in the environment makes the gate ask the program, and the program say no
 * with that word. Whoever hears it from git knows that the whole way there and back works.
 */

import { randomBytes } from 'node:crypto';
import type { HookName } from '../../core/hook-name.ts';
import { resolveCommit } from '../../git/objects.ts';
import { git } from '../../git/plumbing.ts';
import { type LimitedCommand, type RunLimited, withLimit } from '../../process/limited.ts';
import type { HookTrial } from '../../report/diagnosis.ts';
import type { Repository } from '../repository.ts';
import { trialEnvironment } from './environment.ts';
import { trialOf } from './outcome.ts';
import { fillScratch, makeScratch, removeScratch, type Scratch } from './scratch.ts';

export interface TrialRequest {
  readonly names: readonly HookName[];
  readonly repository: Repository;
  readonly env: NodeJS.ProcessEnv;
  /** More of it, by which managers run less beside the gate. */
  readonly spared: Readonly<Record<string, string>>;
  /** For each hook: those of a person's may stand in front of ours, and run tests. */
  readonly seconds: number;
}

/** A name that nothing else has; it lies in no folder, which git would leave behind. */
const CANARY_REF = 'refs/spike-gate-canary';
const CANARY_BRANCH = 'refs/heads/spike-gate-canary';

/** One after the other. */
export async function tryHooks(request: TrialRequest): Promise<readonly HookTrial[]> {
  const scratch = makeScratch();
  const limits = { milliseconds: request.seconds * 1000, tidy: () => removeScratch(scratch) };
  return withLimit(limits, async (run) => {
    fillScratch(scratch, request);
    const trials: HookTrial[] = [];
    for (const name of request.names) trials.push(await tryHook(name, { request, scratch, run }));
    return trials;
  });
}

interface Means {
  readonly request: TrialRequest;
  readonly scratch: Scratch;
  readonly run: RunLimited;
}

async function tryHook(name: HookName, { request, scratch, run }: Means): Promise<HookTrial> {
  const { repository, env, spared, seconds } = request;
  const token = randomBytes(16).toString('hex');
  const { args, input } = CALLS[name](scratch, repository);
  const command: LimitedCommand = {
    argv: ['git', ...args],
    cwd: repository.top,
    env: trialEnvironment({ ...env, ...spared }, { token, index: scratch.index }),
    ...(input === undefined ? {} : { input }),
  };
  return { name, trial: trialOf(await run(command), { token, seconds }) };
}

interface Call {
  readonly args: readonly string[];
  readonly input?: string;
}

/** None of them changes a thing where it is not refused. */
const CALLS: Readonly<Record<HookName, (scratch: Scratch, repository: Repository) => Call>> = {
  'pre-commit': () => hookRun('pre-commit'),
  'pre-merge-commit': () => hookRun('pre-merge-commit'),
  'prepare-commit-msg': ({ message }) => hookRun('prepare-commit-msg', message, 'message'),
  'commit-msg': ({ message }) => hookRun('commit-msg', message),
  'pre-rebase': () => hookRun('pre-rebase', 'HEAD'),
  'pre-push': ({ remote }, repository) => ({
    args: [
      '-c',
      'protocol.file.allow=always',
      'push',
      '--dry-run',
      '--no-signed',
      '--no-follow-tags',
      '--recurse-submodules=no',
      remote,
      `${repository.born ? 'HEAD' : anObject(repository)}:${CANARY_BRANCH}`,
    ],
  }),
  // Prepared and given up, so that the ref never is.
  'reference-transaction': (_scratch, repository) => ({
    args: ['update-ref', '--stdin'],
    input: ['start', `create ${CANARY_REF} ${anObject(repository)}`, 'prepare', 'abort', ''].join('\n'),
  }),
};

/** As git itself looks for it, and runs it. */
function hookRun(name: HookName, ...args: readonly string[]): Call {
  return { args: ['hook', 'run', '--ignore-missing', name, ...(args.length === 0 ? [] : ['--', ...args])] };
}

/** Before the first commit, the empty tree, which every git knows without its being there. */
function anObject({ top }: Repository): string {
  return (
    resolveCommit(top, 'HEAD') ??
    git(['hash-object', '-t', 'tree', '--stdin'], { cwd: top, input: '' }).toString().trim()
  );
}
