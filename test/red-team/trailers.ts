/** Trailers that point at what no ledger holds. */

import { type Attack, attacksOf } from './attack.ts';
import { reworded, tampered, trailerOf } from './hands.ts';

const WRONG = attacksOf({ row: 'a commit carries a trailer that its ledger contradicts' }, [
  {
    name: 'a trailer names a record by another hash',
    script: reworded((trailer) => `Answer\n\nSpike: ${trailer.replace(/.{12}$/, '0123456789ab')}`),
    rule: 'trailers',
    says: 'expected the ledger of users-email to hold record 2 with hash 0123456789ab, found that it does not',
    throughAction: true,
  },
  {
    name: 'a trailer names a record beyond the end of the ledger',
    script: reworded((trailer) => `Answer\n\nSpike: ${trailer.replace(/ 2:/, ' 99:')}`),
    rule: 'trailers',
    says: 'to hold record 99 with hash',
  },
  {
    name: 'a trailer names an attempt that nobody began',
    script: reworded((trailer) => `Answer\n\nSpike: ${trailer.replace('/1 ', '/2 ')}`),
    rule: 'trailers',
    says: 'to hold record 2 with hash',
  },
  {
    name: 'of two trailers one is wrong',
    script: reworded((trailer) => `Answer\n\nSpike: ${trailer}\nSpike: users-email/1 1:0123456789ab`),
    rule: 'trailers',
    says: 'to hold record 1 with hash 0123456789ab',
  },
  {
    name: 'a trailer is cut off',
    script: reworded(() => 'Answer\n\nSpike: users-email'),
    rule: 'trailers',
    says: 'expected a Spike: trailer of the form <slug>/<attempt> <seq>:<hash>, found another',
  },
  {
    name: 'a trailer names nothing at all',
    script: reworded(() => 'Answer\n\nSpike: ???'),
    rule: 'trailers',
    says: 'expected a Spike: trailer of the form',
  },
  {
    name: 'a trailer is in capitals',
    script: reworded(
      (trailer) => `Answer\n\nSPIKE: ${trailer.replace(/:.*/, (hash) => hash.toUpperCase()).replace(/.$/, 'F')}`,
    ),
    rule: 'trailers',
    says: /expected a Spike: trailer of the form|to hold record 2 with hash/,
  },
]);

const FOREIGN = attacksOf({ row: 'a commit carries the trailer of another spike' }, [
  {
    name: 'the work of another spike comes along, with its trailer',
    script: (field) => {
      field.git('merge', '--quiet', '--no-edit', 'spike/other~1');
    },
    rule: 'paths',
    says: 'expected one spike in a pull request, found users-email, other',
    throughAction: true,
  },
  {
    name: 'a trailer spells the spike in capitals',
    script: reworded((trailer) => `Answer\n\nSpike: ${trailer.replace('users-email', 'Users-Email')}`),
    rule: 'paths',
    says: 'expected one spike in a pull request, found users-email, Users-Email',
  },
  {
    name: 'one commit carries the trailers of more spikes than would ever be judged',
    script: tampered((field) => {
      const trailers = Array.from({ length: 51 }, (_, index) => `Spike: s${index}/1 0:0123456789ab`).join('\n');
      field.commit(`Flood\n\n${trailerOf(field, 'HEAD')}\n\n${trailers}`);
    }),
    rule: 'refused',
    says: 'expected at most 50 spikes in a pull request, found',
  },
]);

export const TRAILER_ATTACKS: readonly Attack[] = [...WRONG, ...FOREIGN];
