/** What the test server knows, as the JSON that GitHub's description asks for. */

import type { StoredRef } from './github-git.ts';
import { type Account, nameOf, type StoredComment, type StoredPull, type StoredRepository } from './github-state.ts';

export interface Addresses {
  /** `http://127.0.0.1:1234`. */
  readonly server: string;
  /** The REST API's root under it. */
  readonly api: string;
}

type Json = Readonly<Record<string, unknown>>;

const ACCOUNT_ADDRESSES = [
  'followers',
  'following',
  'gists',
  'starred',
  'subscriptions',
  'organizations',
  'repos',
  'events',
  'received_events',
] as const;

export function accountValue({ server, api }: Addresses, account: Account): Json {
  const url = `${api}/users/${encodeURIComponent(account.login)}`;
  return {
    login: account.login,
    id: account.id,
    node_id: `U_${account.id}`,
    avatar_url: `${server}/avatars/${account.id}`,
    gravatar_id: '',
    url,
    html_url: `${server}/${encodeURIComponent(account.login)}`,
    ...Object.fromEntries(ACCOUNT_ADDRESSES.map((name) => [`${name}_url`, `${url}/${name}`])),
    type: account.type,
    site_admin: false,
  };
}

const REPOSITORY_ADDRESSES = [
  'archive',
  'assignees',
  'blobs',
  'branches',
  'collaborators',
  'comments',
  'commits',
  'compare',
  'contents',
  'contributors',
  'deployments',
  'downloads',
  'events',
  'forks',
  'git_commits',
  'git_refs',
  'git_tags',
  'hooks',
  'issue_comment',
  'issue_events',
  'issues',
  'keys',
  'labels',
  'languages',
  'merges',
  'milestones',
  'notifications',
  'pulls',
  'releases',
  'stargazers',
  'statuses',
  'subscribers',
  'subscription',
  'tags',
  'teams',
  'trees',
] as const;

const NOTHING = { forks: 0, forks_count: 0, open_issues: 0, open_issues_count: 0, size: 0 };
const NOBODY = { stargazers_count: 0, watchers: 0, watchers_count: 0, network_count: 0, subscribers_count: 0 };
const LONG_AGO = '2030-01-01T00:00:00Z';

export function repositoryValue(addresses: Addresses, repository: StoredRepository): Json {
  const fullName = nameOf(repository);
  const url = `${addresses.api}/repos/${fullName}`;
  const htmlUrl = `${addresses.server}/${fullName}`;
  return {
    id: repository.id,
    node_id: `R_${repository.id}`,
    name: repository.name,
    full_name: fullName,
    owner: accountValue(addresses, repository.owner),
    private: repository.private,
    fork: repository.fork,
    default_branch: repository.defaultBranch,
    url,
    html_url: htmlUrl,
    clone_url: `${htmlUrl}.git`,
    git_url: `${htmlUrl}.git`,
    svn_url: htmlUrl,
    ssh_url: `git@localhost:${fullName}.git`,
    mirror_url: null,
    ...Object.fromEntries(REPOSITORY_ADDRESSES.map((name) => [`${name}_url`, `${url}/${name}`])),
    description: null,
    homepage: null,
    language: null,
    license: null,
    archived: false,
    disabled: false,
    has_issues: true,
    has_projects: false,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    has_downloads: false,
    ...NOTHING,
    ...NOBODY,
    created_at: LONG_AGO,
    updated_at: LONG_AGO,
    pushed_at: LONG_AGO,
  };
}

interface PullView {
  readonly repository: StoredRepository;
  readonly pull: StoredPull;
}

