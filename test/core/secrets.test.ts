import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MASKS_VERSION, maskArguments } from '../../src/core/secrets.ts';

const GITHUB = `ghp_${'a1B2'.repeat(9)}`;
const JWT = `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c'.repeat(30)}`;

test('the masks have a version, which the ledger carries', () => {
  expect(MASKS_VERSION).toBe(1);
});

describe('masked', () => {
  test.each<[readonly string[], readonly string[]]>([
    [
      ['x', '--password', 'hunter2', 'y'],
      ['x', '--password', '***', 'y'],
    ],
    [
      ['x', '--password', '-hunter2!'],
      ['x', '--password', '***'],
    ],
    [
      ['x', '-password', 'hunter2'],
      ['x', '-password', '***'],
    ],
    [
      ['x', '--password=hunter 2 & more'],
      ['x', '--password=***'],
    ],
    [
      ['x', '--github-token', 'abc'],
      ['x', '--github-token', '***'],
    ],
    [
      ['x', '--api-key=abc'],
      ['x', '--api-key=***'],
    ],
    [
      ['x', '--apiKey', 'abc'],
      ['x', '--apiKey', '***'],
    ],
    [
      ['x', '--client_secret', 'abc'],
      ['x', '--client_secret', '***'],
    ],
    [
      ['x', '--secret', 'abc'],
      ['x', '--secret', '***'],
    ],
    [
      ['cast', '--private-key', '0xabc'],
      ['cast', '--private-key', '***'],
    ],
    [['PASSWORD=x y'], ['PASSWORD=***']],
    [
      ['env', 'TOKEN=x', 'cmd'],
      ['env', 'TOKEN=***', 'cmd'],
    ],
    [
      ['docker', 'run', '-e', 'TOKEN=x', 'i'],
      ['docker', 'run', '-e', 'TOKEN=***', 'i'],
    ],
    [
      ['docker', 'run', '-eDB_PASS=x', 'i'],
      ['docker', 'run', '-eDB_PASS=***', 'i'],
    ],
    [['AWS_SECRET_ACCESS_KEY=abc/def='], ['AWS_SECRET_ACCESS_KEY=***']],
    [
      ['terraform', '-var', 'db_password=x'],
      ['terraform', '-var', 'db_password=***'],
    ],
    [
      ['terraform', '-var=db_password=x'],
      ['terraform', '-var=db_password=***'],
    ],
    [
      ['java', '-Dspring.datasource.password=x'],
      ['java', '-Dspring.datasource.password=***'],
    ],
    [
      ['npm', '//registry.example/:_authToken=abc'],
      ['npm', '//registry.example/:_authToken=***'],
    ],
    [
      ['curl', '-H', 'Authorization: Bearer a b'],
      ['curl', '-H', 'Authorization: ***'],
    ],
    [
      ['curl', '-H', 'authorization:Basic abc'],
      ['curl', '-H', 'authorization:***'],
    ],
    [
      ['curl', '-HX-Api-Key:abc'],
      ['curl', '-HX-Api-Key:***'],
    ],
    [
      ['curl', '--header=PRIVATE-TOKEN: abc'],
      ['curl', '--header=PRIVATE-TOKEN: ***'],
    ],
    [
      ['curl', '-H', 'Cookie: sid=abc; b=c'],
      ['curl', '-H', 'Cookie: ***'],
    ],
    [
      ['curl', '-u', 'me:hunter 2', 'h'],
      ['curl', '-u', 'me:***', 'h'],
    ],
    [
      ['curl', '--user=me:hunter2'],
      ['curl', '--user=me:***'],
    ],
    [
      ['curl', 'h?a=1&access_token=abc&b=2'],
      ['curl', 'h?a=1&access_token=***&b=2'],
    ],
    [
      ['curl', '-d', '{"user":"u","password":"a\\"b","n":1}'],
      ['curl', '-d', '{"user":"u","password":"***","n":1}'],
    ],
    [
      ['git', 'clone', 'https://me:hunter2@host/x'],
      ['git', 'clone', 'https://me:***@host/x'],
    ],
    [
      ['psql', 'postgres://u:p%40w@h:5432/d?x=a@b'],
      ['psql', 'postgres://u:***@h:5432/d?x=a@b'],
    ],
    [
      ['redis-cli', 'redis://:secret@h'],
      ['redis-cli', 'redis://:***@h'],
    ],
    [
      ['openssl', '-passin', 'pass:x y'],
      ['openssl', '-passin', 'pass:***'],
    ],
    [
      ['x', GITHUB],
      ['x', '***'],
    ],
    [
      ['git', 'clone', `https://${GITHUB}@github.com/a/b`],
      ['git', 'clone', 'https://***@github.com/a/b'],
    ],
    [
      ['x', `github_pat_${'a'.repeat(40)}`],
      ['x', '***'],
    ],
    [
      ['x', `sk-${'a'.repeat(40)}`],
      ['x', '***'],
    ],
    [
      ['x', `sk-ant-api03-${'a-b_'.repeat(10)}`],
      ['x', '***'],
    ],
    [
      ['x', `id=xoxb-${'1'.repeat(12)}`],
      ['x', 'id=***'],
    ],
    [
      ['x', `AKIA${'A'.repeat(16)}`],
      ['x', '***'],
    ],
    [
      ['x', `(${JWT})`],
      ['x', '(***)'],
    ],
    [
      ['x', `glpat-${'a'.repeat(20)}`],
      ['x', '***'],
    ],
    [
      ['x', `npm_${'a'.repeat(36)}`],
      ['x', '***'],
    ],
    [
      ['x', `-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----`],
      ['x', '***'],
    ],
  ])('%j', (argv, masked) => {
    expect(maskArguments(argv)).toEqual(masked);
  });

  test.each<[string, string]>([
    ['TOKEN=x pytest a', 'TOKEN=*** pytest a'],
    [`TOKEN='x y' pytest a && ls`, 'TOKEN=*** pytest a && ls'],
    [`TOKEN="a\\"b"c; ls`, 'TOKEN=***; ls'],
    ['mytool --token abc --verbose', 'mytool --token *** --verbose'],
    ['mytool --password=abc | cat', 'mytool --password=*** | cat'],
    ['curl -H "Authorization: Bearer abc" https://h', 'curl -H "Authorization: ***" https://h'],
    [`curl -H 'X-Api-Key: abc' https://h`, `curl -H 'X-Api-Key: ***' https://h`],
    ['cd a && curl -u me:hunter2 https://h', 'cd a && curl -u me:*** https://h'],
    [`python -c "password = 'x'" y`, `python -c "password = ***" y`],
    [`curl -d "{\\"password\\":\\"x\\"}" h`, `curl -d "{\\"password\\":\\"***\\"}" h`],
  ])('in a script: %s', (script, masked) => {
    expect(maskArguments(['bash', '-lc', script])).toEqual(['bash', '-lc', masked]);
  });

  test('an option follows the option that would take a secret: nothing of it is lost', () => {
    expect(maskArguments(['mysql', '--password', '--verbose', '-e', 'select 1'])).toEqual([
      'mysql',
      '--password',
      '--verbose',
      '-e',
      'select 1',
    ]);
  });
});

