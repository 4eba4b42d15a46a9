/** Attacks that need more than a head and a target: other pull requests, and forks. */

import type { TestRepository } from '../support/git-fixture.ts';
import type { GitHubServer } from '../support/github-server.ts';
import { REPOSITORY } from '../support/proposal.ts';
import type { Attack } from './attack.ts';
import { moveMain, SPIKE } from './hands.ts';

export interface AttackOnGitHub extends Omit<Attack, 'script'> {
  /** Opens what is to be judged; gives the number of the pull request whose event comes. */
  readonly script: (field: TestRepository, github: GitHubServer) => Promise<number>;
}

const TWICE = "one commit is proposed twice, for the target and for a base branch of the author's own making";

export const ON_GITHUB: readonly AttackOnGitHub[] = [
  {
    name: "a base branch of the author's own making has nothing that is a spike",
    row: TWICE,
    async script(field, github) {
      const { gitDirectory } = await github.addRepository({ name: REPOSITORY });
      field.git('push', '--quiet', gitDirectory, 'main', `${SPIKE}~1:refs/heads/${SPIKE}`);
      await github.openPullRequest({ repository: REPOSITORY, head: SPIKE });
      const permissive = moveMain(field, { '.spike.yml': 'branches: ["never/*"]\n' });
      field.git('push', '--quiet', gitDirectory, `${permissive}:refs/heads/mine`, `${SPIKE}~1:refs/heads/feature`);
      return github.openPullRequest({ repository: REPOSITORY, head: 'feature', base: 'mine' });
    },
    rule: 'decision',
    says: 'users-email is not shipped yet',
  },
  {
    name: "a base branch of the author's own making holds the work already",
    row: TWICE,
    async script(field, github) {
      const { gitDirectory } = await github.addRepository({ name: REPOSITORY });
      const head = field.commit('Change the shop', { 'README.md': 'Another shop\n' });
      field.git('push', '--quiet', gitDirectory, 'main', `${head}:refs/heads/${SPIKE}`, `${head}:refs/heads/feature`);
      await github.openPullRequest({ repository: REPOSITORY, head: SPIKE });
      field.git('push', '--quiet', gitDirectory, `${head}:refs/heads/mine`);
      return github.openPullRequest({ repository: REPOSITORY, head: 'feature', base: 'mine' });
    },
    rule: 'paths',
    says: 'expected changes inside the declared paths, found README.md',
  },
  {
    name: 'a fork has a branch that is named like one that carries spikes on',
    row: 'a fork names its branch like one that carries spikes on',
    async script(field, github) {
      const { gitDirectory } = await github.addRepository({ name: REPOSITORY });
      const fork = await github.addRepository({ name: 'mallory/shop', fork: true });
      const target = moveMain(field, { '.spike.yml': 'carriers: [develop]\n' });
      field.git('switch', '--quiet', SPIKE);
      const head = field.commit('Change the shop', { 'README.md': 'Another shop\n' });
      field.git('push', '--quiet', gitDirectory, `${target}:refs/heads/main`);
      field.git('push', '--quiet', fork.gitDirectory, `${head}:refs/heads/develop`);
      return github.openPullRequest({ repository: REPOSITORY, head: 'develop', headRepository: 'mallory/shop' });
    },
    rule: 'paths',
    says: 'expected changes inside the declared paths, found README.md',
  },
];
