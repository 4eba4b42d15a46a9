import { defineConfig } from 'vitest/config';
import { reporter } from './test/reporter.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/install-managers.ts', 'test/support/clean-environment.ts'],
    reporters: ['default', reporter],
    allowOnly: false,
    expect: { requireAssertions: true },
    restoreMocks: true,
    unstubEnvs: true,
    pool: 'forks',
    // The tests wait for git and for processes more than they compute.
    maxWorkers: '100%',
    // A machine may be slow; a test that hangs is what this is for.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
