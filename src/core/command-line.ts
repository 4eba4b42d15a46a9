/** Pure: an argument vector as a person would type it. For reading and for hints; nothing runs it. */

const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** Quoted for a POSIX shell. */
export function renderCommand(argv: readonly string[]): string {
  return argv.map((argument) => (PLAIN.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`)).join(' ');
}
