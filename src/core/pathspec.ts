/** Pure: which texts may stand for paths of the repository, before git matches them (SPEC.md, "Hypothesis"). */

import type { Fault } from './fault.ts';

/** A git pathspec from the top of the repository, with `glob` semantics; `./` and doubled slashes taken out. */
export function parsePathspec(text: string): string | Fault {
  if (text === '') return fault('an empty path', 'name a file or a folder from the top of the repository');
  if (text.startsWith(':')) return fault('pathspec magic', 'write the path alone, without a leading ":"');
  if (text.startsWith('!')) return fault('a leading "!"', 'name what is meant; nothing can be taken out of it again');
  return normalise(text) ?? wrongFolder(text);
}

/** A folder from the top of the repository, `.` for the top itself; no wildcards. */
export function parseFolder(text: string): string | Fault {
  if (text === '') return fault('an empty folder', 'name a folder from the top of the repository, or leave it out');
  const folder = normalise(text);
  return folder === undefined ? wrongFolder(text) : folder.replace(/\/$/, '') || '.';
}

/** Empty for the top itself. A trailing slash, which means everything below, stays. */
function normalise(text: string): string | undefined {
  if (/^[/~]|\\|^[A-Za-z]:\//.test(text)) return undefined;
  const parts = text.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.some((part) => part === '..' || part.toLowerCase() === '.git')) return undefined;
  const path = parts.join('/');
  return path !== '' && /\/\.?$/.test(text) ? `${path}/` : path;
}

function wrongFolder(text: string): Fault {
  if (text.includes('\\')) return fault('a backslash', 'write "/" between folders; a wildcard cannot be escaped');
  if (/^[/~]|^[A-Za-z]:/.test(text)) return fault('an absolute path', 'write it from the top of the repository');
  if (text.split('/').includes('..')) return fault('".."', 'write it from the top of the repository, and inside it');
  return fault('a path in .git', 'name files that the repository tracks');
}

function fault(problem: string, hint: string): Fault {
  return { problem, hint };
}
