/** Pure: names of branches from GitHub, which anyone who can push chooses and which end up in arguments of git. */

import { SpikeError } from '../core/error.ts';

const MAX_LENGTH = 1024;
/** What `git check-ref-format` refuses anywhere in a name: space, control characters and git's own syntax. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const FORBIDDEN = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\/$|\.$/;
const FORBIDDEN_COMPONENT = /^\.|\.lock$/;

/** A branch name without `refs/heads/`. A leading dash, which git would take for an option, is refused too. Throws `unreadable`. */
export function parseBranchName(text: string, what: string): string {
  const fine =
    text !== '' &&
    text.length <= MAX_LENGTH &&
    !text.startsWith('-') &&
    !text.startsWith('/') &&
    !FORBIDDEN.test(text) &&
    !text.split('/').some((component) => FORBIDDEN_COMPONENT.test(component));
  if (!fine) {
    throw new SpikeError('unreadable', `expected ${what} to be a branch, found ${JSON.stringify(text.slice(0, 200))}`);
  }
  return text;
}

/** The same from a full name, `refs/heads/…`. */
export function parseBranchRef(text: string, what: string): string {
  const prefix = 'refs/heads/';
  if (!text.startsWith(prefix)) {
    throw new SpikeError(
      'unreadable',
      `expected ${what} to begin with ${prefix}, found ${JSON.stringify(text.slice(0, 200))}`,
    );
  }
  return parseBranchName(text.slice(prefix.length), what);
}
