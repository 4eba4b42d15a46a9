/** Pure: `owner/name` as GitHub writes it. */

import { SpikeError } from '../core/error.ts';

export interface RepositoryName {
  readonly owner: string;
  readonly name: string;
}

const PATTERN = /^([A-Za-z0-9_-]{1,100})\/([A-Za-z0-9._-]{1,100})$/;

/** Throws `unreadable` where the text is not a repository's full name. */
export function parseRepositoryName(text: string): RepositoryName {
  const [, owner, name] = PATTERN.exec(text) ?? [];
  if (owner === undefined || name === undefined || name === '.' || name === '..') {
    throw new SpikeError(
      'unreadable',
      `expected a repository as owner/name, found ${JSON.stringify(text.slice(0, 200))}`,
    );
  }
  return { owner, name };
}

export function fullName({ owner, name }: RepositoryName): string {
  return `${owner}/${name}`;
}
