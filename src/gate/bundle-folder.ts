/** Pure: the folder of bundles for the gates on this machine: a running spike keeps the settings that it was opened with. */

import { DEFAULT_CONFIG } from '../core/config.ts';
import type { Ledgers } from '../core/facts.ts';
import type { OpenRecord } from '../core/record.ts';

export function bundleFolderOf(ledgers: Ledgers): string {
  return ledgers.kind === 'intact' ? bundleFolderIn(ledgers.last.open) : DEFAULT_CONFIG.bundle;
}

export function bundleFolderIn({ policy }: Pick<OpenRecord, 'policy'>): string {
  const bundle = policy['bundle'];
  return typeof bundle === 'string' ? bundle : DEFAULT_CONFIG.bundle;
}
