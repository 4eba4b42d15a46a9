/** A person's desk that can be set back: one who keeps the rules, with real git, an origin, and the built programs. */

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';
import { repositoryAt, type TestRepository } from './git-fixture.ts';
import { startAgo } from './long-ago.ts';
import type { Result } from './workbench.ts';

export interface SpikeParts {
  readonly slug?: string;
  readonly observable?: string;
  readonly paths?: readonly string[];
  readonly target?: string;
  /** The whole name, where `branches` has another pattern. */
  readonly branch?: string;
  /** The branch is made by hand and the hypothesis comes from a file, as where `spike new` has never been. */
  readonly byHand?: boolean;
  /** The clock was started then, and may have run out by now. */
  readonly minutesAgo?: number;
}

interface Gated {
  readonly exitCode: number;
  readonly passed: boolean;
  /** What each spike was judged as, with its slug: `pull-request answer`. */
  readonly judged: readonly string[];
  /** `rule: message`. */
  readonly findings: readonly string[];
  readonly notices: readonly string[];
  readonly stderr: string;
}

interface GateOptions {
  readonly base?: string;
  readonly head?: string;
  readonly branch?: string;
}

export interface Desk extends TestRepository {
  readonly origin: TestRepository;
  readonly env: NodeJS.ProcessEnv;
  /** The folder that holds everything of this desk, for further clones. */
  readonly root: string;
  /** Another clone, or a folder in this one, with the same programs and control root. */
  readonly at: (path: string, home?: string) => Desk;
  readonly run: (program: string, ...args: readonly string[]) => Result;
  /** Each of these throws where the program fails: honest work is not refused. */
  readonly spike: (...args: readonly string[]) => string;
  readonly hooked: (...args: readonly string[]) => string;
  readonly spikeRun: (...args: readonly string[]) => void;
  /** `spike new`, the hypothesis, `spike start`. */
  readonly begin: (parts?: SpikeParts) => void;
  /** Writes, stages everything, and commits through the hooks. */
  readonly work: (message: string, files?: Readonly<Record<string, string | Uint8Array>>) => void;
  /** The answer, the observable on what is committed, and the ship. */
  readonly shipWith: (answer: string) => void;
  readonly gate: (options?: GateOptions) => Gated;
}

interface Setting {
  readonly objectFormat?: 'sha1' | 'sha256';
  /** Before the first commit. */
  readonly before?: (desk: Desk) => void;
  /** Goes on from `main` as it was pushed, with `spike init` committed unless said. */
  readonly prepare?: (desk: Desk) => void;
  readonly uninitialised?: boolean;
}

const DIST = resolve(import.meta.dirname, '../../dist/cli');
const PROGRAMS = [
  ['spike', 'spike.cjs'],
  ['spike-gate', 'spike.cjs'],
  ['spike-run', 'spike-run.cjs'],
] as const;

/** Made at the first call and copied: gives the desk as it was prepared, at the same place, each time. For one test at a time. */
export function deskSetBack(setting: Setting = {}): () => Desk {
  const held = newFolder();
  const kept = newFolder();
  let made: Desk | undefined;
  afterAll(() => {
    for (const folder of [held, kept]) rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    if (made === undefined) {
      made = createDesk(held, setting);
      execFileSync('cp', ['-a', `${held}/.`, kept]);
    } else {
      rmSync(held, { recursive: true });
      execFileSync('cp', ['-a', kept, held]);
    }
    return made;
  };
}

function newFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'spike-gate-honest-')));
}

function createDesk(root: string, { objectFormat = 'sha1', before, prepare, uninitialised = false }: Setting): Desk {
  if (!existsSync(join(DIST, 'spike.cjs'))) throw new Error('expected dist/cli/spike.cjs, found none: npm run build');
  const programs = repositoryAt(join(root, 'programs'));
  for (const [name, file] of PROGRAMS) programs.link(name, join(DIST, file));
  const origin = repositoryAt(join(root, 'origin.git'));
  mkdirSync(origin.path);
  origin.git('init', '--quiet', '--bare', '--initial-branch=main', `--object-format=${objectFormat}`);
  const desk = deskAt(join(root, 'shop'), { root, home: join(root, 'home') });
  mkdirSync(desk.path);
  desk.git('init', '--quiet', '--initial-branch=main', `--object-format=${objectFormat}`);
  desk.git('remote', 'add', 'origin', origin.path);
  introduce(desk);
  before?.(desk);
  desk.commit('Begin', { 'check.sh': 'grep -q yes app/answer\n', 'app/answer': 'no\n', 'README.md': 'A shop\n' });
  if (!uninitialised) {
    desk.spike('init');
    desk.commit('Set up spike-gate');
  }
  desk.git('push', '--quiet', '--set-upstream', 'origin', 'main');
  desk.git('remote', 'set-head', 'origin', 'main');
  prepare?.(desk);
  return desk;
}

export function introduce(repository: TestRepository): void {
  repository.git('config', 'user.name', 'Test Person');
  repository.git('config', 'user.email', 'person@test.invalid');
}

