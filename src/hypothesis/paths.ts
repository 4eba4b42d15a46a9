/** Pure: the declared paths. Git matches them elsewhere; here is what may be declared at all (SPEC.md, "Hypothesis"). */

import { ALWAYS_PROTECTED } from '../core/config.ts';
import type { Fault } from '../core/fault.ts';
import { parsePathspec } from '../core/pathspec.ts';
import { findCodeSpans } from './code-spans.ts';

const WILDCARD = /[*?[]/;
const PROTECTED_TOPS: readonly string[] = ALWAYS_PROTECTED.map((pathspec) => pathspec.replace(/\/\*\*$/, ''));
const ONE_A_LINE = 'write one path a line; a path with a blank in it goes in back quotes';

/** The paths of one line of the list, none where it is blank: a list item or a bare path, in back quotes or not. */
export function parsePathLine(line: string): readonly string[] | Fault {
  const item = line.trim().replace(/^[-*+](?:[ \t]+|$)/, '');
  if (line.trim() === '') return [];
  if (!item.startsWith('`'))
    return /[\s`]/.test(item) ? { problem: 'more than a path', hint: ONE_A_LINE } : listed([item]);
  const spans = findCodeSpans(item);
  return spans.length === 0
    ? { problem: 'a back quote that nothing closes', hint: 'close it with `' }
    : listed(spans.map(({ text }) => text));
}

function listed(texts: readonly string[]): readonly string[] | Fault {
  const paths = texts.map(parsePath);
  const fault = paths.find((path) => typeof path !== 'string');
  return fault ?? paths.filter((path) => typeof path === 'string');
}

function parsePath(text: string): string | Fault {
  if (/^(["']).*\1$|,$|\{[^{},]*,[^{}]*\}/.test(text)) {
    return { problem: 'quotes, a comma or braces around paths', hint: 'write one path a line, as it stands' };
  }
  const pathspec = parsePathspec(text);
  return typeof pathspec === 'string' ? (widthFault(pathspec) ?? protectedFault(pathspec) ?? pathspec) : pathspec;
}

function widthFault(pathspec: string): Fault | undefined {
  if (pathspec === '')
    return { problem: 'the whole repository', hint: 'name the files and folders that the change needs' };
  const [first = '', ...more] = pathspec.split('/');
  if (!WILDCARD.test(first) || (more.length === 0 && !first.includes('**'))) return undefined;
  return { problem: 'a path that is too wide', hint: 'begin it with the name of a folder, without a wildcard' };
}

/** Ignoring case, as some file systems do. What a wildcard reaches is for git to say. */
function protectedFault(pathspec: string): Fault | undefined {
  const [top = ''] = pathspec.split('/');
  return PROTECTED_TOPS.includes(top.toLowerCase())
    ? {
        problem: 'a path that no spike may change',
        hint: `leave it out: ${ALWAYS_PROTECTED.join(', ')} are always protected`,
      }
    : undefined;
}
