/**
 * What a GitHub Actions runner does with the output of a step, restated from its rules: which lines it splits the bytes into,
 * which of those are commands, in both syntaxes, and what they carry. Wider than the runner where it is unclear: any name is a command.
 */

export interface RunnerCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** The runner reads lines as .NET does. */
export function runnerLines(output: string): readonly string[] {
  return output.split(/\r\n|\r|\n/);
}

/** Every line that the runner obeys. */
export function runnerCommands(output: string): readonly RunnerCommand[] {
  return runnerLines(output).flatMap((line) => readCommand(line) ?? readOldCommand(line) ?? []);
}

/** What .NET takes for a blank, which is more than a regular expression does. */
const LEADING_BLANKS = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

/** `::name key=value,key=value::data`, after blanks. */
function readCommand(line: string): RunnerCommand | undefined {
  const text = line.replace(LEADING_BLANKS, '');
  if (!text.startsWith('::')) return undefined;
  const end = text.indexOf('::', 2);
  if (end === -1) return undefined;
  return {
    ...readInfo(text.slice(2, end), ',', unescapeProperty),
    data: unescapeData(text.slice(end + 2)),
  };
}

/** `##[name key=value;key=value]data`, wherever in a line. */
function readOldCommand(line: string): RunnerCommand | undefined {
  const start = line.indexOf('##[');
  const end = line.indexOf(']', start);
  if (start === -1 || end === -1) return undefined;
  return { ...readInfo(line.slice(start + 3, end), ';', unescapeOld), data: unescapeOld(line.slice(end + 1)) };
}

function readInfo(info: string, between: string, read: (text: string) => string): Omit<RunnerCommand, 'data'> {
  const space = info.indexOf(' ');
  const name = space === -1 ? info : info.slice(0, space);
  const pairs =
    space === -1
      ? []
      : info
          .slice(space + 1)
          .trim()
          .split(between);
  const properties = pairs.flatMap((pair) => {
    const at = pair.indexOf('=');
    return at === -1 ? [] : [[pair.slice(0, at), read(pair.slice(at + 1))] as const];
  });
  return { name, properties: Object.fromEntries(properties) };
}

function unescapeData(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}

function unescapeProperty(text: string): string {
  return text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');
}

function unescapeOld(text: string): string {
  return text.replaceAll('%3B', ';').replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%5D', ']');
}

/** The text of a file of outputs: `name=value`, or `name<<delimiter`, lines, `delimiter`. Throws where it is neither. */
export function readOutputs(file: string): ReadonlyMap<string, string> {
  const outputs = new Map<string, string>();
  const lines = file.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line === '') continue;
    const [, name, delimiter] = /^([^=<]+)<<(.+)$/.exec(line) ?? [];
    const end = delimiter === undefined ? -1 : lines.indexOf(delimiter, at + 1);
    if (name === undefined || end === -1) throw new Error(`expected an output, found ${JSON.stringify(line)}`);
    outputs.set(name, lines.slice(at + 1, end).join('\n'));
    at = end;
  }
  return outputs;
}