interface Seat {
  readonly root: string;
  readonly home: string;
}

function deskAt(path: string, { root, home }: Seat): Desk {
  const desk = repositoryAt(path);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: `${join(root, 'programs')}:${process.env['PATH']}`,
    SPIKE_HOME: home,
    HOME: root,
  };

  const run: Desk['run'] = (program, ...args) => {
    const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: path, env, encoding: 'utf8' });
    if (error !== undefined) throw error;
    return { stdout, stderr, exitCode: status ?? -1 };
  };
  const must = (program: string, ...args: readonly string[]): string => {
    const { stdout, stderr, exitCode } = run(program, ...args);
    if (exitCode !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${exitCode}: ${stdout}${stderr}`);
    return stdout.replace(/\n$/, '');
  };

  const begin: Desk['begin'] = ({
    slug = 'answer',
    observable = '`sh check.sh` exits 0',
    paths = ['app/'],
    target,
    branch,
    byHand = false,
    minutesAgo,
  } = {}) => {
    if (branch !== undefined || byHand) desk.branch(branch ?? `spike/${slug}`);
    if (byHand) {
      const file = repositoryAt(root).write(`${slug}.md`, hypothesisOf(observable, paths));
      must('spike', 'start', '--hypothesis', file);
      return;
    }
    const draft = must('spike', 'new', slug, ...(target === undefined ? [] : ['--target', target]));
    repositoryAt('/').write(draft, hypothesisOf(observable, paths));
    if (minutesAgo !== undefined) startAgo({ path, env }, minutesAgo);
    else must('spike', 'start', ...(target === undefined ? [] : ['--target', target]));
  };

  const work: Desk['work'] = (message, files = {}) => {
    for (const [name, content] of Object.entries(files)) desk.write(name, content);
    must('git', 'add', '--all');
    must('git', 'commit', '--quiet', '--message', message);
  };

  return {
    ...desk,
    git: (...args) =>
      desk
        .gitWith({ env: { PATH: env['PATH'], SPIKE_HOME: home } }, ...args)
        .toString()
        .replace(/\n$/, ''),
    origin: repositoryAt(join(root, 'origin.git')),
    env,
    root,
    at: (other, otherHome = home) => deskAt(resolve(path, other), { root, home: otherHome }),
    run,
    spike: (...args) => must('spike', ...args),
    hooked: (...args) => must('git', ...args),
    spikeRun: (...args) => void must('spike-run', ...args),
    begin,
    work,
    shipWith(answer) {
      work(`Answer ${answer}`, { 'app/answer': `${answer}\n` });
      must('spike-run', 'sh', 'check.sh');
      must('spike', 'ship', '-m', 'One word was enough.');
    },
    gate: ({ base, head, branch } = {}) => {
      const options = Object.entries({ base, head, branch }).flatMap(([name, value]) =>
        value === undefined ? [] : [`--${name}`, value],
      );
      return gatedBy(run('spike', 'gate', '--json', ...options));
    },
  };
}

function gatedBy({ exitCode, stdout, stderr }: Result): Gated {
  if (!stdout.startsWith('{')) throw new Error(`spike gate ended with ${exitCode}: ${stdout}${stderr}`);
  const { passed, verdicts }: Told = JSON.parse(stdout);
  return {
    exitCode,
    passed,
    judged: verdicts.map(({ gate, slug }) => `${gate} ${slug}`),
    findings: verdicts.flatMap(({ findings }) => findings.map(({ rule, message }) => `${rule}: ${message}`)),
    notices: verdicts.flatMap(({ notices }) => notices),
    stderr,
  };
}

interface Told {
  readonly passed: boolean;
  readonly verdicts: readonly {
    readonly gate: string;
    readonly slug: string;
    readonly findings: readonly { readonly rule: string; readonly message: string }[];
    readonly notices: readonly string[];
  }[];
}

/** What an honest pull request of one spike gets. */
export function passesAs(judged: string, ...notices: readonly string[]): Gated {
  return { exitCode: 0, passed: true, judged: [judged], findings: [], notices, stderr: '' };
}

/** What one gets that is no spike's. */
export const NO_SPIKE: Gated = {
  exitCode: 0,
  passed: true,
  judged: [],
  findings: [],
  notices: [],
  stderr: 'spike: note: no spike is concerned: a pull request of this branch passes\n',
};

export const REBASED =
  'the sealed commit is not in this history: it was rebased or squashed, and the patch is what is compared';
export const MERGED =
  'more than the sealed commit is in this history: the target was merged in, and the patch is what is compared';
export const BARE = '1 commit without a Spike: trailer';

export function hypothesisOf(observable: string, paths: readonly string[]): string {
  return `# The shop answers

Statement: Writing the word to app/answer makes the check pass.

Observable: ${observable}

Paths:
${paths.map((path) => `- ${path}`).join('\n')}

Kill: The same failing command is recorded three times, or the deadline passes.
`;
}
