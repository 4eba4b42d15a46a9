/** Keeps what the runner inherited from telling our git commands where to look: they judge what was fetched, and nothing else. */

/** How git reaches a server from here, which says nothing of what it finds there. */
const CONNECTION = /^GIT_(?:SSL|HTTP|PROXY)_/;

/** Such as `GIT_DIR`, which a step before may have set for the whole job. Called before anything else. */
export function dropGitVariables(variables: Record<string, string | undefined>): void {
  for (const name of Object.keys(variables)) {
    if (name.startsWith('GIT_') && !CONNECTION.test(name)) delete variables[name];
  }
}
