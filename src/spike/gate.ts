/** `spike gate`: the pull request's verdict, before pushing. */

import type { CommitId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import type { Finding } from '../core/finding.ts';
import type { OpenRecord } from '../core/record.ts';
import { endOf } from '../core/replay.ts';
import { EVIDENCE_BRANCH_PREFIX } from '../core/slug.ts';
import type { JudgedSpike, Judgement } from '../gate/judgement.ts';
import { judgePullRequest } from '../gate/pull-request.ts';
import { withoutLedger } from '../gate/without-ledger.ts';
import { resolveCommit } from '../git/objects.ts';
import { targetTip, trunkTip } from '../git/target.ts';
import type { Worktree } from '../git/worktree.ts';
import { notedDirectory, pathsIn } from '../ledger/control-directory.ts';
import { ledgerEnds } from '../ledger/ends.ts';
import { readAttempts } from '../ledger/read.ts';
import type { Context } from './context.ts';
import { judgedBranch } from './judged-branch.ts';
import { ledgerNow } from './now.ts';
import { worktreeHere } from './place.ts';
import { targetOf } from './target.ts';

export interface GateRequest {
  readonly base: string | undefined;
  readonly head: string | undefined;
  readonly branch: string | undefined;
  /** Whether the branch is a fork's: what its name says of carriers is then the fork's own word. */
  readonly fork: boolean;
}

export function judgeHere({ base, head, branch, fork }: GateRequest, context: Context): Judgement {
  const worktree = worktreeHere(context);
  const { top } = worktree;
  const judged = judgedBranch({ head, branch }, worktree);
  const judgement = judgePullRequest({
    cwd: top,
    target:
      base === undefined
        ? targetTip(top, targetOf({ worktree, branch: judged, command: 'spike gate' }))
        : commitNamed(top, '--base', base),
    trunk: trunkTip(top),
    head: commitNamed(top, '--head', head ?? 'HEAD'),
    branch: judged,
    sameRepository: !fork,
  });
  const next = (): string | undefined => nextOn(judged, worktree, context);
  const open = openHere(judged, worktree);
  return { ...judgement, spikes: judgement.spikes.map((spike) => tellNewer(tellNext(spike, next), open)) };
}

/** The gate sees that there is no sealed bundle; where the spike is at home, it is known how to come by one. */
function tellNext(spike: JudgedSpike, next: () => string | undefined): JudgedSpike {
  const { verdict, facts } = spike;
  if (verdict.gate !== 'pull-request' || facts.ledgers.kind !== 'missing') return spike;
  const told = (finding: Finding): Finding =>
    finding.rule === 'decision' ? { ...finding, hint: next() ?? finding.hint } : finding;
  return { ...spike, verdict: { ...verdict, findings: verdict.findings.map(told) } };
}

/** What is committed is judged; an attempt that was opened since is only known here. */
function tellNewer({ verdict, facts }: JudgedSpike, open: OpenRecord | undefined): JudgedSpike {
  const judged = facts.ledgers.kind === 'intact' ? facts.ledgers.last.open.attempt : undefined;
  if (open === undefined || judged === undefined || open.attempt <= judged) return { verdict, facts };
  const notice = `attempt ${open.attempt} was opened here since, and is not in what was judged`;
  return { verdict: { ...verdict, notices: [...verdict.notices, notice] }, facts };
}

function openHere(branch: string, { commonDir }: Worktree): OpenRecord | undefined {
  const directory = notedDirectory(commonDir, branch);
  return directory === undefined ? undefined : ledgerEnds(pathsIn(directory).ledger)?.open;
}

/** Nothing where the gate's own hint is the right one, or the ledger is broken: every other command says that. */
function nextOn(branch: string, worktree: Worktree, context: Context): string | undefined {
  const directory = notedDirectory(worktree.commonDir, branch);
  try {
    const here = directory === undefined ? undefined : readAttempts(directory, context.world.isGone);
    if (here === undefined) return withoutLedger(worktree, branch).hint;
    const { seal, spent, held } = here.last;
    if (seal?.decision === 'kill') return `git push -u origin ${EVIDENCE_BRANCH_PREFIX}${here.last.open.spike}`;
    const lost = spent !== undefined || (held.length === 0 && endOf(here.last, ledgerNow(here, context)) !== undefined);
    return seal === undefined && lost ? 'spike kill -m "what was learnt"' : undefined;
  } catch (error) {
    if (error instanceof SpikeError) return undefined;
    throw error;
  }
}

function commitNamed(top: string, option: string, ref: string): CommitId {
  const commit = resolveCommit(top, ref);
  if (commit !== undefined) return commit;
  throw new SpikeError('usage', `expected ${option} to name a commit, found ${ref}`, {
    hint: 'git fetch, or name another commit',
  });
}
