/** Builds `dist/`: the two programs, and the Action's bundle, which is committed because its users run it from the repository. */

import { defineConfig } from 'rolldown';
import { ascii } from './build/ascii.ts';
import { executable } from './build/executable.ts';
import { licenses } from './build/licenses.ts';
import { selfContained } from './build/self-contained.ts';

/** The oldest Node that the programs run on; the Action's runner brings a newer one. */
const TARGET = 'node20';

const common = { platform: 'node', transform: { target: TARGET } } as const;

export default defineConfig([
  {
    ...common,
    input: { spike: 'src/cli/spike.ts' },
    plugins: [selfContained(), executable(), licenses('LICENSES.txt')],
    // Chunks lie beside the entry, so that `import.meta.dirname` is the same folder wherever a module lands.
    output: { dir: 'dist/cli', format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name].js', minify: true },
  },
  {
    ...common,
    // Every wrapped command pays for these files. CommonJS starts faster than ESM.
    input: { 'spike-run': 'src/cli/spike-run.ts' },
    plugins: [selfContained({ singleFile: true, below: 3_000 }), executable()],
    output: { dir: 'dist/cli', format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false, minify: true },
  },
  {
    ...common,
    input: { 'spike-run-body': 'src/cli/run.ts' },
    plugins: [ascii(), selfContained({ singleFile: true, below: 62_000 }), licenses('spike-run.LICENSES.txt')],
    output: { dir: 'dist/cli', format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false, minify: true },
  },
  {
    ...common,
    input: { index: 'src/action/main.ts' },
    plugins: [selfContained({ singleFile: true }), licenses('LICENSES.txt')],
    output: { dir: 'dist/action', format: 'esm', entryFileNames: '[name].js', codeSplitting: false },
  },
]);
