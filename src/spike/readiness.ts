/** Whether a spike could ship now: the pull-request gate's own rules, asked of what the seal would say. */

import type { TreeId } from '../core/brand.ts';
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
import { type Prospect, prospectOf } from './prospect.ts';
import type { StartedSpike } from './started.ts';

/** Files named at most, where the tree that held is not the tree that would ship. */
const MAX_NAMED = 5;

/** Evidence and trailers cannot fail yet: the one is written from the ledger, the other by the hooks. */
export function judgeShipping(spike: StartedSpike, context: Context): Verdict {
  const { place, attempts } = spike;
  const prospect = prospectOf(place, attempts, 'merge base');
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
  return { ...verdict, findings: verdict.findings.map((finding) => tellObservable(finding, { spike, prospect, now })) };
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
}

/** At work there is more to say than at the gate: which files differ, and what to run. */
function tellObservable(finding: Finding, { spike, prospect, now }: Scene): Finding {
  if (finding.rule !== 'observable') return finding;
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
      hint: inTime ? runHint(spike, command) : 'spike kill -m "what was learnt"',
    };
  }
  if (lastHeld.tree === undefined) {
    return {
      ...finding,
      message: `${expected}, found files that changed while it ran (record ${lastHeld.seq})`,
      hint: `ignore in .gitignore what it writes, commit, then ${runHint(spike, command)}`,
    };
  }
  return {
    ...finding,
    message: `${expected}, found that it held on other contents: ${differing(spike, lastHeld.tree, prospect.tree)}`,
    hint: inTime
      ? runHint(spike, command)
      : 'commit exactly the contents on which it held, or spike kill -m "what was learnt"',
  };
}

function runHint({ attempts }: StartedSpike, command: string): string {
  const { cwd } = attempts.last.open.observable;
  return cwd === '.' ? `spike-run ${command}` : `cd ${cwd} && spike-run ${command}`;
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
