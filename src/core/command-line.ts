/** Pure: an argument vector as a person would type it. For reading and for hints; nothing runs it. */

const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** Quoted for a POSIX shell. */
export function renderCommand(argv: readonly string[]): string {
  return argv.map((argument, index) => (isPlain(argument, index) ? argument : quote(argument))).join(' ');
}

/** A first word with `=` in it would be an assignment. */
function isPlain(argument: string, index: number): boolean {
  return PLAIN.test(argument) && !(index === 0 && argument.includes('='));
}

function quote(argument: string): string {
  return `'${argument.replaceAll("'", `'\\''`)}'`;
}
