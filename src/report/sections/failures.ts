/** Pure: the failures that came back, with how often. */

import { type Attempt, type FailureGroup, repeated } from '../../core/replay.ts';
import { bound } from '../clip.ts';
import { code } from '../code.ts';
import { renderMinutes } from '../instant.ts';
import { codeCommand } from '../observed.ts';
import { type CommentView, lastOf } from '../view.ts';

const MAX_FAILURES = 5;
const MAX_PATH = 300;

export function renderFailures({ facts }: CommentView): string {
  const last = lastOf(facts);
  if (last === undefined) return '';
  const groups = repeated(last);
  if (groups.length === 0) return '**Repeated failures:** none';
  const manyFolders = new Set(groups.map((group) => group.cwd)).size > 1;
  const lines = groups.slice(0, MAX_FAILURES).map((group) => renderFailure(last, group, manyFolders));
  const rest = groups.slice(MAX_FAILURES);
  const times = rest.reduce((sum, group) => sum + group.count, 0);
  if (rest.length > 0) lines.push(`and ${rest.length} more fingerprints, which failed ${times} times in all`);
  return ['**Repeated failures**', '', ...lines.map((line) => `- ${line}`)].join('\n');
}

function renderFailure(
  { open }: Attempt,
  { argv, cwd, exit, fp, count, first, last }: FailureGroup,
  named: boolean,
): string {
  const folder = named ? ` in ${bound(cwd, MAX_PATH, code)}` : '';
  return `${count} of ${open.budget}: ${codeCommand(argv)}${folder}, exit ${exit}, ${renderMinutes(open, first, last)}, fingerprint ${code(fp)}`;
}