describe('left alone', () => {
  test.each<[readonly string[]]>([
    [['pytest', 'tests/test_token.py::test_password', '-k', 'token or secret']],
    [['pytest', 'tests/test_auth.py::TestToken::test_secret[a=b]']],
    [['x', '--token-count', '5', '--password-file', 'f', '--max-tokens', '10']],
    [['x', '--max-token', '5', '--pad-token', '<pad>', '--next-token=abc']],
    [['x', '--no-password', 'db', '--password-stdin', 'db']],
    [['mysql', '-p', 'db', '-pdb']],
    [['x', '--token=true', '--secret', '', 'TOKEN=', 'TOKEN=$GITHUB_TOKEN']],
    [['bash', '-c', 'mytool --token "$TOKEN" && curl -H "Authorization: Bearer $TOKEN" h']],
    [['bash', '-c', 'TOKEN=$(cat file) mytool']],
    [['PWD=/home/x', 'OLDPWD=/y', 'PATH=/bin', 'KEY=1', 'MONKEY=1', 'compass=1', 'pass=3']],
    [['docker', 'build', '--secret', 'id=npm,src=.npmrc']],
    [['docker', 'run', '-u', '1000:1000', 'auth-token:1.2']],
    [['ansible', '--private-key', './id_ed25519']],
    [['git', 'clone', 'git@github.com:a/b', 'ssh://git@github.com/a/b', 'https://h:80/a@b']],
    [['pip', 'install', 'token==1.0']],
    [['git', 'checkout', 'sk-learn-with-a-very-long-branch-name-indeed']],
    [['x', 'npm_config_cache=/tmp', 'AKIAIO', 'eyJhbGciOi']],
    [['***']],
  ])('%j', (argv) => {
    expect(maskArguments(argv)).toEqual(argv);
  });
});

const pieces = [
  ...[
    '--password',
    '--token=',
    'TOKEN=',
    'Authorization: Bearer ',
    '"',
    "'",
    ' ',
    '\n',
    '\\',
    'abc',
    '***',
    '$X',
    '$(',
  ],
  ...['(', ')', '=', ':', '://', 'u:p@', '@', '/', '?', '&', 'access_token=', '"password":', '{', '}', GITHUB, JWT],
  ...['-', '--no-', '--verbose', '--secret', 'curl ', ' -u ', '-c', '-passin', ' pass:', 'private_key=', './k'],
  ...['X-Api-Key: ', 'cookie:', ']', '.', '_auth=', '1', 'true', '-----BEGIN PRIVATE KEY-----', 'password = ', '\t'],
];
const argument = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((parts) => parts.join('')),
  fc.string(),
);

test('masking what was masked changes nothing', () => {
  fc.assert(
    fc.property(fc.array(argument, { maxLength: 4 }), (argv) => {
      const masked = maskArguments(argv);
      expect(maskArguments(masked)).toEqual(masked);
      expect(masked).toHaveLength(argv.length);
    }),
    { seed: 20, numRuns: 20_000 },
  );
});

test('the secret itself is gone wherever it stood after its name', () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9]{9,30}$/).map((text) => `Zq9${text}`);
  const carriers = fc.constantFrom(
    ...[['--token', '#'], ['--token=#'], ['a', 'TOKEN=#'], ['-e', 'MY_API_KEY=#'], ['-H', 'Authorization: Bearer #']],
    ...[['https://me:#@h/'], ['sh', '-c', `x --password '#' y`], ['-d', '{"client_secret": "#"}'], ['h?token=#&x=1']],
  );
  fc.assert(
    fc.property(secret, carriers, (text, argv) => {
      const masked = maskArguments(argv.map((part) => part.replace('#', text)));
      expect(masked.join(' ')).not.toContain(text);
      expect(masked.join(' ')).toContain('***');
    }),
    { seed: 21, numRuns: 2_000 },
  );
});

test('a long hostile argument keeps its place', () => {
  for (const piece of pieces) {
    const long = piece.repeat(Math.ceil(60_000 / piece.length));
    const masked = maskArguments(['sh', '-c', `${long} --password hunter2hunter2`]);
    expect(masked).toHaveLength(3);
  }
});
