/** Which git is on PATH: some of what a repository can be told is heard by newer ones alone. */

import { git } from './plumbing.ts';

export interface GitVersion {
  readonly major: number;
  readonly minor: number;
}

/** After the two numbers anything may follow that a builder adds: `2.39.5 (Apple Git-154)`, `2.45.1.windows.1`, `2.54.0-rc1`. */
const VERSION = /^git version (\d{1,4})\.(\d{1,4})(?![0-9])(?:[.\- ][^\n]*)?\n?$/;

/** Of what `git version` prints; undefined where it is something else. */
export function parseGitVersion(text: string): GitVersion | undefined {
  const [, major, minor] = VERSION.exec(text) ?? [];
  return major === undefined || minor === undefined ? undefined : { major: Number(major), minor: Number(minor) };
}

export function isAtLeast(version: GitVersion, least: GitVersion): boolean {
  return version.major > least.major || (version.major === least.major && version.minor >= least.minor);
}

/** Throws `git-failed` without a git on PATH. */
export function readGitVersion(cwd: string): GitVersion | undefined {
  return parseGitVersion(git(['version'], { cwd }).toString());
}
