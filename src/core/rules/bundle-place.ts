/** Pure: where in the bundle a finding stands, for who looks there next. */

import { attemptFile, EVIDENCE_FILE, HYPOTHESIS_FILE, LEDGER_FILE } from '../bundle.ts';
import { renderCommand } from '../command-line.ts';
import type { PullRequestFacts } from '../facts.ts';
import type { Found } from '../finding.ts';

type At = Pick<Found, 'file' | 'line'>;
type Facts = Pick<PullRequestFacts, 'folder' | 'ledgers'>;

/** A file by its name from the bundle's folder. */
export function inBundle({ folder }: Facts, name: string, line?: number): At {
  if (folder === undefined) return {};
  return { file: `${folder}/${name}`, ...(line === undefined ? {} : { line }) };
}

/** A record of the last ledger by its `seq`. */
export function atRecord(facts: Facts, seq: number | undefined): At {
  return inBundle(facts, LEDGER_FILE, seq === undefined ? undefined : seq + 1);
}

/** The opening of an attempt by its place among all of them, from 0. */
export function atAttempt(facts: Facts, index: number): At {
  const earlier = facts.ledgers.kind === 'intact' ? facts.ledgers.earlier.length : 0;
  return inBundle(facts, index < earlier ? attemptFile(index + 1) : LEDGER_FILE, 1);
}

/** Puts the bundle back as it was committed with its ledger, which is intact: in any clone, whoever sealed it. */
export function putBack({ folder }: Facts): string | undefined {
  if (folder === undefined) return undefined;
  const newest = renderCommand(['git', 'log', '-1', '--format=%h', '--', `${folder}/${LEDGER_FILE}`]);
  return `git checkout "$(${newest})" -- ${renderCommand([folder])} puts the bundle back as it was sealed, then commit that`;
}

export function atHypothesis(facts: Facts, line?: number): At {
  return inBundle(facts, HYPOTHESIS_FILE, line);
}

export function atEvidence(facts: Facts, line?: number): At {
  return inBundle(facts, EVIDENCE_FILE, line);
}

/** The line, from 1, at which two texts part; the one behind the shorter's end where it begins the other. */
export function firstDifference(one: string, other: string): number {
  const others = other.split('\n');
  const lines = one.split('\n');
  const at = lines.findIndex((line, index) => line !== others[index]);
  return (at === -1 ? Math.min(lines.length, others.length) : at) + 1;
}
