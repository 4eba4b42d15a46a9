/** Pure: where `init` puts things. */

import { join } from 'node:path';

/** From the top of the repository. */
export const CONFIG_PATH = '.spike.yml';
export const WORKFLOW_PATH = '.github/workflows/spike-gate.yml';
export const AGENTS_PATH = 'AGENTS.md';

/** From the top of the repository; `bundle` is the folder of bundles. */
export function attributesPath(bundle: string): string {
  return `${bundle}/.gitattributes`;
}

/** This product's folder in the git common directory, which all worktrees share. */
export interface GateFolder {
  readonly folder: string;
  /** Written by the ledger, which names control directories by it. */
  readonly id: string;
  readonly script: string;
  /** What the script reads on a spike's branch. */
  readonly live: string;
  readonly patterns: string;
  readonly installed: string;
  /** What hooks have said last. */
  readonly told: string;
}

export function gateFolder(commonDir: string): GateFolder {
  const folder = join(commonDir, 'spike-gate');
  return {
    folder,
    id: join(folder, 'id'),
    script: join(folder, 'gate.sh'),
    live: join(folder, 'live.sh'),
    patterns: join(folder, 'patterns'),
    installed: join(folder, 'installed'),
    told: join(folder, 'told'),
  };
}

/** One `init` at a time. Beside the folder, which `--uninstall` removes. */
export function lockPath(commonDir: string): string {
  return join(commonDir, 'spike-gate.lock');
}
