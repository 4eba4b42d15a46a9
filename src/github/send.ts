/** Pure: what this folder asks of GitHub, one request and one reply, so that nothing else knows who carries them. */

import type { RepositoryName } from './repository-name.ts';

/** Every operation in use, spelled as GitHub's own description spells it. */
export type Route =
  | 'GET /repos/{owner}/{repo}/pulls'
  | 'GET /repos/{owner}/{repo}/pulls/{pull_number}'
  | 'GET /repos/{owner}/{repo}/git/matching-refs/{ref}'
  | 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
  | 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
  | 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}'
  | 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}';

export interface Request {
  readonly route: Route;
  readonly repository: RepositoryName;
  readonly parameters?: Readonly<Record<string, string | number>>;
}

/** Whatever status GitHub answered; `unreachable` where no answer came. Header names are lower case. */
export type Reply =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: Readonly<Record<string, string | undefined>>;
      readonly data: unknown;
    }
  | { readonly kind: 'unreachable'; readonly reason: string };

export type Send = (request: Request) => Promise<Reply>;
