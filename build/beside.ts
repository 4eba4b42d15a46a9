/** Leaves an import to be loaded when it is reached: it is built into a file of its own beside the bundle. */

import type { Plugin } from 'rolldown';

/** By what the source calls it: the path of the built file, from the bundle's folder. */
export function beside(files: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'beside',
    resolveId(source) {
      const file = files[source];
      return file === undefined ? undefined : { id: file, external: true };
    },
  };
}
