/** Evidence that says more than the ledger, or less. */

import { type Attack, attacksOf } from './attack.ts';
import { EVIDENCE, edit, forged, tampered } from './hands.ts';

const edited = (change: (text: string) => string) => tampered((field) => edit(field, EVIDENCE, change));

const FACTS = attacksOf({ row: 'the facts in EVIDENCE.md are edited by hand' }, [
  {
    name: 'a failure is taken out of the facts',
    script: edited((text) => text.replace('1 failed', '0 failed')),
    rule: 'evidence',
    says: 'expected the facts to be those of the ledger, found them edited',
    throughAction: true,
  },
  {
    name: 'a fact is edited, and the seal forged to name the edited file',
    script: forged({ document: (text) => text.replace('1 failed', '0 failed') }),
    rule: 'evidence',
    says: 'found them edited',
  },
  {
    name: 'another set of facts is put before the facts',
    script: edited((text) => text.replace('# Evidence\n', '# Evidence\n\nNothing failed.\n')),
    rule: 'evidence',
    says: 'expected a well-formed EVIDENCE.md',
    file: EVIDENCE,
  },
  {
    name: 'a second pair of markers stands in the paragraph',
    script: edited((text) => `${text}\n<!-- spike-gate:facts -->\nNothing failed.\n<!-- /spike-gate:facts -->\n`),
    rule: 'evidence',
    says: 'expected one pair of facts markers',
    file: EVIDENCE,
  },
  {
    name: 'the lines of EVIDENCE.md end in CR LF',
    script: edited((text) => text.replaceAll('\n', '\r\n')),
    rule: 'evidence',
    says: 'a line that ends in CR LF',
    file: EVIDENCE,
  },
  {
    name: 'EVIDENCE.md is not UTF-8',
    script: tampered((field) => void field.write(EVIDENCE, Buffer.of(0x23, 0xff, 0x0a))),
    rule: 'evidence',
    says: 'expected UTF-8, found other bytes',
    file: EVIDENCE,
  },
  {
    name: 'EVIDENCE.md is deleted',
    script: tampered((field) => field.remove(EVIDENCE)),
    rule: 'evidence',
    says: 'expected EVIDENCE.md in the bundle, found none',
  },
]);

const PARAGRAPH = attacksOf(
  { row: 'the paragraph in EVIDENCE.md is missing, says nothing, or is edited after the seal' },
  [
    {
      name: 'the paragraph is edited after the seal',
      script: edited((text) => `${text}And nothing was hard.\n`),
      rule: 'evidence',
      says: 'expected the EVIDENCE.md that was sealed, found it edited since',
    },
    {
      name: 'the paragraph is missing, and the seal forged to name the file without it',
      script: forged({ document: (text) => text.replace(/\n## Why this decision[\s\S]*$/, '') }),
      rule: 'evidence',
      says: 'expected a paragraph that gives the reason of the decision, found none',
    },
    {
      name: 'the paragraph holds nothing that can be seen',
      script: forged({ document: (text) => text.replace('One word was enough.', '\u200b\u2060 <!-- shipped -->') }),
      rule: 'evidence',
      says: 'expected a paragraph that gives the reason of the decision, found none',
    },
  ],
);

export const EVIDENCE_ATTACKS: readonly Attack[] = [...FACTS, ...PARAGRAPH];
