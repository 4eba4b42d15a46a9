/** Pure: every item of a paged list, or an error; never the first page alone. */

import { SpikeError } from '../core/error.ts';
import { dataOf } from './failure.ts';
import { readList } from './fields.ts';
import type { Request, Send } from './send.ts';

const PAGE_SIZE = 100;
/** 10,000 items. More is refused rather than read half. */
const MAX_PAGES = 100;

interface List {
  readonly request: Request;
  /** What the list is, for errors: "the comments of pull request 7". */
  readonly what: string;
}

interface Pages {
  readonly items: readonly unknown[];
  /** Items may move between pages while several are read. */
  readonly pages: number;
}

export async function readPages(send: Send, { request, what }: List): Promise<Pages> {
  const items: unknown[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const parameters = { ...request.parameters, per_page: PAGE_SIZE, page };
    const reply = await send({ ...request, parameters });
    const found = readList(dataOf(reply, what), what);
    items.push(...found);
    // Both must say that it is over: a proxy may drop the header, and a page may come short.
    const more = reply.kind === 'answered' && hasNext(reply.headers['link']);
    if (!more && found.length < PAGE_SIZE) return { items, pages: page };
  }
  throw new SpikeError('github-failed', `expected ${what} on at most ${MAX_PAGES} pages, found more`, {
    hint: 'close some, then run the job again',
  });
}

function hasNext(link: string | undefined): boolean {
  return link !== undefined && /;\s*rel="next"/.test(link);
}
