/**
 * Pure: masks what looks like a credential in an argument vector, before anything is written (SPEC.md, "Secrets").
 *
 * On the path of every wrapped command, so: no imports, and linear in the length of the arguments. Each expression below
 * consumes disjoint runs of text, or is bounded. When in doubt it masks too much: a leaked password is worse than two
 * runs that count as one. Not masked, for want of a sign: `-p secret` and `-psecret` (a port, a path or a project
 * to most programs), and a secret that is a plain word of its own.
 */

/** Grows with every change of what is masked, since the fingerprint is over the masked arguments. */
export const MASKS_VERSION = 1;

const MASK = '***';
const MOST_PASSES = 4;

const WORD = /[\w.-]+/g;
const WORTH_A_LOOK = /pass|pwd|secret|token|key|bearer|jwt|auth|cookie/i;
const SECRET_NAME =
  /(?:password|passwd|passphrase|secret|token|bearer|jwt|(?:api|access|secret|private|account|auth|encryption|master|subscription)[-_.]?key|secret[-_]key[-_]base)$|[a-z0-9][-_.]pass$|^--pass$|[a-z0-9][-_]pwd$|^_auth$/;
/** Places in a text or in a list, and options that take no value. */
const INNOCENT_NAME =
  /(?:^|[-_.])(?:max|min|num|pad|eos|bos|unk|sep|mask|cls|next|starting|page|continuation)[-_.]?token$|^-*(?:no|without|skip|ask|prompt)[-_]|^-*old_?pwd$/;
const HEADER_NAME = /(?:authorization|cookie)$/;
const HEADER_PREFIX = /^(?:-h)?(?:x|private|job|deploy)-/;
/** The longest name looked at; the signs stand at its end. */
const NAME_END = 64;

