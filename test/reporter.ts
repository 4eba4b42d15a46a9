/** Ends a test run with one line that a reader, or a program, can rely on: `N passed, N failed`. */

import type { Reporter, TestModule } from 'vitest/node';

type Count = Record<'passed' | 'failed' | 'skipped', number>;

/** What failed outside any test: a module that could not be collected, a suite whose hook threw. */
function countBrokenSuites(module: TestModule): number {
  const suites = [module, ...module.children.allSuites()];
  return suites.filter((suite) => suite.errors().length > 0).length;
}

/** Fails closed: a test that never came to an end has failed. */
function countTests(modules: readonly TestModule[]): Count {
  const count: Count = { passed: 0, failed: 0, skipped: 0 };
  for (const module of modules) {
    count.failed += countBrokenSuites(module);
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      count[state === 'pending' ? 'failed' : state] += 1;
    }
  }
  return count;
}

export const reporter: Reporter = {
  onTestRunEnd(modules, unhandledErrors) {
    const { passed, failed, skipped } = countTests(modules);
    const line = `${passed} passed, ${failed + unhandledErrors.length} failed`;
    process.stdout.write(`${line}${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  },
};
