/** Fails the build of a bundle that would need a package where it is installed: users get `dist/` and nothing beside it. */

import { isBuiltin } from 'node:module';
import type { Plugin } from 'rolldown';

interface Limits {
  /** Whether the bundle must be one file that loads nothing later. */
  readonly singleFile?: boolean;
  /** Bytes that no file may reach: what a program loads is what it costs to start. */
  readonly below?: number;
  /** Files that are built beside the bundle, by the paths that it loads them by. */
  readonly beside?: readonly string[];
}

export function selfContained(limits: Limits = {}): Plugin {
  const { singleFile = false, below = Number.POSITIVE_INFINITY, beside = [] } = limits;
  return {
    name: 'self-contained',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      for (const { fileName, imports, dynamicImports, code, isEntry } of chunks) {
        const missing = [...imports, ...dynamicImports].find(
          (name) => !isBuiltin(name) && !(name in bundle) && !beside.includes(name),
        );
        if (missing !== undefined) this.error(`${fileName} would still need ${missing} where it is installed`);

        const later = isEntry ? dynamicImports.find((name) => !beside.includes(name)) : fileName;
        if (singleFile && later !== undefined)
          this.error(`expected a single file that loads nothing later, found ${later}`);

        const size = Buffer.byteLength(code);
        if (size >= below) this.error(`expected ${fileName} below ${below} bytes, found ${size}`);
      }
    },
  };
}
