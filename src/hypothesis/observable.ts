/** Pure: finds the command and its exit status in the prose around them (SPEC.md, "Hypothesis"). */

import type { Fault } from '../core/fault.ts';
import type { Observable } from '../core/hypothesis.ts';
import { parseFolder } from '../core/pathspec.ts';
import { maskArguments } from '../core/secrets.ts';
import { type CodeSpan, findCodeSpans } from './code-spans.ts';
import { splitShellWords } from './shell-words.ts';

const HINT = 'write it like `pytest tests/test_login.py -q` exits 0, or `npm test` in packages/app exits 0';
const EXITS = /(?<!\S)exits\s+(\d+)(?![\w-]|\.\d)/;
const HIGHEST_EXIT = 255;
/** Stands for every character of a code span, so that nothing in one is taken for prose. */
const QUOTED = '\u0000';

interface Found {
  readonly command: string;
  readonly folder: string;
}

/** The first `<command> exits <n>` or `<command> in <folder> exits <n>`; line breaks in the text are wrapping. */
export function parseObservable(text: string): Observable | Fault {
  const spans = findCodeSpans(text);
  const prose = blankSpans(text, spans);
  const exits = EXITS.exec(prose);
  if (exits === null) return { problem: 'no "<command> exits <number>"', hint: HINT };
  const exit = Number(exits[1]);
  if (exit > HIGHEST_EXIT)
    return { problem: `the exit status ${exits[1]}`, hint: `name one from 0 to ${HIGHEST_EXIT}` };
  const found = findCommand({ text, prose: prose.slice(0, exits.index).trimEnd(), spans });
  if ('problem' in found) return found;
  const cwd = parseFolder(found.folder);
  if (typeof cwd !== 'string') return { problem: `${cwd.problem} as its folder`, hint: cwd.hint };
  const argv = splitWrapped(found.command);
  return 'problem' in argv ? argv : (secretFault(argv) ?? { argv, cwd, exit });
}

function blankSpans(text: string, spans: readonly CodeSpan[]): string {
  const rests = spans.map(
    ({ start, end }, index) => QUOTED.repeat(end - start) + text.slice(end, spans[index + 1]?.start),
  );
  return text.slice(0, spans[0]?.start) + rests.join('');
}

interface Before {
  readonly text: string;
  /** What stands before "exits", its code spans blanked. */
  readonly prose: string;
  readonly spans: readonly CodeSpan[];
}

function findCommand({ text, prose, spans }: Before): Found | Fault {
  const last = spans.find(({ end }) => end === prose.length);
  const folder = /\sin\s+(\S+)$/.exec(prose);
  if (last !== undefined)
    return folder === null ? { command: last.text, folder: '.' } : quotedFolder({ prose, spans }, last);
  const head = folder === null ? prose : prose.slice(0, folder.index).trimEnd();
  const where = folder?.[1] ?? '.';
  const command = spans.find(({ end }) => end === head.length);
  if (command !== undefined) return { command: command.text, folder: where };
  if (head.includes(QUOTED)) return { problem: 'words between the command and "exits"', hint: HINT };
  return { command: text.slice(0, head.length), folder: where };
}

/** `<command>` in `<folder>`. A command without back quotes before it could as well be prose. */
function quotedFolder({ prose, spans }: Pick<Before, 'prose' | 'spans'>, folder: CodeSpan): Found | Fault {
  const head = prose
    .slice(0, folder.start)
    .replace(/\sin\s+$/, '')
    .trimEnd();
  const command = spans.find(({ end }) => end === head.length);
  return command === undefined
    ? { problem: 'a folder in back quotes after a command without', hint: HINT }
    : { command: command.text, folder: folder.text };
}

/** One blank or two for a line break make a difference only where it was quoted. */
function splitWrapped(command: string): readonly string[] | Fault {
  const argv = splitShellWords(command.replace(/\n\s*/g, ' '));
  const other = splitShellWords(command.replace(/\n\s*/g, '  '));
  return JSON.stringify(argv) === JSON.stringify(other)
    ? argv
    : { problem: 'a line break that is quoted', hint: 'put the command on one line, or in a script of the repository' };
}

/** The ledger would hold it masked, and no run could ever equal it. */
function secretFault(argv: readonly string[]): Fault | undefined {
  const masked = maskArguments(argv);
  return argv.every((argument, index) => argument === masked[index])
    ? undefined
    : {
        problem: 'what looks like a credential',
        hint: 'let a script of the repository read it from the environment or a file',
      };
}
