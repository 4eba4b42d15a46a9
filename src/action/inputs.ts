/** Pure: the inputs of `action.yml`, as text, to the options they stand for. */

import { SpikeError } from '../core/error.ts';

export interface Inputs {
  readonly token: string;
  readonly comment: boolean;
  readonly author: string | undefined;
}

/** `input` gives an input's text, empty where it has none. Throws `usage`. */
export function parseInputs(input: (name: string) => string): Inputs {
  const author = input('author');
  return {
    token: parseToken(input('token')),
    comment: parseFlag(input('comment')),
    author: author === '' ? undefined : author,
  };
}

/** One word, since it becomes a header. It is no part of any message. */
function parseToken(text: string): string {
  if (/^[\u0021-\u007e]+$/.test(text)) return text;
  const found = text === '' ? 'none' : 'something else';
  throw new SpikeError('usage', `expected the input token to be a GitHub token, found ${found}`, {
    hint: "leave the input token out, and the job's own token is used",
  });
}

/** As YAML's core schema spells them. */
function parseFlag(text: string): boolean {
  switch (text.toLowerCase()) {
    case '':
    case 'true':
      return true;
    case 'false':
      return false;
    default:
      throw new SpikeError(
        'usage',
        `expected the input comment to be true or false, found ${JSON.stringify(text.slice(0, 80))}`,
        {
          hint: 'write `comment: false`, or leave it out',
        },
      );
  }
}
