/** Pure: what `spike verify` found in a ledger or a bundle. */

import type { RecordHash, Slug } from '../core/brand.ts';
import type { Assurance } from '../core/config.ts';
import type { Found } from '../core/finding.ts';
import type { Decision } from '../core/record.ts';

export type Verification =
  | {
      readonly kind: 'intact';
      readonly subject: 'ledger' | 'bundle';
      readonly assurance: Assurance;
      readonly slug: Slug;
      readonly attempt: number;
      readonly records: number;
      readonly head: RecordHash;
      /** Absent while there is no seal. */
      readonly decision?: Decision;
    }
  /** At least one. */
  | { readonly kind: 'broken'; readonly findings: readonly Found[] };
