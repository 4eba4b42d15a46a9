/** Pull requests of spikes whose files are of every kind that git keeps. */

import { mkdtempSync, readFileSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Desk, deskSetBack, hypothesisOf, introduce, MERGED, passesAs } from '../support/honest-desk.ts';

/** What is committed is checked, shipped and judged. */
function ships(desk: Desk, observable: readonly string[] = ['sh', 'check.sh'], ...notices: readonly string[]): void {
  desk.spikeRun(...observable);
  desk.spike('ship', '-m', 'One word was enough.');
  expect(desk.gate()).toEqual(passesAs('pull-request answer', ...notices));
}

/** Where nothing but what was pushed is at hand. */
function passesThere(desk: Desk, ...notices: readonly string[]): void {
  desk.hooked('push', '--quiet', 'origin', 'HEAD');
  const there = fresh(desk).gate({ head: 'origin/spike/answer', branch: 'spike/answer' });
  expect(there).toEqual(passesAs('pull-request answer', ...notices));
}

/** A reviewer's clone, with none of this one's configuration. */
function fresh(desk: Desk, ...options: readonly string[]): Desk {
  const place = mkdtempSync(join(desk.root, 'review-'));
  desk.gitWith({ cwd: place }, ...options, 'clone', '--quiet', desk.origin.path, 'shop');
  const clone = desk.at(join(place, 'shop'), join(place, 'home'));
  introduce(clone);
  return clone;
}

describe('a monorepo', () => {
  const monorepo = deskSetBack({
    before(desk) {
      desk.write('packages/shop/check.sh', 'grep -q yes src/deep/answer\n');
      desk.write('packages/shop/src/deep/answer', 'no\n');
      desk.write('packages/other/src/deep/answer', 'no\n');
    },
  });

  it('takes a spike deep below, whose observable runs in a folder', () => {
    const desk = monorepo();
    const inside = desk.at('packages/shop');
    inside.begin({
      observable: '`sh check.sh` in packages/shop exits 0',
      paths: ['packages/shop/src/'],
    });
    expect(inside.run('spike-run', 'sh', 'check.sh').exitCode).toBe(1);
    inside.work('Answer yes', { 'src/deep/answer': 'yes\n' });
    inside.spikeRun('sh', 'check.sh');
    inside.spike('ship', '-m', 'One word was enough.');
    expect(inside.gate()).toEqual(passesAs('pull-request answer'));
    passesThere(desk);
  });

  it('takes one whose declared paths are patterns across its packages', () => {
    const desk = monorepo();
    desk.begin({
      observable: '`grep -q yes packages/other/src/deep/answer packages/shop/src/deep/answer` exits 0',
      paths: ['packages/*/src/**/answer'],
    });
    desk.work('Answer yes', {
      'packages/shop/src/deep/answer': 'yes\n',
      'packages/other/src/deep/answer': 'yes\n',
    });
    ships(desk, ['grep', '-q', 'yes', 'packages/other/src/deep/answer', 'packages/shop/src/deep/answer']);
  });
});

