/** What a test tells the server before and between requests: repositories, pull requests, comments and tokens. */

import { join } from 'node:path';
import { createBareRepository, readBranch } from './github-git.ts';
import type { Account, Permissions, State, StoredComment } from './github-state.ts';
import { type Addresses, accountValue, pullValue, repositoryValue } from './github-values.ts';

interface NewRepository {
  /** `owner/name`. */
  readonly name: string;
  readonly private?: boolean;
  readonly fork?: boolean;
  readonly defaultBranch?: string;
}

interface NewPullRequest {
  readonly repository: string;
  /** A branch that has been pushed, unless `headSha` is given. */
  readonly head: string;
  /** The fork; the repository itself unless said. */
  readonly headRepository?: string;
  readonly base?: string;
  /** For tests without commits. */
  readonly headSha?: string;
  readonly baseSha?: string;
  readonly draft?: boolean;
  /** Null: the account is gone. */
  readonly author?: string | null;
  readonly title?: string;
}

interface PullRequestChanges {
  readonly repository: string;
  readonly number: number;
  readonly state?: 'open' | 'closed';
  /** Goes with `closed`. */
  readonly merged?: boolean;
  readonly draft?: boolean;
  readonly base?: string;
  readonly headSha?: string;
  /** The fork is deleted. */
  readonly headRepository?: null;
}

interface NewComment {
  readonly repository: string;
  readonly number: number;
  readonly author: string | null;
  /** By the login unless said: brackets are a bot's. */
  readonly authorType?: Account['type'];
  readonly body: string;
}

interface NewToken {
  /** `github-actions[bot]` unless said. */
  readonly login?: string;
  /** All that commenting needs, unless said. */
  readonly permissions?: Partial<Permissions>;
}

interface PullRequestEvent {
  readonly repository: string;
  readonly number: number;
  readonly action?: string;
}

export interface Seeds {
  readonly addRepository: (repository: NewRepository) => Promise<{ gitDirectory: string; cloneUrl: string }>;
  /** The number of the new pull request. */
  readonly openPullRequest: (pull: NewPullRequest) => Promise<number>;
  readonly changePullRequest: (changes: PullRequestChanges) => Promise<void>;
  /** The id of the new comment. */
  readonly addComment: (comment: NewComment) => number;
  readonly removeComment: (repository: string, id: number) => void;
  readonly comments: (repository: string, number: number) => readonly StoredComment[];
  readonly grantToken: (token?: NewToken) => string;
  /** The payload of a `pull_request` event as it would be sent now. */
  readonly pullRequestEvent: (event: PullRequestEvent) => Record<string, unknown>;
}

interface World {
  readonly state: State;
  readonly addresses: Addresses;
  /** Holds the bare repositories. */
  readonly folder: string;
}

export function createSeeds({ state, addresses, folder }: World): Seeds {
  return {
    addRepository: async ({ name, defaultBranch = 'main', ...rest }) => {
      const [owner = '', repository = ''] = name.split('/');
      const gitDirectory = join(folder, `${owner}+${repository}.git`);
      await createBareRepository(gitDirectory, defaultBranch);
      state.repositories.set(name.toLowerCase(), {
        id: state.nextId(),
        owner: state.account(owner),
        name: repository,
        private: rest.private ?? false,
        fork: rest.fork ?? false,
        defaultBranch,
        gitDirectory,
        pulls: [],
        comments: [],
      });
      return { gitDirectory, cloneUrl: `${addresses.server}/${name}.git` };
    },
    openPullRequest: async ({ repository: name, head, author = 'contributor', ...rest }) => {
      const repository = state.repository(name);
      const headRepository = state.repository(rest.headRepository ?? name);
      const baseRef = rest.base ?? repository.defaultBranch;
      const number = 1 + Math.max(0, ...repository.pulls.map((pull) => pull.number));
      repository.pulls.push({
        id: state.nextId(),
        number,
        title: rest.title ?? `Merge ${head}`,
        author: author === null ? null : state.account(author),
        createdAt: state.now(),
        state: 'open',
        merged: false,
        draft: rest.draft ?? false,
        headRepository,
        headRef: head,
        headSha: rest.headSha ?? (await pushed(headRepository.gitDirectory, head)),
        headFixed: rest.headSha !== undefined,
        baseRef,
        baseSha: rest.baseSha ?? (await pushed(repository.gitDirectory, baseRef)),
      });
      return number;
    },
    changePullRequest: async ({ repository: name, number, base, ...changes }) => {
      Object.assign(state.pull(name, number), changes);
      if (base === undefined) return;
      const baseSha = await readBranch(state.repository(name).gitDirectory, base);
      Object.assign(state.pull(name, number), { baseRef: base, ...(baseSha === undefined ? {} : { baseSha }) });
    },
    addComment: ({ repository, number, author, authorType, body }) => {
      const id = state.nextId();
      const createdAt = state.now();
      const written = {
        author: author === null ? null : state.account(author, authorType),
        body,
        createdAt,
        updatedAt: createdAt,
      };
      state.repository(repository).comments.push({ id, issue: state.pull(repository, number).number, ...written });
      return id;
    },
    removeComment: (repository, id) => {
      const { comments } = state.repository(repository);
      comments.splice(
        comments.findIndex((comment) => comment.id === id),
        1,
      );
    },
    comments: (repository, number) =>
      state.repository(repository).comments.filter((comment) => comment.issue === number),
    grantToken: ({ login = 'github-actions[bot]', permissions = {} } = {}) => {
      const token = `token-${state.nextId()}`;
      const all: Permissions = { contents: 'read', issues: 'write', pullRequests: 'write' };
      state.grants.set(token, { account: state.account(login), permissions: { ...all, ...permissions } });
      return token;
    },
    pullRequestEvent: ({ repository: name, number, action = 'synchronize' }) => {
      const repository = state.repository(name);
      const pull = state.pull(name, number);
      return {
        action,
        number,
        pull_request: pullValue(addresses, { repository, pull }),
        repository: repositoryValue(addresses, repository),
        sender: accountValue(addresses, pull.author ?? repository.owner),
      };
    },
  };
}

async function pushed(directory: string, branch: string): Promise<string> {
  const commit = await readBranch(directory, branch);
  if (commit === undefined)
    throw new Error(`push ${branch} before opening a pull request, or say which commit it holds`);
  return commit;
}
