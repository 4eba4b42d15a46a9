/** Builds `dist/`: the two programs, and the Action's bundle, which is committed because its users run it from the repository. */

import { defineConfig, type RolldownOptions } from 'rolldown';
import { ascii } from './build/ascii.ts';
import { beside } from './build/beside.ts';
import { executable } from './build/executable.ts';
import { licenses } from './build/licenses.ts';
import { selfContained } from './build/self-contained.ts';

/** The oldest Node that the programs run on; the Action's runner brings a newer one. */
const TARGET = 'node20';

/** What `spike` loads for every command but the two that are waited for. */
const COMMANDS = './spike-commands.js';

const common: Pick<RolldownOptions, 'platform' | 'resolve' | 'transform'> = {
  platform: 'node',
  transform: { target: TARGET },
  // Where a package has both forms without saying which is for whom, the one that can be bundled.
  resolve: { mainFields: ['module', 'main'] },
};

const commonJs = { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false, minify: true } as const;

export default defineConfig([
  {
    ...common,
    input: { 'spike-commands': 'src/cli/spike-commands.ts' },
    plugins: [selfContained(), licenses('LICENSES.txt')],
    // Chunks lie beside the entry, so that `import.meta.dirname` is the same folder wherever a module lands.
    output: { dir: 'dist/cli', format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name].js', minify: true },
  },
  // Every wrapped command and every hook waits for these files. CommonJS starts faster than ESM.
  {
    ...common,
    input: { spike: 'src/cli/spike.ts' },
    plugins: [
      beside({ './spike-commands.ts': COMMANDS }),
      selfContained({ singleFile: true, below: 3_000, beside: [COMMANDS] }),
      executable(),
    ],
    output: { ...commonJs, dir: 'dist/cli' },
  },
  {
    ...common,
    input: { 'spike-run': 'src/cli/spike-run.ts' },
    plugins: [selfContained({ singleFile: true, below: 3_000 }), executable()],
    output: { ...commonJs, dir: 'dist/cli' },
  },
  {
    ...common,
    input: { 'spike-run-body': 'src/cli/run.ts' },
    plugins: [ascii(), selfContained({ singleFile: true, below: 64_000 }), licenses('spike-run.LICENSES.txt')],
    output: { ...commonJs, dir: 'dist/cli' },
  },
  {
    ...common,
    input: { 'spike-hook-body': 'src/cli/hook-body.ts' },
    plugins: [ascii(), selfContained({ singleFile: true, below: 250_000 }), licenses('spike-hook.LICENSES.txt')],
    output: { ...commonJs, dir: 'dist/cli' },
  },
  {
    ...common,
    input: { index: 'src/action/main.ts' },
    plugins: [selfContained({ singleFile: true }), licenses('LICENSES.txt')],
    output: { dir: 'dist/action', format: 'esm', entryFileNames: '[name].js', codeSplitting: false },
  },
]);
