/** The facts of a bundle, from whatever files it has. */

import { createHash } from 'node:crypto';
import { EVIDENCE_FILE, HYPOTHESIS_FILE } from '../core/bundle.ts';
import { renderCommand } from '../core/command-line.ts';
import type { EvidenceDocument, HypothesisDocument, Ledgers, Unknown } from '../core/facts.ts';
import { describeMode } from '../core/file-mode.ts';
import { parseEvidence } from '../evidence/parse.ts';
import { renderFacts } from '../evidence/render.ts';
import { parseHypothesis } from '../hypothesis/parse.ts';
import { type BundleFiles, type Open, openFile, unknownFrom } from './bundle-file.ts';
import { type BundleLedgers, readLedgers, type Wanted } from './bundle-ledgers.ts';

const MAX_MARKDOWN_BYTES = 256 * 1024;
export interface Bundle extends BundleLedgers {
  readonly hypothesis: HypothesisDocument;
  readonly evidence: EvidenceDocument;
}

/** Facts of a bundle. One without a single file has `missing` ledgers: its spike has not shipped yet. */
export function readBundle(bundle: BundleFiles, wanted: Wanted = new Map()): Bundle {
  if (bundle.obstacle !== undefined) return obstructed(bundle.obstacle);
  const open: Open = (name, limit) => openFile(bundle.files.get(name), { name: `${bundle.folder}/${name}`, limit });
  const { ledgers, hashes } = readLedgers(bundle, open, wanted);
  return {
    ledgers,
    hashes,
    hypothesis: readHypothesis(open, bundle.folder),
    evidence: readEvidence(open, { folder: bundle.folder, ledgers }),
  };
}

/** What a link leads to is never read, and a submodule is another repository. */
function obstructed({ path, mode }: { readonly path: string; readonly mode: string }): Bundle {
  const found: Unknown = {
    kind: 'unknown',
    reason: `expected a folder at ${path}, found ${describeMode(mode)}`,
    hint: `${renderCommand(['git', 'rm', '--', path])} and commit that, then spike ship writes the bundle again`,
    file: path,
  };
  return { ledgers: found, hypothesis: found, evidence: found, hashes: new Map() };
}

function readHypothesis(open: Open, folder: string): HypothesisDocument {
  const opened = open(HYPOTHESIS_FILE, MAX_MARKDOWN_BYTES);
  if (opened.kind !== 'file') return opened;
  const bytes = opened.file.read();
  const file = `${folder}/${HYPOTHESIS_FILE}`;
  try {
    const parsed = parseHypothesis(bytes, file);
    return { kind: 'known', text: Buffer.from(bytes).toString('utf8'), parsed };
  } catch (error) {
    return unknownFrom(error, file);
  }
}

function readEvidence(open: Open, { folder, ledgers }: { folder: string; ledgers: Ledgers }): EvidenceDocument {
  const opened = open(EVIDENCE_FILE, MAX_MARKDOWN_BYTES);
  if (opened.kind !== 'file') return opened;
  const bytes = opened.file.read();
  const file = `${folder}/${EVIDENCE_FILE}`;
  try {
    const { facts, paragraph } = parseEvidence(bytes, file);
    return {
      kind: 'known',
      found: facts,
      expected: expectedFacts(ledgers),
      paragraph: paragraph.trim(),
      digest: createHash('sha256').update(bytes).digest('hex'),
    };
  } catch (error) {
    return unknownFrom(error, file);
  }
}

function expectedFacts(ledgers: Ledgers): string {
  if (ledgers.kind !== 'intact' || ledgers.last.seal === undefined) return '';
  return renderFacts({ earlier: ledgers.earlier, last: ledgers.last, seal: ledgers.last.seal });
}
