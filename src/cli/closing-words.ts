/** What ship and kill say once a spike is closed: what was published, where, and the commands that come next. */

import { renderJson } from '../report/json.ts';
import type { Closed } from '../spike/closed.ts';
import { flag, type Given } from './given.ts';
import type { Io } from './io.ts';
import { talk } from './say.ts';

export function tellClosed(closed: Closed, next: readonly string[], { given, io }: { given: Given; io: Io }): void {
  if (flag(given, 'json')) {
    const { seal, commit, branch, folder, published } = closed;
    io.stdout.write(renderJson({ decision: seal.decision, commit, branch, folder, published, next }));
    return;
  }
  const files = closed.published.map(({ name, bytes }) => `spike:   ${closed.folder}/${name} (${bytes} bytes)`);
  talk(io, [
    `spike: ${closed.seal.decision === 'ship' ? 'shipped' : 'killed'}; commit ${closed.commit.slice(0, 12)} on ${closed.branch} publishes`,
    ...files,
    'spike: arguments of every command are in the log; what looks like a credential is masked',
    ...next.map((command) => `spike: next: ${command}`),
  ]);
}
