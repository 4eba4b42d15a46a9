/** Gathers the licence texts of the packages that end up inside a bundle, as those licences ask. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';

/** The innermost package, since packages may hold packages. */
const PACKAGE_FOLDER = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENSE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

function readManifest(folder: string): Manifest {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const field = (key: string): string => {
    const value: unknown = typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, key) : undefined;
    if (typeof value !== 'string') throw new Error(`${folder}/package.json has no ${key}: cannot state its licence`);
    return value;
  };
  return { name: field('name'), version: field('version'), license: field('license') };
}

function describe(folder: string): string {
  const { name, version, license } = readManifest(folder);
  const texts = readdirSync(folder)
    .filter((file) => LICENSE_FILE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  return [`${name} ${version}, ${license}`, ...texts].join('\n\n');
}

/** Emits `fileName` beside the bundle; nothing when the bundle holds no package but this one. */
export function licenses(fileName: string): Plugin {
  return {
    name: 'licenses',
    generateBundle(_options, bundle) {
      const folders = new Set<string>();
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue;
        for (const id of output.moduleIds) {
          const folder = PACKAGE_FOLDER.exec(id)?.[1];
          if (folder !== undefined) folders.add(folder);
        }
      }
      const texts = [...folders].map(describe).sort();
      const rule = `\n\n${'-'.repeat(80)}\n\n`;
      if (texts.length > 0) this.emitFile({ type: 'asset', fileName, source: `${texts.join(rule)}\n` });
    },
  };
}
