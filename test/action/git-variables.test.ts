import { expect, test } from 'vitest';
import { dropGitVariables } from '../../src/action/git-variables.ts';

test('what tells git where to look is dropped, and what tells it how to connect is kept', () => {
  const kept = {
    PATH: '/bin',
    GITHUB_TOKEN: 't',
    GIT_SSL_CAINFO: '/ca.pem',
    GIT_HTTP_LOW_SPEED_TIME: '60',
    GIT_PROXY_SSL_CAINFO: '/ca.pem',
    HTTPS_PROXY: 'http://proxy.invalid',
  };
  const variables: Record<string, string | undefined> = {
    ...kept,
    GIT_DIR: '/elsewhere',
    GIT_INDEX_FILE: '/elsewhere/index',
    GIT_WORK_TREE: '/elsewhere',
    GIT_CONFIG_COUNT: '1',
    GIT_TRACE_CURL: '/trace',
    GIT_ICASE_PATHSPECS: '1',
  };
  dropGitVariables(variables);
  expect(variables).toEqual(kept);
});
