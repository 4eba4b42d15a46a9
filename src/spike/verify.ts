/** `spike verify`: a file is a ledger, open or sealed; a folder is a bundle, whose evidence and hypothesis are checked too. */

import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { LEDGER_FILE } from '../core/bundle.ts';
import { DEFAULT_CONFIG } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import { evaluate } from '../core/evaluate.ts';
import type { Ledgers } from '../core/facts.ts';
import type { Found } from '../core/finding.ts';
import { readBundle } from '../gate/bundle.ts';
import type { BundleFile } from '../gate/bundle-file.ts';
import { pathsIn } from '../ledger/control-directory.ts';
import { verifyLedger } from '../ledger/read.ts';
import type { Verification } from '../report/verification.ts';
import type { Context } from './context.ts';
import { placeHere } from './place.ts';
import { kindOf, meantInstead } from './verifiable.ts';

/** Without a path, the ledger of the spike of this branch. */
export function verify(path: string | undefined, context: Context): Verification {
  const named = path === undefined ? pathsIn(placeHere(context).directory).ledger : resolve(context.cwd, path);
  return kindOf(named, context.cwd) === 'bundle' ? verifyBundle(named) : verifyFile(named, context.cwd);
}

function verifyFile(file: string, cwd: string): Verification {
  try {
    const { open, seal, records, head } = verifyLedger(file);
    return {
      kind: 'intact',
      subject: 'ledger',
      assurance: 'self-reported',
      slug: open.spike,
      attempt: open.attempt,
      records,
      head,
      ...(seal === undefined ? {} : { decision: seal.decision }),
    };
  } catch (error) {
    if (!(error instanceof SpikeError) || error.code !== 'ledger-broken') throw error;
    const line = error.place?.line;
    const meant = line === 1 ? meantInstead(file, cwd) : undefined;
    const hint = meant ?? error.hint ?? 'restore this file from where the spike was started';
    return {
      kind: 'broken',
      findings: [{ message: error.message, hint, file, ...(line === undefined ? {} : { line }) }],
    };
  }
}

function verifyBundle(folder: string): Verification {
  const name = basename(folder);
  const bundle = readBundle({ folder: name, files: filesIn(folder) });
  const { ledgers } = bundle;
  if (ledgers.kind !== 'intact') return { kind: 'broken', findings: [unreadable(ledgers, folder)] };
  const { last } = ledgers;
  const { findings } = evaluate({
    gate: 'carrier',
    facts: {
      slug: last.open.spike,
      tip: DEFAULT_CONFIG,
      assurance: 'self-reported',
      merged: [],
      ...bundle,
      change: { kind: 'unknown', reason: 'a folder has no history', hint: 'spike gate' },
      trailers: [],
      head: { commit: last.open.base, sealedCommitTree: undefined, sealedCommitPatch: undefined },
    },
  });
  if (findings.length > 0) return { kind: 'broken', findings };
  return {
    kind: 'intact',
    subject: 'bundle',
    assurance: 'self-reported',
    slug: last.open.spike,
    attempt: last.open.attempt,
    records: last.records,
    head: last.head,
    ...(last.seal === undefined ? {} : { decision: last.seal.decision }),
  };
}

function unreadable(ledgers: Exclude<Ledgers, { kind: 'intact' }>, folder: string): Found {
  if (ledgers.kind === 'missing') {
    return {
      message: `expected a bundle in ${folder}, found no ${LEDGER_FILE}`,
      hint: 'restore it from where the spike was started',
    };
  }
  const { reason, hint, file, line } = ledgers;
  return { message: reason, hint, ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) };
}

/** Symbolic links and other irregular files keep a mode that no bundle may have, and are not read. */
function filesIn(folder: string): ReadonlyMap<string, BundleFile> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const status = lstatSync(path);
      const file = { mode: status.isFile() ? '100644' : '120000', size: status.size, read: () => readFileSync(path) };
      return [relative(folder, path), file];
    }),
  );
}
