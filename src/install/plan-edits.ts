/** Changes inside files that people keep: put in by `init`, and taken out again by `--uninstall`. */

import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import type { Edit } from './edit.ts';
import type { Existing, ReadExisting } from './existing.ts';
import type { Installed } from './installed.ts';
import { listName } from './list-name.ts';
import { EMPTY_PLAN, joinPlans, type Obstacle, type Plan } from './plan.ts';
import type { Repository } from './repository.ts';

interface Tree {
  readonly top: string;
  readonly read: ReadExisting;
}

/** Nothing where each file holds its edit already. */
export function planEdits(edits: readonly Edit[], { top, read }: Tree): Plan {
  return joinPlans(
    edits.map((edit) => {
      const path = join(top, edit.path);
      const existing = read(path);
      if (existing !== undefined && !isText(existing)) return obstacle(strange(edit, existing, path));
      const text = existing?.content.toString();
      const put = edit.put(text);
      if (typeof put !== 'string') return obstacle({ message: put.refused, hint: put.hint });
      return put === text ? EMPTY_PLAN : write(path, put, edit);
    }),
  );
}

interface Removal {
  readonly repository: Repository;
  readonly installed: Installed;
  readonly read: ReadExisting;
}

/** Only what `init` has put there, by its list: in a clone where somebody else did, the file is the team's. */
export function planEditsAway(edits: readonly Edit[], { repository, read, installed }: Removal): Plan {
  return joinPlans(
    edits
      .map((edit) => ({ edit, path: join(repository.top, edit.path) }))
      .filter(({ path }) => installed.has(listName(path, repository)))
      .map(({ edit, path }) => {
        const existing = read(path);
        if (existing === undefined || !isText(existing)) return EMPTY_PLAN;
        const text = existing.content.toString();
        const rest = edit.take(text);
        if (rest === text) return EMPTY_PLAN;
        const why = 'as it was before spike init';
        if (rest === undefined) return { ...EMPTY_PLAN, steps: [{ kind: 'remove', path, why }] };
        return write(path, rest, { ...edit, why });
      }),
  );
}

/** Whether the edit is in the text of a file. */
export function isInPlace({ put }: Edit, text: string | undefined): boolean {
  return text !== undefined && put(text) === text;
}

function isText({ kind, content }: Existing): boolean {
  return kind === 'file' && isUtf8(content);
}

function strange(edit: Edit, { kind }: Existing, path: string): Obstacle {
  const found = kind === 'link' ? 'a symbolic link' : 'something else';
  return {
    message: `expected ${edit.path} to be a file in UTF-8, found ${found}`,
    hint: [`replace ${path} by a file, and type spike init again`],
  };
}

function write(path: string, text: string, { mode, why }: Pick<Edit, 'mode' | 'why'>): Plan {
  return { ...EMPTY_PLAN, steps: [{ kind: 'write', path, content: Buffer.from(text), mode, why }] };
}

function obstacle(found: Obstacle): Plan {
  return { ...EMPTY_PLAN, obstacles: [found] };
}