/** As a list of pull requests shows it. */
export function listedPullValue(addresses: Addresses, { repository, pull }: PullView): Json {
  const root = `${addresses.api}/repos/${nameOf(repository)}`;
  const url = `${root}/pulls/${pull.number}`;
  const issueUrl = `${root}/issues/${pull.number}`;
  const htmlUrl = `${addresses.server}/${nameOf(repository)}/pull/${pull.number}`;
  const statusesUrl = `${root}/statuses/${pull.headSha}`;
  const links = {
    self: url,
    html: htmlUrl,
    issue: issueUrl,
    comments: `${issueUrl}/comments`,
    review_comments: `${url}/comments`,
    review_comment: `${root}/pulls/comments{/number}`,
    commits: `${url}/commits`,
    statuses: statusesUrl,
  };
  const side = (owner: StoredRepository | null, ref: string, sha: string) => ({
    label: owner === null ? `unknown repository:${ref}` : `${owner.owner.login}:${ref}`,
    ref,
    sha,
    user: owner === null ? null : accountValue(addresses, owner.owner),
    repo: owner === null ? null : repositoryValue(addresses, owner),
  });
  return {
    id: pull.id,
    node_id: `PR_${pull.id}`,
    number: pull.number,
    title: pull.title,
    body: null,
    state: pull.state,
    locked: false,
    draft: pull.draft,
    user: pull.author === null ? null : accountValue(addresses, pull.author),
    author_association: 'NONE',
    head: side(pull.headRepository, pull.headRef, pull.headSha),
    base: side(repository, pull.baseRef, pull.baseSha),
    url,
    html_url: htmlUrl,
    diff_url: `${htmlUrl}.diff`,
    patch_url: `${htmlUrl}.patch`,
    issue_url: issueUrl,
    comments_url: links.comments,
    commits_url: links.commits,
    review_comments_url: links.review_comments,
    review_comment_url: links.review_comment,
    statuses_url: statusesUrl,
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
    labels: [],
    assignee: null,
    milestone: null,
    auto_merge: null,
    merge_commit_sha: null,
    created_at: pull.createdAt,
    updated_at: pull.createdAt,
    closed_at: pull.state === 'closed' ? pull.createdAt : null,
    merged_at: pull.merged ? pull.createdAt : null,
  };
}

/** As it is shown alone. */
export function pullValue(addresses: Addresses, view: PullView): Json {
  const { repository, pull } = view;
  return {
    ...listedPullValue(addresses, view),
    // The one difference in what may be null: an account that is gone is shown as `ghost` here.
    user: accountValue(addresses, pull.author ?? { id: 10137, login: 'ghost', type: 'User' }),
    additions: 0,
    deletions: 0,
    changed_files: 0,
    commits: 1,
    comments: repository.comments.filter((comment) => comment.issue === pull.number).length,
    review_comments: 0,
    mergeable: null,
    mergeable_state: 'unknown',
    merged: pull.merged,
    merged_by: null,
    maintainer_can_modify: false,
  };
}

interface RefView {
  readonly repository: StoredRepository;
  readonly ref: StoredRef;
}

export function refValue(addresses: Addresses, { repository, ref: { name, sha } }: RefView): Json {
  const root = `${addresses.api}/repos/${nameOf(repository)}/git`;
  return {
    ref: name,
    node_id: `REF_${sha}`,
    url: `${root}/${name}`,
    object: { type: 'commit', sha, url: `${root}/commits/${sha}` },
  };
}

interface CommentView {
  readonly repository: StoredRepository;
  readonly comment: StoredComment;
}

export function commentValue(addresses: Addresses, { repository, comment }: CommentView): Json {
  const root = `${addresses.api}/repos/${nameOf(repository)}/issues`;
  const page = `${addresses.server}/${nameOf(repository)}/pull/${comment.issue}`;
  return {
    id: comment.id,
    node_id: `IC_${comment.id}`,
    url: `${root}/comments/${comment.id}`,
    html_url: `${page}#issuecomment-${comment.id}`,
    issue_url: `${root}/${comment.issue}`,
    user: comment.author === null ? null : accountValue(addresses, comment.author),
    author_association: 'NONE',
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
  };
}
