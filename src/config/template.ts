/** Pure: the `.spike.yml` that `spike init` writes, every default stated. */

import { DEFAULT_CONFIG } from '../core/config.ts';
import { renderDuration } from './duration.ts';

export function renderConfigTemplate(): string {
  const { branches, budget, attempts, clock, bundle, assurance } = DEFAULT_CONFIG;
  return `# What a spike may spend here, and what it may never touch. Read at the newest
# commit of the branch that a spike merges into: no edit on a spike's own branch
# changes it. A key left out has the value shown; an unknown key is an error.

# What is a spike: branches by prefix, one "*" at the end of each; the rest of
# the name is the spike's.
branches: ${JSON.stringify(branches)}

# The longest clock, such as 90m or 1h30m; \`spike start --clock\` may ask
# for less.
clock: ${renderDuration(clock)}

# How often one command may fail in the same way; the last of these ends the
# spike. \`spike start --budget\` may ask for fewer.
budget: ${budget}

# How many attempts at one hypothesis may end without shipping; a shipped one
# may always be reopened.
attempts: ${attempts}

# Branches of this repository, such as develop, that carry shipped spikes on to
# another branch.
carriers: []

# The folder that keeps each spike's hypothesis, evidence and ledger.
bundle: ${bundle}

# Paths that no spike may change, declared or not, such as "migrations/**";
# .github/**, .spike.yml, .spike/** and the bundles of other spikes never may.
protected: []

# The least that a ledger must prove: self-reported, sealed or confined
# (SECURITY.md).
assurance: ${assurance}
`;
}
