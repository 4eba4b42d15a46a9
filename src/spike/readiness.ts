/** Whether a spike could ship now: the pull-request gate's own rules, asked of what the seal would say. */

import type { TreeId } from '../core/brand.ts';
import { sameArguments } from '../core/chain.ts';
import { FIRST_PREV } from '../core/codec.ts';
import { renderCommand } from '../core/command-line.ts';
import { evaluate } from '../core/evaluate.ts';
import type { PullRequestFacts } from '../core/facts.ts';
import type { Finding } from '../core/finding.ts';
import type { Attempt } from '../core/replay.ts';
import type { Verdict } from '../core/verdict.ts';
import { differingPaths } from '../git/differing-paths.ts';
import { parseHypothesis } from '../hypothesis/parse.ts';
import { pathsIn } from '../ledger/control-directory.ts';
import type { Context } from './context.ts';
import { ledgerNow } from './now.ts';
import { observableCommand } from './observable-command.ts';
import { type Prospect, prospectOf } from './prospect.ts';
import type { StartedSpike } from './started.ts';

/** Files named at most, where the tree that held is not the tree that would ship. */
const MAX_NAMED = 5;

/** Evidence and trailers cannot fail yet: the one is written from the ledger, the other by the hooks. */
export function judgeShipping(spike: StartedSpike, context: Context): Verdict {
  const { place, attempts } = spike;
  const prospect = prospectOf(place, attempts);
  const now = ledgerNow(attempts, context);
  const last = sealedAsIf(attempts.last, prospect, now);
  const text = last.open.hypothesis;
  const facts: PullRequestFacts = {
    slug: place.slug,
    tip: prospect.config,
    assurance: 'self-reported',
    ledgers: { kind: 'intact', earlier: attempts.earlier, last },
    merged: [],
    hypothesis: { kind: 'known', text, parsed: parseHypothesis(Buffer.from(text), 'HYPOTHESIS.md') },
    evidence: { kind: 'known', found: '', expected: '', paragraph: 'still to be written', digest: '' },
    change: prospect.change,
    trailers: [],
    head: { commit: prospect.head, sealedCommitTree: prospect.tree, sealedCommitPatch: prospect.change.patch },
  };
  const verdict = evaluate({ gate: 'pull-request', facts });
  const scene = { spike, prospect, now, cwd: context.cwd };
  return { ...verdict, findings: verdict.findings.map((finding) => tellObservable(finding, scene)) };
}

function sealedAsIf(attempt: Attempt, { head, tree, change }: Prospect, ts: number): Attempt {
  return {
    ...attempt,
    seal: {
      v: 1,
      seq: attempt.records,
      prev: FIRST_PREV,
      ts,
      kind: 'seal',
      decision: 'ship',
      commit: head,
      tree,
      patch: change.patch,
      files: change.files,
      outside: change.outside,
      evidence: '',
      self: '',
    },
  };
}

interface Scene {
  readonly spike: StartedSpike;
  readonly prospect: Prospect;
  readonly now: number;
  /** Where the person stands. */
  readonly cwd: string;
}

/** At work there is more to say than at the gate: which files differ, and what to run. */
function tellObservable(finding: Finding, scene: Scene): Finding {
  if (finding.rule !== 'observable') return finding;
  const { spike, prospect, now } = scene;
  const { open, held, observableFailed } = spike.attempts.last;
  const command = renderCommand(open.observable.argv);
  const expected = `expected ${command} to have exited ${open.observable.exit} in time on exactly what would ship`;
  const inTime = now < open.deadline;
  const lastHeld = held.at(-1);
  if (lastHeld === undefined) {
    const ran = observableFailed > 0 ? `found ${observableFailed} runs that ended otherwise` : 'found no run of it';
    return {
      ...finding,
      message: `${expected}, ${ran}`,
      hint: inTime ? runHint(scene) : 'spike kill -m "what was learnt"',
    };
  }
  if (lastHeld.tree === undefined) {
    return {
      ...finding,
      message: `${expected}, found files that changed while it ran, or a submodule with changes of its own (record ${lastHeld.seq})`,
      hint: `ignore in .gitignore what it writes, commit, then ${runHint(scene)}`,
    };
  }
  return {
    ...finding,
    message: `${expected}, found that it held on other contents: ${differing(spike, lastHeld.tree, prospect.tree)}`,
    hint: inTime ? runHint(scene) : 'commit exactly the contents on which it held, or spike kill -m "what was learnt"',
  };
}

/** One that may end the spike says so. */
function runHint({ spike: { place, attempts }, cwd }: Scene): string {
  const { open, failures } = attempts.last;
  const command = observableCommand(open.observable, { top: place.worktree.top, cwd });
  const worst = failures.find(
    ({ at, argv }) => at === open.observable.cwd && sameArguments(argv, open.observable.argv),
  );
  if (worst === undefined || worst.count !== open.budget - 1) return command;
  return `${command}; it has failed ${worst.count} of ${open.budget} times in the same way: once more ends the spike`;
}

function differing({ place }: StartedSpike, held: TreeId, shipped: TreeId): string {
  const paths = differingPaths(place.worktree.top, {
    from: held,
    to: shipped,
    objects: pathsIn(place.directory).objects,
  });
  if (paths === undefined) return `tree ${held.slice(0, 12)}`;
  const more = paths.length > MAX_NAMED ? `, and ${paths.length - MAX_NAMED} more` : '';
  return `${paths.slice(0, MAX_NAMED).join(', ')}${more}`;
}
