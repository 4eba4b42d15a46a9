import { expect, test } from 'vitest';
import { parseRunnerEnvironment } from '../../src/github/environment.ts';

const variables = {
  GITHUB_EVENT_NAME: 'pull_request',
  GITHUB_EVENT_PATH: '/runner/event.json',
  GITHUB_REPOSITORY: 'acme/widget.js',
  GITHUB_SERVER_URL: 'https://github.example/',
  GITHUB_API_URL: 'https://github.example/api/v3',
  GITHUB_RUN_ID: '12345',
  RUNNER_TEMP: '/runner/temp',
};

test('the runner says which repository, which event and where GitHub is', () => {
  expect(parseRunnerEnvironment(variables)).toEqual({
    eventName: 'pull_request',
    eventPath: '/runner/event.json',
    repository: { owner: 'acme', name: 'widget.js' },
    serverUrl: 'https://github.example',
    apiUrl: 'https://github.example/api/v3',
    runUrl: 'https://github.example/acme/widget.js/actions/runs/12345',
    temporaryDirectory: '/runner/temp',
  });
});

test.each(Object.keys(variables))('without %s it says which variable is missing', (name) => {
  for (const value of [undefined, '']) {
    expect(() => parseRunnerEnvironment({ ...variables, [name]: value })).toThrow(
      expect.objectContaining({ code: 'unreadable', message: `expected the variable ${name}, found none` }),
    );
  }
});

test.each([
  ['GITHUB_REPOSITORY', 'acme'],
  ['GITHUB_REPOSITORY', 'acme/../widget'],
  ['GITHUB_REPOSITORY', 'acme/..'],
  ['GITHUB_SERVER_URL', 'file:///etc'],
  ['GITHUB_SERVER_URL', 'https://user:secret@github.example'],
  ['GITHUB_API_URL', 'github.example'],
  ['GITHUB_API_URL', 'https://github.example/?x='],
  ['GITHUB_RUN_ID', '1/../2'],
])('%s as %s is refused', (name, value) => {
  expect(() => parseRunnerEnvironment({ ...variables, [name]: value })).toThrow(
    expect.objectContaining({ code: 'unreadable', message: expect.not.stringContaining('secret') }),
  );
});
