import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { apply } from '../../src/install/apply.ts';
import { readExisting } from '../../src/install/existing.ts';
import { observing } from '../../src/install/observed.ts';
import type { Step } from '../../src/install/plan.ts';
import { createFolder } from '../support/git-fixture.ts';
import { refusalOf } from '../support/refusal.ts';
import { createWorkbench, type Workbench } from '../support/workbench.ts';
import { everythingIn } from './scene.ts';

function initAtOnce(desk: Workbench, ...flags: readonly string[]): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn('spike', ['init', ...flags], { cwd: desk.path, env: desk.env, stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', resolve);
  });
}

describe('several at once', () => {
  test('every init succeeds, and the hook of a person is kept once and runs', async () => {
    const desk = createWorkbench();
    const own = '#!/bin/sh\necho own hook\n';
    desk.write('.git/hooks/pre-commit', own, 0o755);

    for (let round = 0; round < 3; round += 1) {
      const statuses = await Promise.all(Array.from({ length: 4 }, () => initAtOnce(desk)));
      expect(statuses).toEqual([0, 0, 0, 0]);
      expect(readFileSync(join(desk.path, '.git/hooks/pre-commit.before-spike-gate'), 'utf8')).toBe(own);
      expect(desk.tryGit('commit', '--allow-empty', '--message', 'One')).toMatchObject({
        exitCode: 0,
        stderr: expect.stringMatching(/^own hook\n/),
      });
      expect(desk.spike('init', '--uninstall')).toMatchObject({ exitCode: 0 });
      expect(readFileSync(join(desk.path, '.git/hooks/pre-commit'), 'utf8')).toBe(own);
    }
  });

  test('with --uninstall among them, the hook of a person is never lost', async () => {
    const desk = createWorkbench();
    const own = '#!/bin/sh\necho own hook\n';
    desk.write('.git/hooks/pre-commit', own, 0o755);
    const before = Object.keys(everythingIn(join(desk.path, '.git/hooks')));

    await Promise.all([[], ['--uninstall'], [], ['--uninstall']].map((flags) => initAtOnce(desk, ...flags)));
    desk.spike('init', '--uninstall');
    expect(readFileSync(join(desk.path, '.git/hooks/pre-commit'), 'utf8')).toBe(own);
    expect(Object.keys(everythingIn(join(desk.path, '.git/hooks')))).toEqual(before);
    expect(readdirSync(join(desk.path, '.git')).filter((name) => name.includes('spike-gate'))).toEqual([]);
  });
});

describe('a step whose path has changed since the plan was made', () => {
  /** What a plan saw of these files, which hold something else by now. */
  function changedSince(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) {
    const folder = createFolder();
    const at = (name: string) => join(folder, name);
    for (const [name, text] of Object.entries(before)) writeFileSync(at(name), text);
    const { read, seen } = observing(readExisting);
    for (const name of ['hook', 'aside']) read(at(name));
    for (const [name, text] of Object.entries(after)) writeFileSync(at(name), text);
    return { folder, at, seen };
  }

  test.each([
    ['move', 'of something else', { before: { hook: 'one' }, after: { hook: 'two' } }],
    ['move', 'onto what was not there', { before: { hook: 'one' }, after: { aside: 'two' } }],
    ['move', 'onto what was another', { before: { hook: 'one', aside: 'old' }, after: { aside: 'two' } }],
    ['write', 'over what was not there', { before: {}, after: { hook: 'two' } }],
    ['write', 'over something else', { before: { hook: 'one' }, after: { hook: 'two' } }],
    ['remove', 'of something else', { before: { hook: 'one' }, after: { hook: 'two' } }],
  ] as const)('%s %s is refused, and changes nothing', (kind, _, { before, after }) => {
    const { folder, at, seen } = changedSince(before, after);
    const steps: Readonly<Record<typeof kind, Step>> = {
      move: { kind: 'move', path: at('hook'), to: at('aside'), why: '' },
      write: { kind: 'write', path: at('hook'), content: Buffer.from('ours'), mode: 0o666, why: '' },
      remove: { kind: 'remove', path: at('hook'), why: '' },
    };
    const found = everythingIn(folder);

    expect(refusalOf(() => apply([steps[kind]], { seen }))).toMatchObject({
      code: 'refused',
      message: expect.stringContaining('found it changed'),
      hint: 'look at it, then type the same command again',
    });
    expect(everythingIn(folder)).toEqual(found);
  });

  test('a change of its mode or of what a link leads to counts', () => {
    const { at, seen } = changedSince({ hook: 'one' }, {});
    chmodSync(at('hook'), 0o700);
    const step: Step = { kind: 'remove', path: at('hook'), why: '' };
    expect(refusalOf(() => apply([step], { seen })).code).toBe('refused');
    expect(existsSync(at('hook'))).toBe(true);

    symlinkSync('elsewhere', at('link'));
    const { read, seen: links } = observing(readExisting);
    read(at('link'));
    apply([{ kind: 'move', path: at('link'), to: at('moved'), why: '' }], { seen: links });
    symlinkSync('another', at('link'));
    expect(refusalOf(() => apply([{ kind: 'remove', path: at('link'), why: '' }], { seen: links })).code).toBe(
      'refused',
    );
    expect(readExisting(at('moved'))).toMatchObject({ kind: 'link', target: 'elsewhere' });
  });

  test('what the plan itself has done before is no change', () => {
    const { folder, at, seen } = changedSince({ hook: 'one' }, {});

    apply(
      [
        { kind: 'move', path: at('hook'), to: at('aside'), why: '' },
        { kind: 'write', path: at('hook'), content: Buffer.from('ours'), mode: 0o666, why: '' },
        { kind: 'move', path: at('aside'), to: at('hook'), why: '' },
      ],
      { seen },
    );
    expect(everythingIn(folder)).toEqual({ hook: expect.stringMatching(/ one$/) });
  });
});
