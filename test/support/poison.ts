/** Puts one text into every place of plain data that somebody else may fill, so that a new field is covered by itself. */

/** Words of our own, which parsers let through and nothing else, or of the machine's own programs. */
const CLOSED = new Set([
  ...[
    'kind',
    'gate',
    'decision',
    'rule',
    'held',
    'assurance',
    'why',
    'what',
    'slug',
    'spike',
    'seems',
    'event',
    'sandbox',
  ],
  ...['role', 'state', 'subject', 'managers', 'name', 'mode', 'change', 'status', 'git'],
]);
const ID = /^(?:[0-9a-f]{12}|[0-9a-f]{16}|[0-9a-f]{40}|[0-9a-f]{64})$/;
const ABSENT = ['malformed', 'absent'];

/** The same shape; the caller names its type again. Keys of a policy are anybody's too. */
export function poison(value: unknown, text: string): ReturnType<typeof JSON.parse> {
  return JSON.parse(JSON.stringify(poisoned(value, '', text)));
}

function poisoned(value: unknown, key: string, text: string): unknown {
  if (typeof value === 'string') return CLOSED.has(key) || ID.test(value) || ABSENT.includes(value) ? value : text;
  if (Array.isArray(value)) return value.map((item) => poisoned(item, key, text));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [
    key === 'policy' ? `${name}${text}` : name,
    poisoned(item, name, text),
  ]);
  return Object.fromEntries(entries);
}
