/** What the test server knows: accounts, repositories, pull requests and comments, in memory. */

export interface Account {
  readonly id: number;
  readonly login: string;
  readonly type: 'User' | 'Bot' | 'Organization';
}

export type Permission = 'none' | 'read' | 'write';

export interface Permissions {
  readonly contents: Permission;
  readonly issues: Permission;
  readonly pullRequests: Permission;
}

/** Who a token writes as, and what it may do. */
export interface Grant {
  readonly account: Account;
  readonly permissions: Permissions;
}

export interface StoredRepository {
  readonly id: number;
  readonly owner: Account;
  readonly name: string;
  readonly private: boolean;
  readonly fork: boolean;
  readonly defaultBranch: string;
  /** A bare repository. */
  readonly gitDirectory: string;
  readonly pulls: StoredPull[];
  readonly comments: StoredComment[];
}

export interface StoredPull {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly author: Account | null;
  readonly createdAt: string;
  state: 'open' | 'closed';
  /** Closed by being merged. */
  merged: boolean;
  draft: boolean;
  /** Null once the fork is gone. */
  headRepository: StoredRepository | null;
  readonly headRef: string;
  /** Newest commit seen, which stays when the branch or the fork goes. */
  headSha: string;
  /** The test said which commit; otherwise pushes to the head's branch move it. */
  headFixed: boolean;
  baseRef: string;
  /** The base's tip when the pull request was opened or retargeted. Later pushes to the base do not move it, as on GitHub. */
  baseSha: string;
}

export interface StoredComment {
  readonly id: number;
  readonly issue: number;
  readonly author: Account | null;
  readonly createdAt: string;
  body: string;
  updatedAt: string;
}

export interface State {
  readonly repositories: Map<string, StoredRepository>;
  readonly grants: Map<string, Grant>;
  readonly account: (login: string, type?: Account['type']) => Account;
  readonly repository: (fullName: string) => StoredRepository;
  readonly pull: (fullName: string, number: number) => StoredPull;
  readonly nextId: () => number;
  /** A date that never stands still, so that two writes can be told apart. */
  readonly now: () => string;
}

export function createState(): State {
  const repositories = new Map<string, StoredRepository>();
  const accounts = new Map<string, Account>();
  let lastId = 1000;
  const nextId = () => {
    lastId += 1;
    return lastId;
  };
  const repository = (fullName: string) => {
    const found = repositories.get(fullName.toLowerCase());
    if (found === undefined) throw new Error(`the test added no repository ${fullName}`);
    return found;
  };
  return {
    repositories,
    grants: new Map(),
    account: (login, type = login.endsWith('[bot]') ? 'Bot' : 'User') => {
      const known = accounts.get(`${type} ${login}`) ?? { id: nextId(), login, type };
      accounts.set(`${type} ${login}`, known);
      return known;
    },
    repository,
    pull: (fullName, number) => {
      const found = repository(fullName).pulls.find((pull) => pull.number === number);
      if (found === undefined) throw new Error(`the test opened no pull request ${number} in ${fullName}`);
      return found;
    },
    nextId,
    now: () => new Date(Date.UTC(2030, 0, 1) + lastId * 1000).toISOString().replace('.000', ''),
  };
}

export function nameOf(repository: StoredRepository): string {
  return `${repository.owner.login}/${repository.name}`;
}
