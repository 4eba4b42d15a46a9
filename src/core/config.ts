/** Pure: the settings of a repository, as `.spike.yml` at the target's tip gives them (SPEC.md, "Configuration"). */

/** What the ledger's origin proves, weakest first. */
export const ASSURANCES = ['self-reported', 'sealed', 'confined'] as const;
export type Assurance = (typeof ASSURANCES)[number];

export interface Config {
  /** What is a spike: branch patterns, one trailing `*` each. */
  readonly branches: readonly string[];
  /** The longest clock, in seconds. */
  readonly clock: number;
  /** The most identical failures a spike may spend. */
  readonly budget: number;
  /** The most attempts, in all, that may end without a ship seal. */
  readonly attempts: number;
  /** Branches of this repository that carry shipped spikes on. */
  readonly carriers: readonly string[];
  /** The folder of bundles, from the top of the repository, without a trailing slash. */
  readonly bundle: string;
  /** Git pathspecs never in scope, beside those that always are. */
  readonly protected: readonly string[];
  /** The least assurance the pull-request gate accepts. */
  readonly assurance: Assurance;
}

export const DEFAULT_CONFIG: Config = {
  branches: ['spike/*'],
  clock: 90 * 60,
  budget: 3,
  attempts: 2,
  carriers: [],
  bundle: 'spikes',
  protected: [],
  assurance: 'self-reported',
};

/** Protected whatever the configuration says; other spikes' bundles are too. */
export const ALWAYS_PROTECTED = ['.github/**', '.spike.yml', '.spike/**'] as const;
