import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOOK_NAMES } from '../../../src/core/hook-name.ts';
import type { Edit } from '../../../src/install/edit.ts';
import { SIMPLE_GIT_HOOKS } from '../../../src/install/managers/simple-git-hooks.ts';
import { createRepository } from '../../support/git-fixture.ts';
import { managerFile } from '../../support/managers.ts';
import { everythingIn } from '../scene.ts';
import { noting, type Rehearsal, rehearse } from './rehearsal.ts';

const SETTINGS = {
  'pre-commit': noting('pre-commit'),
  'commit-msg': `${noting('commit-msg')}\n`,
  'pre-push': `sh -c '${noting('pre-push').replaceAll("'", `'\\''`)}' sh "$@"`,
  'post-commit': 'true',
};

function manifest(settings: unknown): string {
  return `${JSON.stringify({ name: 'app', scripts: { prepare: 'simple-git-hooks' }, 'simple-git-hooks': settings, version: '1.0.0' }, null, 2)}\n`;
}

function scene(files: Readonly<Record<string, string>> = { 'package.json': manifest(SETTINGS) }): Rehearsal {
  const repository = createRepository();
  repository.commit('first', { '.gitignore': 'node_modules\n', ...files });
  repository.git('init', '--quiet', '--bare', join(repository.path, '.git/origin'));
  repository.git('remote', 'add', 'origin', join(repository.path, '.git/origin'));
  return rehearse(repository);
}

/** What simple-git-hooks does when it is installed, updated or run by hand. */
function itself(it: Rehearsal): string {
  const { status, err, out } = it.run('simple-git-hooks', []);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  return out;
}

function installed(): Rehearsal {
  const it = scene();
  itself(it);
  it.init(SIMPLE_GIT_HOOKS);
  return it;
}

const hooksOf = (it: Rehearsal): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(everythingIn(it.scenery().folder)).filter(([name]) => !name.endsWith('.sample')));

const quiet = ({ record }: { readonly record: readonly string[] }): readonly string[] => {
  const transactions = record.flatMap((line, index) => (line.startsWith('gate reference-transaction') ? [index] : []));
  const callOf = (index: number): number =>
    record.slice(0, index + 1).findLastIndex((line) => !line.startsWith('gate: '));
  return record.filter((_, index) => !transactions.includes(callOf(index)));
};

const COMMIT = ['commit', '--quiet', '--allow-empty', '--message', 'empty'] as const;
const COMMITTED = [
  'gate pre-commit',
  'user pre-commit',
  'gate prepare-commit-msg <.git/COMMIT_EDITMSG> <message>',
  'gate commit-msg <.git/COMMIT_EDITMSG>',
  'user commit-msg <.git/COMMIT_EDITMSG>',
];

function pushed(it: Rehearsal): void {
  const url = join(it.repository.path, '.git/origin');
  const name = `refs/heads/n${Date.now()}`;
  const line = `refs/heads/main ${it.repository.git('rev-parse', 'HEAD')} ${name} ${'0'.repeat(40)}`;

  expect(quiet(it.git('push', '--quiet', 'origin', `main:${name}`))).toEqual([
    `gate pre-push <origin> <${url}>`,
    `gate: ${line}`,
    `user pre-push <origin> <${url}>`,
    `user: ${line}`,
  ]);
}

describe('beside simple-git-hooks', () => {
  test('the gate is asked first and at once, and a person’s commands have their arguments and their input', () => {
    const it = installed();

    expect(quiet(it.git(...COMMIT))).toEqual(COMMITTED);
    pushed(it);
    expect(it.git('branch', 'x').record).toContain('gate reference-transaction <prepared>');
  });

  test('its next run finds nothing to change, by hand as when npm installs it', () => {
    const it = installed();
    const before = hooksOf(it);

    expect(itself(it)).toBe('');
    it.run('node', [managerFile('simple-git-hooks', 'postinstall.js')], { INIT_CWD: it.repository.path });
    expect(hooksOf(it)).toEqual(before);
    it.init(SIMPLE_GIT_HOOKS);
    expect(hooksOf(it)).toEqual(before);
    expect(quiet(it.git(...COMMIT))).toEqual(COMMITTED);
    pushed(it);
  });

  test('hooks that it has not written yet ask all the same, before and after it writes them', () => {
    const it = scene();
    it.init(SIMPLE_GIT_HOOKS);

    expect(quiet(it.git(...COMMIT))).toEqual(COMMITTED.filter((line) => line.startsWith('gate ')));
    itself(it);
    expect(quiet(it.git(...COMMIT))).toEqual(COMMITTED);
    pushed(it);
  });

  test('its uninstallation leaves the gate', () => {
    const it = installed();
    it.run('node', [managerFile('simple-git-hooks', 'uninstall.js')]);

    expect(it.text('.git/hooks/post-commit')).toBeUndefined();
    expect(quiet(it.git(...COMMIT)).filter((line) => line.startsWith('gate '))).toHaveLength(3);
    pushed(it);
  });

  test('a command that changes is the one that runs, after the gate', () => {
    const it = installed();
    it.repository.write('package.json', (it.text('package.json') ?? '').replaceAll('user pre-commit', 'user changed'));
    itself(it);

    expect(quiet(it.git(...COMMIT)).slice(0, 2)).toEqual(['gate pre-commit', 'user changed']);
  });

  test('a refusal stops git before a person’s commands run', () => {
    const it = installed();
    it.refuse(true);
    const refs = it.repository.git('for-each-ref');

    for (const args of [COMMIT, ['push', '--quiet', 'origin', 'main'], [...COMMIT, '--no-verify'], ['branch', 'x']]) {
      const { status, record } = it.git(...args);
      expect(status).not.toBe(0);
      expect(record.filter((line) => line.startsWith('user'))).toEqual([]);
    }
    expect(it.repository.git('for-each-ref')).toBe(refs);
    expect(it.repository.git('ls-remote', 'origin')).toBe('');
  });

  test.each([
    ['at once', () => undefined],
    ['when simple-git-hooks has run again', (it: Rehearsal) => void itself(it)],
  ])('all is as it was when the gate is gone: %s', (_, meanwhile) => {
    const it = scene();
    itself(it);
    const before = { hooks: hooksOf(it), manifest: it.text('package.json') };
    it.init(SIMPLE_GIT_HOOKS);
    meanwhile(it);
    it.uninstall(SIMPLE_GIT_HOOKS);

    expect({ hooks: hooksOf(it), manifest: it.text('package.json') }).toEqual(before);
    expect(it.git(...COMMIT).record).toEqual(['user pre-commit', 'user commit-msg <.git/COMMIT_EDITMSG>']);
  });

  test('when it wrote its hooks after spike init they are what it would have written', () => {
    const it = scene();
    itself(it);
    const before = hooksOf(it);
    for (const name of Object.keys(before)) it.repository.remove(`.git/hooks/${name}`);
    it.init(SIMPLE_GIT_HOOKS);
    itself(it);
    it.uninstall(SIMPLE_GIT_HOOKS);

    expect(hooksOf(it)).toEqual(before);
  });

  test('a hook of a person’s own that it has not replaced yet is kept', () => {
    const it = scene();
    it.repository.write('.git/hooks/pre-commit', '#!/bin/sh\necho mine\n', 0o755);
    it.init(SIMPLE_GIT_HOOKS);

    expect(it.text('.git/hooks/pre-commit.before-spike-gate')).toBe('#!/bin/sh\necho mine\n');
  });
});

function editOf(files: Readonly<Record<string, string>>): Edit {
  const [edit] = SIMPLE_GIT_HOOKS.edits(scene(files).scenery());
  if (edit === undefined) throw new Error('expected an edit');
  return edit;
}

const putIn = (edit: Edit, text: string): string => {
  const put = edit.put(text);
  if (typeof put !== 'string') throw new Error(put.refused);
  return put;
};

describe('the configuration', () => {
  const own = editOf.bind(undefined, { '.simple-git-hooks.json': '{}' });

  test('in package.json reads as one would write it', () => {
    const text = manifest({ 'post-commit': 'true' });
    const list = ['# spike-gate: begin, instead of nothing', ...HOOK_NAMES, '# spike-gate: end'];

    expect(putIn(editOf({ 'package.json': text }), text)).toBe(
      manifest({ 'post-commit': 'true', preserveUnused: list }),
    );
  });

  test.each(['  ', '\t', ''])('is put in and taken out without a trace, indented by %j', (indent) => {
    const edit = own();
    const value = fc.record(
      {
        'pre-commit': fc.constantFrom('', 'npx lint-staged', '"$@" \\ \u0001 é', '# spike-gate: begin'),
        'pre-push': fc.string(),
        'post-merge': fc.string(),
        preserveUnused: fc.constantFrom<unknown>(true, false, null, 0, [], ['pre-push'], ['x', 'y'], 1),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(value, fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '\n'), (settings, feed, end) => {
        const text = `${JSON.stringify(settings, null, indent).replaceAll('\n', feed)}${end}`;
        const put = putIn(edit, text);
        const { preserveUnused: kept = undefined, ...commands } = JSON.parse(put);
        expect(putIn(edit, put)).toBe(put);
        expect(edit.take(put)).toBe(text);
        for (const name of ['pre-commit', 'pre-push', 'post-merge'] as const) {
          expect(commands[name]?.slice(-(settings[name]?.length || Infinity))).toBe(settings[name] || commands[name]);
          expect(commands[name]?.includes(` ${name} "$@"`)).toBe(name in settings ? name !== 'post-merge' : undefined);
        }
        if (Array.isArray(kept)) expect(kept).toEqual(expect.arrayContaining([...HOOK_NAMES]));
        else expect(Boolean(kept) && kept === settings.preserveUnused).toBe(true);
      }),
    );
  });

  test.each([
    ['{}', '{}'],
    ['{ }', '{ }'],
    ['{"preserveUnused": [ ]}', '{"preserveUnused": [ ]}'],
    ['{"pre-commit":"\\u0061\\/b"}', '{"pre-commit":"\\u0061\\/b"}'],
    [
      '{\n  "preserveUnused": [\n    "x"\n  ],\n  "pre-push": "a"\n}',
      '{\n  "preserveUnused": [\n    "x"\n  ],\n  "pre-push": "a"\n}',
    ],
  ])('written as %s is kept as it was written', (text, same) => {
    const edit = own();

    expect(edit.take(putIn(edit, text))).toBe(same);
  });

  test('is what it was, formatted, when npm has formatted it meanwhile', () => {
    const edit = own();
    for (const settings of [
      { 'pre-commit': 'a' },
      { preserveUnused: false, 'pre-commit': 'a' },
      { preserveUnused: ['x'] },
    ]) {
      const formatted = JSON.stringify(JSON.parse(putIn(edit, JSON.stringify(settings))), null, 4);
      expect(putIn(edit, formatted)).toBe(formatted);
      expect(JSON.parse(edit.take(formatted) ?? '')).toEqual(settings);
    }
  });

  test('keeps what a person adds to our list, and after it', () => {
    const edit = own();
    const put = putIn(edit, '{\n  "pre-commit": "a"\n}\n');
    const more = put
      .replace('"# spike-gate: end"', '"# spike-gate: end", "post-merge"')
      .replace(/\n\}\n$/, ',\n  "post-merge": "b"\n}\n');

    expect(JSON.parse(edit.take(more) ?? '')).toEqual({
      'pre-commit': 'a',
      preserveUnused: ['post-merge'],
      'post-merge': 'b',
    });
  });

  test('of an earlier version is brought up to date', () => {
    const edit = own();
    const text = '{"pre-commit": "a", "preserveUnused": ["x"]}';
    const put = putIn(edit, text);
    const old = put.replaceAll('"pre-rebase", ', '').replaceAll('read -r', 'read');

    expect(old).not.toBe(put);
    expect(putIn(edit, old)).toBe(put);
    expect(edit.take(old)).toBe(text);
  });

  test.each([
    ['[]', 'something else'],
    ['{', 'something else'],
    ['{"pre-commit": ["a"]}', 'pre-commit to be no string'],
    [undefined, 'no such file'],
  ])('%j is left to the person who wrote it', (text, found) => {
    expect(own().put(text)).toEqual({
      refused: `expected a JSON object of commands for simple-git-hooks in .simple-git-hooks.json, found ${found}`,
      hint: ['mend .simple-git-hooks.json, then spike init'],
    });
  });

  test('is found where simple-git-hooks finds it', () => {
    const pathOf = (files: Readonly<Record<string, string>>) =>
      SIMPLE_GIT_HOOKS.edits(scene(files).scenery()).map(({ path }) => path);
    const inManifest = { 'package.json': manifest({}) };

    expect(pathOf(inManifest)).toEqual(['package.json']);
    expect(pathOf({ ...inManifest, 'simple-git-hooks.json': '{}' })).toEqual(['simple-git-hooks.json']);
    expect(pathOf({ ...inManifest, 'simple-git-hooks.json': '{}', '.simple-git-hooks.json': '{}' })).toEqual([
      '.simple-git-hooks.json',
    ]);
    expect(
      pathOf({
        'package.json': '{"scripts": {"prepare": "simple-git-hooks ./config/hooks.json"}}',
        'config/hooks.json': '{}',
      }),
    ).toEqual(['config/hooks.json']);
    expect(
      SIMPLE_GIT_HOOKS.recognise(
        scene({ 'package.json': '{"devDependencies": {"simple-git-hooks": "2.14.0"}}' }).scenery(),
      ),
    ).toBe(false);
  });
});

describe('a configuration that only Node can read', () => {
  test('is changed by hand as it is told, and then the gate is asked', () => {
    const it = scene({
      'simple-git-hooks.cjs': `module.exports = {\n  'pre-commit': ${JSON.stringify(SETTINGS['pre-commit'])},\n};\n`,
    });
    itself(it);
    it.init(SIMPLE_GIT_HOOKS);
    expect(SIMPLE_GIT_HOOKS.edits(it.scenery())).toEqual([]);
    const [obstacle] = SIMPLE_GIT_HOOKS.obstacles(it.scenery());
    const [kept = '', , words = ''] = obstacle?.hint.slice(1) ?? [];

    expect(obstacle?.message).toContain('found simple-git-hooks.cjs, which spike init cannot change');
    it.repository.write(
      'simple-git-hooks.cjs',
      `module.exports = {\n  preserveUnused: [${kept.split(': ')[1]}],\n  'pre-commit': ${words} + ${JSON.stringify(SETTINGS['pre-commit'])},\n};\n`,
    );
    itself(it);
    expect(SIMPLE_GIT_HOOKS.obstacles(it.scenery())).toEqual([]);
    expect(quiet(it.git(...COMMIT))).toEqual(COMMITTED.filter((line) => !line.startsWith('user commit-msg')));
  });

  test('asks until then too', () => {
    const it = scene({
      'simple-git-hooks.cjs': `module.exports = { 'pre-commit': ${JSON.stringify(SETTINGS['pre-commit'])} };\n`,
    });
    itself(it);
    it.init(SIMPLE_GIT_HOOKS);

    expect(quiet(it.git(...COMMIT)).filter((line) => line.startsWith('gate '))).toHaveLength(3);
  });
});
