import { expect, test } from 'vitest';
import { readPages } from '../../src/github/pages.ts';
import type { Request, Send } from '../../src/github/send.ts';

const request: Request = {
  route: 'GET /repos/{owner}/{repo}/pulls',
  repository: { owner: 'acme', name: 'widget' },
  parameters: { state: 'open' },
};

interface Page {
  readonly items: number;
  readonly link?: string;
}

const NEXT = '<https://api.example/pulls?page=2>; rel="next", <https://api.example/pulls?page=9>; rel="last"';

/** A server that is not as tidy as the real one: pages come short, or without their links. */
function serving(pages: readonly Page[]): { send: Send; asked: unknown[] } {
  const asked: unknown[] = [];
  const send: Send = async ({ parameters }) => {
    asked.push(parameters);
    const { items, link } = pages[asked.length - 1] ?? { items: 0 };
    return { kind: 'answered', status: 200, headers: { link }, data: new Array(items).fill(0) };
  };
  return { send, asked };
}

test.each([
  ['nothing', [], 0, 1],
  ['one page', [{ items: 99 }], 99, 1],
  ['a full page whose links were dropped', [{ items: 100 }, { items: 3 }], 103, 2],
  ['a short page that names a next one', [{ items: 40, link: NEXT }, { items: 3 }], 43, 2],
])('%s is read to its end', async (_what, ...[served, items, pages]) => {
  const { send, asked } = serving(served);
  const read = await readPages(send, { request, what: 'the list' });
  expect([read.items.length, read.pages]).toEqual([items, pages]);
  expect(asked.at(-1)).toEqual({ state: 'open', per_page: 100, page: pages });
});

test('a list without end is an error', async () => {
  const { send, asked } = serving(new Array(200).fill({ items: 100, link: NEXT }));
  await expect(readPages(send, { request, what: 'the list' })).rejects.toMatchObject({ code: 'github-failed' });
  expect(asked).toHaveLength(100);
});

test('a page that is no list is an error', async () => {
  const send: Send = async () => ({ kind: 'answered', status: 200, headers: {}, data: '[{"number": 1' });
  await expect(readPages(send, { request, what: 'the list' })).rejects.toMatchObject({ code: 'unreadable' });
});
