/** The shape of a hostile pull request: where it begins, what is done with real git, and what it must get. */

import type { RuleId } from '../../src/core/finding.ts';
import type { TestRepository } from '../support/git-fixture.ts';
import type { FieldName } from './fields.ts';

/** How the pull request is proposed, where it is not `spike/users-email` into `main`. */
export interface Asked {
  /** Name of the head branch. */
  readonly branch?: string;
  /** A commit: the target's tip. */
  readonly target?: string;
  /** The reviewer's repository, where it is another one. */
  readonly clone?: string;
}

/** `refused`: nothing can be judged, which fails too. */
export type Caught = RuleId | 'refused';

export interface Attack {
  /** As a person would say it. */
  readonly name: string;
  /** The row of SECURITY.md that tells of it. */
  readonly row: string;
  readonly field?: FieldName;
  /** Leaves HEAD at what is proposed. */
  readonly script: (field: TestRepository) => Asked | undefined;
  readonly rule: Caught;
  /** A piece of the message. */
  readonly says: string | RegExp;
  readonly file?: string;
  /** One of its kind: played through the Action too. */
  readonly throughAction?: true;
}

interface Shared {
  readonly row: string;
  readonly field?: FieldName;
}

/** Attacks that one row tells of. */
export function attacksOf(shared: Shared, attacks: readonly Omit<Attack, 'row'>[]): readonly Attack[] {
  return attacks.map((attack) => ({ ...shared, ...attack }));
}