describe('Git LFS', () => {
  /** Keeps contents as git-lfs does, and the pointer in their place. */
  const CLEAN = `#!/bin/sh
set -e
store=$(git rev-parse --git-common-dir)/lfs
mkdir -p "$store"
cat >"$store/incoming"
id=$(sha256sum <"$store/incoming" | cut -d' ' -f1)
size=$(wc -c <"$store/incoming")
mv "$store/incoming" "$store/$id"
printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:%s\\nsize %d\\n' "$id" "$size"
`;
  const SMUDGE = `#!/bin/sh
set -e
pointer=$(cat)
id=$(printf '%s' "$pointer" | sed -n 's/^oid sha256://p')
cat "$(git rev-parse --git-common-dir)/lfs/$id"
`;
  const stored = deskSetBack({
    prepare(desk) {
      const programs = desk.at('../programs');
      programs.write('lfs-clean', CLEAN, 0o755);
      programs.write('lfs-smudge', SMUDGE, 0o755);
      desk.git('config', 'filter.lfs.clean', join(programs.path, 'lfs-clean'));
      desk.git('config', 'filter.lfs.smudge', join(programs.path, 'lfs-smudge'));
      desk.git('config', 'filter.lfs.required', 'true');
      desk.commit('Keep large files elsewhere', {
        '.gitattributes': ['*.bin', '*.jsonl', 'EVIDENCE.md', 'HYPOTHESIS.md']
          .map((pattern) => `${pattern} filter=lfs diff=lfs merge=lfs -text\n`)
          .join(''),
        'app/model.bin': 'no\0',
        'data/table.bin': 'left alone\0',
      });
      desk.git('push', '--quiet', 'origin', 'main');
      desk.begin({ observable: '`grep -q yes app/model.bin` exits 0' });
    },
  });

  it('keeps pointers in the patch, while the observable sees the contents', () => {
    const desk = stored();
    expect(desk.run('spike-run', 'grep', '-q', 'yes', 'app/model.bin').exitCode).toBe(1);
    desk.work('Train it', {
      'app/model.bin': 'yes\0',
      'app/more.bin': Buffer.alloc(2_000_000, 7),
      'app/rows.jsonl': '{}\n',
    });
    expect(desk.git('cat-file', 'blob', 'HEAD:app/model.bin')).toMatch(/^version https:\/\/git-lfs/);
    ships(desk, ['grep', '-q', 'yes', 'app/model.bin']);
    passesThere(desk);
  });

  it('leaves the bundle alone, even where it takes files of such names', () => {
    const desk = stored();
    desk.work('Train it', { 'app/model.bin': 'yes\0' });
    desk.spikeRun('grep', '-q', 'yes', 'app/model.bin');
    desk.spike('ship', '-m', 'One word was enough.');
    expect(desk.git('cat-file', 'blob', 'HEAD:spikes/answer/command_log.jsonl')).toMatch(/^\{"v":1,/);
    expect(desk.git('status', '--porcelain')).toBe('');
    passesThere(desk);
  });
});

describe('submodules', () => {
  const ALLOWED = ['-c', 'protocol.file.allow=always'];
  const LIBRARIES = ['vendor/lib', 'other/lib'];

  const composed = deskSetBack({
    prepare(desk) {
      const library = desk.at('../library');
      library.write('answer', 'no\n');
      library.git('init', '--quiet', '--initial-branch=main');
      introduce(library);
      library.commit('Begin');
      for (const path of LIBRARIES) desk.git(...ALLOWED, 'submodule', '--quiet', 'add', library.path, path);
      desk.commit('Take the library');
      desk.git('push', '--quiet', 'origin', 'main');
    },
  });

  function bump(desk: Desk, path: string): void {
    const checkout = desk.at(path);
    introduce(checkout);
    checkout.commit('Answer yes', { answer: 'yes\n' });
  }

  it('move on in the declared paths', () => {
    const desk = composed();
    desk.begin({ observable: '`grep -q yes vendor/lib/answer` exits 0', paths: ['vendor/lib'] });
    bump(desk, 'vendor/lib');
    desk.work('Take the library on');
    expect(desk.git('diff', '--raw', 'main')).toMatch(/^:160000 160000 \S+ \S+ M\tvendor\/lib$/);
    ships(desk, ['grep', '-q', 'yes', 'vendor/lib/answer'], '1 submodule: vendor/lib');
    passesThere(desk, '1 submodule: vendor/lib');
  });

  it('stay where they are elsewhere', () => {
    const desk = composed();
    desk.begin();
    desk.work('Answer yes', { 'app/answer': 'yes\n' });
    ships(desk);
  });

  it('may be missing from a clone', () => {
    const desk = composed();
    desk.git('submodule', '--quiet', 'deinit', '--force', '--all');
    desk.begin();
    desk.work('Answer yes', { 'app/answer': 'yes\n' });
    ships(desk);
  });
});

describe('line endings', () => {
  const converted = deskSetBack({
    before(desk) {
      desk.git('config', 'core.autocrlf', 'true');
      desk.write('.gitattributes', '*.txt text eol=crlf\n*.sh text eol=lf\n*.raw -text\n');
    },
    prepare: (desk) => desk.begin({ observable: '`sh check.sh` exits 0' }),
  });

  it('are converted in files, and never in the bundle', () => {
    const desk = converted();
    desk.work('Answer yes', {
      'app/answer': 'yes\r\n',
      'app/page.txt': 'one\r\ntwo\r\n',
      'app/tool.sh': 'true\n',
      'app/bytes.raw': 'a\r\nb\n',
    });
    expect(desk.git('cat-file', 'blob', 'HEAD:app/page.txt')).toBe('one\ntwo');
    ships(desk);
    passesThere(desk);
    const clone = fresh(desk, '-c', 'core.autocrlf=true');
    clone.git('config', 'core.autocrlf', 'true');
    clone.git('switch', '--quiet', 'spike/answer');
    expect(readFileSync(join(clone.path, 'app/answer'), 'utf8')).toBe('yes\r\n');
    for (const name of ['EVIDENCE.md', 'HYPOTHESIS.md', 'command_log.jsonl']) {
      const path = `spikes/answer/${name}`;
      const committed = desk.gitWith({}, 'cat-file', 'blob', `HEAD:${path}`);
      expect(readFileSync(join(clone.path, path)).equals(committed)).toBe(true);
      expect(committed.includes('\r')).toBe(false);
    }
    expect(clone.spike('verify', 'spikes/answer')).toMatch(/^intact/);
    expect(clone.git('status', '--porcelain')).toBe('');
  });

  it('of a hypothesis that was written with carriage returns stay too', () => {
    const desk = converted();
    desk.git('switch', '--quiet', 'main');
    desk.git('branch', '--quiet', '-D', 'spike/answer');
    const draft = desk.spike('new', 'windows');
    desk.at('/').write(draft, hypothesisOf('`sh check.sh` exits 0', ['app/']).replaceAll('\n', '\r\n'));
    desk.spike('start');
    desk.work('Answer yes', { 'app/answer': 'yes\r\n' });
    desk.spikeRun('sh', 'check.sh');
    desk.spike('ship', '-m', 'One word was enough.');
    expect(desk.git('cat-file', 'blob', 'HEAD:spikes/windows/HYPOTHESIS.md')).toContain('\r\n');
    expect(desk.gate()).toEqual(passesAs('pull-request windows'));
  });
});

describe('a formatter in pre-commit', () => {
  const FORMATTER = `#!/bin/sh
for file in $(git diff --cached --name-only --diff-filter=AM -- app); do
  sed -i 's/ *$//' "$file"
  git add -- "$file"
done
`;
  const formatted = deskSetBack({
    before: (desk) => void desk.write('.git/hooks/pre-commit', FORMATTER, 0o755),
    prepare: (desk) => desk.begin(),
  });

  it('lets the observable be run after the commit', () => {
    const desk = formatted();
    desk.work('Answer yes', { 'app/answer': 'yes   \n' });
    expect(desk.git('cat-file', 'blob', 'HEAD:app/answer')).toBe('yes');
    ships(desk);
  });

  it('has it run again where it was run before, and says so', () => {
    const desk = formatted();
    desk.write('app/answer', 'yes   \n');
    desk.spikeRun('sh', 'check.sh');
    desk.work('Answer yes');
    expect(desk.git('status', '--porcelain')).toBe('');
    const refused = desk.run('spike', 'ship', '-m', 'One word was enough.');
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('found that it held on other contents: app/answer');
    expect(refused.stderr).toContain('spike: hint: spike-run sh check.sh');
    ships(desk);
  });
});

describe('files', () => {
  const started = deskSetBack({ prepare: (desk) => desk.begin() });
  const NAMES = [
    'with a space',
    `quo"te's`,
    'line\nfeed',
    'größe 日本',
    'e\u0301 and é',
    '-n',
    '[a]*?.txt',
    'back\\slash',
    'tab\there',
    ':(top)magic',
    '$HOME `true`',
    '.hidden/.keep',
    'spikes/inner/EVIDENCE.md',
  ];

  it('have any names inside the declared paths, and may be changed, moved and removed', () => {
    const desk = started();
    desk.work('Name them', Object.fromEntries(NAMES.map((name) => [`app/${name}`, `${name}\n`])));
    desk.write(Buffer.from('app/\xff\xfe', 'latin1'), 'bytes\n');
    desk.work('Name one in no alphabet');
    desk.hooked('mv', 'app/with a space', 'app/with two  spaces');
    desk.hooked('rm', '--quiet', 'app/line\nfeed');
    desk.work('Answer yes', { 'app/answer': 'yes\n', [`app/quo"te's`]: 'changed\n' });
    ships(desk);
    passesThere(desk);
  });

  it('have any names in the declared paths themselves', () => {
    const desk = started();
    desk.git('switch', '--quiet', 'main');
    desk.git('branch', '--quiet', '-D', 'spike/answer');
    desk.begin({ slug: 'named', paths: ['app/answer', 'größe/日本/', '`with a space/`', `quo"te's/`] });
    desk.work('Answer yes', {
      'app/answer': 'yes\n',
      'größe/日本/é': 'x\n',
      'with a space/x': 'x\n',
      [`quo"te's/x`]: 'x\n',
    });
    desk.spikeRun('sh', 'check.sh');
    desk.spike('ship', '-m', 'One word was enough.');
    expect(desk.gate()).toEqual(passesAs('pull-request named'));
  });

  it('are scripts, links, empty, large or binary, and change from one to another', () => {
    const desk = started();
    desk.write('app/tool.sh', '#!/bin/sh\n', 0o755);
    desk.link('app/link', 'answer');
    desk.link('app/nowhere', '../../outside/of it');
    desk.work('Make them', {
      'app/empty': '',
      'app/large': Buffer.alloc(3_000_000, 'x'),
      'app/binary': Buffer.from([0, 1, 2, 255]),
    });
    desk.write('app/tool.sh', '#!/bin/sh\n', 0o644);
    desk.write('app/empty', '', 0o755);
    unlinkSync(join(desk.path, 'app/nowhere'));
    unlinkSync(join(desk.path, 'app/binary'));
    symlinkSync('large', join(desk.path, 'app/binary'));
    desk.work('Change them', { 'app/nowhere': 'A file by now\n', 'app/answer': 'yes\n' });
    ships(desk, ['sh', 'check.sh'], '2 symbolic links: app/binary, app/link', '1 file made executable: app/empty');
  });

  it('are ignored and tracked all the same', () => {
    const desk = started();
    desk.write('app/.gitignore', 'build/\n');
    desk.write('app/build/out', 'x\n');
    desk.hooked('add', '--force', 'app/build/out');
    desk.work('Answer yes', { 'app/answer': 'yes\n', 'app/build/rest': 'not tracked\n' });
    ships(desk);
  });

  it('are none but the bundle, where the question was whether it holds already', () => {
    const desk = started();
    desk.git('switch', '--quiet', 'main');
    desk.git('branch', '--quiet', '-D', 'spike/answer');
    desk.begin({ slug: 'already', observable: '`grep -q no app/answer` exits 0' });
    desk.spikeRun('grep', '-q', 'no', 'app/answer');
    desk.spike('ship', '-m', 'It holds already.');
    expect(desk.gate()).toEqual(passesAs('pull-request already'));
    desk.git('switch', '--quiet', 'main');
    desk.commit('Open on Sundays', { 'docs/hours': 'Sundays too\n' });
    desk.git('push', '--quiet', 'origin', 'main');
    desk.git('switch', '--quiet', 'spike/already');
    expect(desk.gate()).toEqual(passesAs('pull-request already'));
    desk.hooked('rebase', '--quiet', 'main');
    expect(desk.gate()).toEqual(passesAs('pull-request already', MERGED));
  });
});
