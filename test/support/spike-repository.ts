/** Real spikes for tests of the gate: real git, the built `spike-run`, and the product's own use cases in this process. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeHook } from '../../src/gate/hook.ts';
import { findWorktree } from '../../src/git/worktree.ts';
import { thisMachine } from '../../src/process/machine.ts';
import type { Context } from '../../src/spike/context.ts';
import { killSpike } from '../../src/spike/kill.ts';
import { shipSpike } from '../../src/spike/ship.ts';
import { startSpike } from '../../src/spike/start.ts';
import { createFolder, createRepository, type TestRepository } from './git-fixture.ts';
import { finish, spikeRunProgram } from './spike-fixture.ts';

interface SpikeParts {
  readonly slug?: string;
  readonly paths?: readonly string[];
  /** An argument vector in shell words. */
  readonly observable?: string;
}

export interface SpikeRepository extends TestRepository {
  /** Branch `spike/<slug>` from main, with its clock running. */
  readonly begin: (parts?: SpikeParts) => void;
  /** Another attempt on the branch that is checked out. */
  readonly again: (reason: string) => void;
  /** Through the built `spike-run`; the exit status. */
  readonly run: (...argv: readonly string[]) => Promise<number>;
  /** Commits with the trailer that the hook adds. */
  readonly commitWork: (message: string, files: Readonly<Record<string, string | Uint8Array>>) => string;
  /** Refused shipping is an error. */
  readonly ship: (paragraph?: string) => Promise<void>;
  readonly kill: (paragraph?: string) => Promise<void>;
}

/** A repository on `main` with `check.sh`, which passes once `app/answer` says yes. */
export function createSpikeRepository(): SpikeRepository {
  const repository = createRepository();
  const home = createFolder();
  const env: NodeJS.ProcessEnv = { ...process.env, SPIKE_HOME: home };
  const context: Context = { cwd: repository.path, env, world: thisMachine() };
  repository.commit('Begin', { 'check.sh': 'grep -q yes app/answer\n', 'app/answer': 'no\n', 'README.md': 'A shop\n' });

  const start = (hypothesis: string | undefined, reason?: string): void => {
    const asked = { clock: undefined, budget: undefined, target: 'main', hypothesis };
    startSpike({ again: reason !== undefined, reason, ...asked }, context);
  };

  return {
    ...repository,
    begin({ slug = 'users-email', paths = ['app/'], observable = 'sh check.sh' } = {}) {
      repository.branch(`spike/${slug}`, 'main');
      const draft = join(home, `${slug}.md`);
      writeFileSync(draft, hypothesisOf(paths, observable));
      start(draft);
    },
    again: (reason) => start(undefined, reason),
    async run(...argv) {
      const { code } = await finish([process.execPath, spikeRunProgram(), ...argv], { cwd: repository.path, env });
      return code ?? -1;
    },
    commitWork(message, files) {
      for (const [name, content] of Object.entries(files)) repository.write(name, content);
      repository.git('add', '--all');
      const file = join(home, 'message');
      writeFileSync(file, `${message}\n`);
      trail(file, context);
      repository.git('commit', '--quiet', '--allow-empty', '--file', file);
      return repository.git('rev-parse', 'HEAD');
    },
    async ship(paragraph = 'One word was enough.') {
      const shipping = await shipSpike(async () => paragraph, context);
      if (shipping.kind === 'refused')
        throw new Error(`ship was refused: ${JSON.stringify(shipping.verdict.findings)}`);
    },
    async kill(paragraph = 'The word is not enough: see the log.') {
      await killSpike(async () => paragraph, context);
    },
  };
}

/** A spike that holds: a failure, the answer, the observable, shipped. */
export async function shippedSpike(): Promise<SpikeRepository> {
  const repository = createSpikeRepository();
  repository.begin();
  await repository.run('sh', 'check.sh');
  repository.commitWork('Answer yes', { 'app/answer': 'yes\n' });
  await repository.run('sh', 'check.sh');
  await repository.ship();
  return repository;
}

/** A spike that spent its budget, with code on its branch and the evidence on another. */
export async function killedSpike(): Promise<SpikeRepository> {
  const repository = createSpikeRepository();
  repository.begin();
  repository.commitWork('Answer maybe', { 'app/answer': 'maybe\n' });
  for (let time = 0; time < 3; time += 1) await repository.run('sh', 'check.sh');
  await repository.kill();
  return repository;
}

function hypothesisOf(paths: readonly string[], observable: string): string {
  return `# The shop answers

Statement: Writing the word to app/answer makes the check pass.

Observable: \`${observable}\` exits 0

Paths:
${paths.map((path) => `- ${path}`).join('\n')}

Kill: The same failing command is recorded three times, or the deadline passes.
`;
}

/** What the prepare-commit-msg hook does with the file of a message. */
function trail(file: string, { cwd, env, world }: Context): void {
  const worktree = findWorktree(cwd, env);
  if (worktree === undefined) throw new Error(`expected a worktree at ${cwd}`);
  judgeHook({ name: 'prepare-commit-msg', args: [file], worktree, env, world, amends: false, stdin: () => '' });
}
