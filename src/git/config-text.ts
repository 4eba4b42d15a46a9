/**
 * Pure: a setting taken out of the text of a configuration file, as git once put it in. Git itself would not leave the rest as it
 * was: it takes blank lines before a section for a part of it, and keeps a section that has a comment before it.
 */

/** A section has no quotes or backslashes in its name here, nor a line feed. */
const KEY = /^([a-z][a-z0-9-]*)\.([^"\\\n]+)\.([a-z][a-z0-9-]*)$/;

/**
 * Bytes as latin1. The line of `key`, and its section's where nothing else is in it. Undefined where the text is not plainly as git
 * wrote it.
 */
export function withoutSetting(text: string, key: string): string | undefined {
  const [, section, subsection, name = ''] = KEY.exec(key) ?? [];
  const lines = text.split(/(?<=\n)/);
  const header = onlyIndex(lines, (line) => line === `[${section} "${subsection}"]\n`);
  if (header === undefined) return undefined;
  const end = endOfSection(lines, header);
  const found = onlyIndex(lines.slice(header + 1, end), (line) => line.trimStart().toLowerCase().startsWith(name));
  if (found === undefined) return undefined;
  const at = header + 1 + found;
  const line = lines[at] ?? '';
  if (!line.startsWith(`\t${name} = `) || !line.endsWith('\n') || line.endsWith('\\\n')) return undefined;
  const rest = lines.slice(header + 1, end).filter((_, index) => index !== found);
  const isAlone = rest.every((other) => /^\s*(?:[#;].*)?$/.test(other.trimEnd()));
  return lines.filter((_, index) => index !== at && !(isAlone && index === header)).join('');
}

function onlyIndex(lines: readonly string[], holds: (line: string) => boolean): number | undefined {
  const first = lines.findIndex(holds);
  return first === -1 || lines.slice(first + 1).some(holds) ? undefined : first;
}

function endOfSection(lines: readonly string[], header: number): number {
  const next = lines.findIndex((line, index) => index > header && line.trimStart().startsWith('['));
  return next === -1 ? lines.length : next;
}
