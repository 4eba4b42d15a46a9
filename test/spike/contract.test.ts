import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder } from '../support/git-fixture.ts';
import { createReadyWorkbench } from '../support/workbench.ts';

test('a hypothesis that is no regular file, or a huge one, is refused before it is read', () => {
  const desk = createReadyWorkbench();
  desk.hypothesise({});
  const folder = createFolder();
  const [pipe, large] = [join(folder, 'pipe'), join(folder, 'large')];
  execFileSync('mkfifo', [pipe]);
  writeFileSync(large, Buffer.alloc(70_000, 'x'));
  const start = (file: string) => desk.run('timeout', ['10', 'spike', 'start'], { env: { HYPOTHESIS: file } });

  for (const file of ['/dev/zero', pipe]) {
    expect(start(file)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(
        `spike: error: expected a file of at most 65536 bytes in ${file}, found no regular file`,
      ),
    });
  }
  expect(start(large)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('found 70000 bytes') });
  expect(start(folder)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('found no regular file') });
  expect(start(join(folder, 'none'))).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('found no file that can be read'),
  });
});
