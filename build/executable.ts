/** Makes the entry of a bundle a program: its first line names node, and its mode lets it run. */

import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';

const SHEBANG = '#!/usr/bin/env node\n';

export function executable(): Plugin {
  return {
    name: 'executable',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk' && output.isEntry && !output.code.startsWith('#!')) {
          output.code = SHEBANG + output.code;
        }
      }
    },
    writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('expected an output folder, found none');
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk' && output.isEntry) chmodSync(join(dir, output.fileName), 0o755);
      }
    },
  };
}