/** Nothing to hide: a switch, or a reference that the shell or the program resolves. */
const INNOCENT_VALUE =
  /^(?:true|false|yes|no|none|null|undefined|0|1)?$|^["']?(?:[A-Za-z]+ +)?\$\{?[A-Z_][A-Z0-9_]*\}?["']?$/;
/** What a shell would put there is not in the text; what it runs is still looked through. */
const SUBSTITUTION = /["']?\$\(/y;
const FILE_VALUE = /^["']?[./~]/;
const DOCKER_SECRET = /^(?:id|type|src|source|env)=/;
const ORDINARY_OPTION = /-(?:-?[a-z][a-z-]*|[A-Za-z])(?=[=\s]|$)/y;
const SHELL_WORD = /(?:"(?:[^"\\]|\\[\s\S])*"|'[^']*'|\\[\s\S]|[^\s"'\\;&|<>()`])+/y;
const QUERY_VALUE = /[^\s"'&#;]+/y;

const OPTION = /^-[\w.-]+$/;
/** The argument after one of these is a program text, in which an assignment ends at a blank. */
const TAKES_SCRIPT = /^-[a-z]*c$/;
const CURL = /(?:^|[\s/;&|(])(?:curl|https?|xh)(?:\s|$)/;
const CURL_USER = /^(?:-u|--user|-U|--proxy-user)$/;
const CURL_USER_IN_TEXT = /((?:^|\s)(?:-u|--user|-U|--proxy-user)[\s=]*["']?[^\s:"'=]*:)(?!\/\/)[^\s"']+/g;
const OPENSSL_PASS = /^-pass(?:in|out)?$/;
const OPENSSL_PASS_IN_TEXT = /(\s-pass(?:in|out)?\s+["']?pass:)[^\s"']+/g;
/** A password cannot hold a bare `/`, so every run stops before the next `://`. */
const URL_PASSWORD = /(:\/\/[^\s/?#:@"']*:)[^\s/?#"']*@/g;
const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g;

const TOKEN = new RegExp(
  `(?<![A-Za-z0-9])(?:${[
    'gh[pousr]_[A-Za-z0-9]{20,}',
    'github_pat_\\w{20,}',
    'gl(?:pat|dt|ptt|rt|cbt|ft|imt|soat|agent)-[\\w.-]{20,}',
    'sk-(?:ant|proj|svcacct|admin|or)-[\\w-]{16,}',
    'sk-[A-Za-z0-9]{20,}',
    '[sr]k_(?:live|test)_[A-Za-z0-9]{10,}',
    'whsec_[A-Za-z0-9]{20,}',
    'xox[a-z](?:\\.xox[a-z])?-[A-Za-z0-9-]{10,}',
    'xapp-[A-Za-z0-9-]{20,}',
    'A[KS]IA[A-Z0-9]{16}(?![A-Za-z0-9])',
    'AIza[\\w-]{35}',
    'ya29\\.[\\w-]{20,}',
    'eyJ[\\w-]{8,2000}(?:\\.[\\w-]*){2,4}',
    'npm_[A-Za-z0-9]{30,}',
    'pypi-[\\w-]{50,}',
    'hf_[A-Za-z0-9]{30,}',
    'hv[sb]\\.[\\w-]{20,}',
    'dckr_pat_[\\w-]{20,}',
    'dop_v1_[a-f0-9]{40,}',
    'shp(?:at|ss|ca|pa)_[a-fA-F0-9]{32}',
    'SG\\.[\\w-]{22}\\.[\\w-]{43}',
  ].join('|')})`,
  'g',
);

/** Of any shape above. A short argument is spared the longest of all expressions. */
const SHORTEST_TOKEN = 13;

/** The same arguments, what looks like a credential replaced by `***`. Masking twice changes nothing more. */
export function maskArguments(argv: readonly string[]): string[] {
  const curl = argv.some((argument) => CURL.test(argument));
  return argv.map((argument, index) => {
    const before = index === 0 ? '' : (argv[index - 1] ?? '');
    if (OPTION.test(before) && isSecretName(before) && !isOption(argument, 0) && !isInnocent(before, argument))
      return MASK;
    if (curl && CURL_USER.test(before)) return maskAfterColon(argument);
    if (OPENSSL_PASS.test(before) && argument.startsWith('pass:')) return `pass:${MASK}`;
    return maskText(argument, { curl, script: TAKES_SCRIPT.test(before) });
  });
}

interface Context {
  readonly curl: boolean;
  readonly script: boolean;
}

/** Until nothing changes, so that masking what was masked changes nothing; a text that never settles has no meaning to keep. */
function maskText(argument: string, context: Context): string {
  let text = argument;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const masked = maskOnce(text, context);
    if (masked === text) return text;
    text = masked;
  }
  return MASK;
}

function maskOnce(argument: string, { curl, script }: Context): string {
  let text = WORTH_A_LOOK.test(argument) ? maskNamed(argument, script) : argument;
  if (curl) text = text.replace(CURL_USER_IN_TEXT, `$1${MASK}`);
  if (text.includes('pass:')) text = text.replace(OPENSSL_PASS_IN_TEXT, `$1${MASK}`);
  if (text.includes('://')) text = text.replace(URL_PASSWORD, `$1${MASK}@`);
  if (text.includes('PRIVATE KEY')) text = text.replace(PRIVATE_KEY, MASK);
  return text.length < SHORTEST_TOKEN ? text : text.replace(TOKEN, MASK);
}

function maskAfterColon(text: string): string {
  const colon = text.indexOf(':') + 1;
  return colon === 0 ? text : text.slice(0, colon) + (colon === text.length ? '' : MASK);
}

/** Masks values that a name announces: options, assignments, headers, keys of JSON. */
function maskNamed(text: string, script: boolean): string {
  const blank = text.search(/[\s"']/);
  let masked = '';
  let kept = 0;
  WORD.lastIndex = 0;
  for (let word = WORD.exec(text); word !== null; word = WORD.exec(text)) {
    const before = text[word.index - 1] ?? '';
    const name = word[0].slice(-NAME_END);
    const inQuery = before === '?' || before === '&';
    // Before its first blank, an argument is one assignment, and the value may hold blanks.
    const toEnd = !script && !inQuery && (blank === -1 || word.index < blank);
    const value = findValue({ text, name, before, end: WORD.lastIndex, inQuery, toEnd });
    if (value === undefined || value.to <= value.from) continue;
    WORD.lastIndex = value.to;
    if (isInnocent(name, text.slice(value.from, value.to))) continue;
    masked += text.slice(kept, value.from) + MASK;
    kept = value.to;
  }
  return masked + text.slice(kept);
}

interface Named {
  readonly text: string;
  readonly name: string;
  /** The character before the name, and where the name ends. */
  readonly before: string;
  readonly end: number;
  readonly inQuery: boolean;
  readonly toEnd: boolean;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function findValue(named: Named): Span | undefined {
  const { text, name, before, end } = named;
  const header = isHeaderName(name) && /^[\s"'=]?$/.test(before);
  if (!header && !isSecretName(name)) return undefined;

  const member = isQuote(before) ? after(/\\*["']\s*:\s*/y, text, end) : undefined;
  if (member !== undefined) return memberValue(text, member);
  const colon = after(header ? /\s*:(?!:)[ \t]*/y : /:[ \t]+/y, text, end);
  const equals = after(/\]?=(?!=)|\s*=\s*(?=["']|\*\*\*)/y, text, end);
  const from = colon ?? equals ?? nextWord(named);
  if (from === undefined || after(SUBSTITUTION, text, from) !== undefined) return undefined;
  if (colon !== undefined) return { from, to: lineEnd(text, from, before) };
  if (equals !== undefined) return { from, to: assignedEnd(named, from) };
  return { from, to: after(SHELL_WORD, text, from) ?? from };
}

/** In a script, what follows `--name` and is no option itself. */
function nextWord({ text, name, before, end }: Named): number | undefined {
  if (!name.startsWith('-')) return undefined;
  const next = after(isQuote(before) ? /["']\s+/y : /(?:\s|\\\n)+/y, text, end);
  return next === undefined || isOption(text, next) ? undefined : next;
}

function assignedEnd({ text, before, inQuery, toEnd }: Named, from: number): number {
  const closing = isQuote(before) ? text.indexOf(before, from) : -1;
  if (closing !== -1) return closing;
  if (toEnd) return text.length;
  return after(inQuery ? QUERY_VALUE : SHELL_WORD, text, from) ?? from;
}

/** The rest of the line, or up to the quote that was opened before the name. */
function lineEnd(text: string, from: number, before: string): number {
  const end = after(/[^\r\n]*/y, text, from) ?? from;
  const closing = isQuote(before) ? text.indexOf(before, from) : -1;
  return closing === -1 ? end : Math.min(closing, end);
}

/** The value of a member of JSON, or of an object of a program; its quotes stay. */
function memberValue(text: string, from: number): Span {
  const open = after(/\\*["']/y, text, from);
  if (open === undefined) return { from, to: after(/[^\s,}\]]+/y, text, from) ?? from };
  const escaped = text[from] === '\\';
  const plain = text[open - 1] === '"' ? /(?:[^"\\]|\\[\s\S])*/y : /(?:[^'\\]|\\[\s\S])*/y;
  return { from: open, to: after(escaped ? /[^"'\\]*/y : plain, text, open) ?? open };
}

function isQuote(character: string): boolean {
  return character === '"' || character === "'";
}

/** Where a sticky expression that matches at `from` ends. */
function after(expression: RegExp, text: string, from: number): number | undefined {
  expression.lastIndex = from;
  return expression.test(text) ? expression.lastIndex : undefined;
}

function isOption(text: string, from: number): boolean {
  return after(ORDINARY_OPTION, text, from) !== undefined;
}

function isSecretName(word: string): boolean {
  const name = word.slice(-NAME_END).toLowerCase();
  return SECRET_NAME.test(name) && !INNOCENT_NAME.test(name);
}

function isHeaderName(word: string): boolean {
  const name = word.toLowerCase();
  return HEADER_NAME.test(name) || (HEADER_PREFIX.test(name) && isSecretName(name));
}

function isInnocent(word: string, value: string): boolean {
  const name = word.toLowerCase();
  if (INNOCENT_VALUE.test(value)) return true;
  if (name.endsWith('--secret')) return DOCKER_SECRET.test(value);
  return /private[-_.]?key$/.test(name) && FILE_VALUE.test(value);
}
