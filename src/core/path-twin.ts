/**
 * Pure: paths that some file system takes for others: in another case, with characters or endings that it ignores, under a short
 * name. Git keeps such names as they are; whoever checks them out gets the file that they stand for.
 */

/** What no plain path holds. Bytes as latin1: most paths are done with after this. */
const SUSPICIOUS = /[\x80-\xff\\:~]|[. ](?:\/|$)|(?:^|\/)(?:\.git)?(?:\/|$)/i;

/** HFS+ passes over some of these, and people see none of them. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;

/** One spelling for all that Unicode and case set apart: `GITHUB` and `ｇıthub` are both `github`. */
export function foldText(text: string): string {
  return text.replace(IGNORED, '').normalize('NFKC').toUpperCase().toLowerCase();
}

/** Whether a path can be another's twin at all. `path` is its bytes, one character each. */
export function maybeTwin(path: string): boolean {
  return SUSPICIOUS.test(path);
}

/** The path that the most forgetful file system would open. */
export function foldPath(path: string): string {
  return foldText(path).replaceAll('\\', '/').split('/').map(foldEnding).join('/');
}

/** Windows drops dots and blanks at the end of a name, and a colon begins the name of a stream in the file. */
function foldEnding(component: string): string {
  return component.replace(/(?<=.):.*$/s, '').replace(/(?<=[^. ])[. ]+$/, '');
}

/** Whether a folded path leads to git's own folder, or to its own or another one's parent. */
export function isTreacherous(folded: string): boolean {
  return folded.split('/').some((component) => /^(?:[. ]*|\.git|git~[0-9]+)$/.test(component));
}

/** `folded` with every short name replaced by the component of `pattern` that it may stand for; nothing where there is none. */
export function longName(folded: string, pattern: string): string | undefined {
  if (!folded.includes('~')) return undefined;
  const names = pattern.split('/').filter((name) => name !== '' && !/[*?[]/.test(name));
  const long = folded
    .split('/')
    .map((component) => names.find((name) => mayBeShortFor(component, name)) ?? component)
    .join('/');
  return long === folded ? undefined : long;
}

const SHORT = /^([^~]{1,6})~([0-9]{1,6})(?:\.(.{0,3}))?$/;

/** As NTFS makes them: six characters and a number, or two, four hex digits and a number once there are several. */
function mayBeShortFor(component: string, name: string): boolean {
  const [, head = '', number = '', extension = ''] = SHORT.exec(component) ?? [];
  if (head === '') return false;
  const bare = name.replace(/^[. ]+/, '').replaceAll(' ', '');
  const dot = bare.lastIndexOf('.');
  const [base, ending] = dot === -1 ? [bare, ''] : [bare.slice(0, dot).replaceAll('.', ''), bare.slice(dot + 1)];
  if (extension !== ending.slice(0, 3)) return false;
  return (
    head === base.slice(0, 7 - number.length) || (head.startsWith(base.slice(0, 2)) && /^..[0-9a-f]{4}$/.test(head))
  );
}
