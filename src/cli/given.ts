/** What the command line held, and how its options are read as the types they must have. */

export interface Given {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

export function text({ options }: Given, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

export function flag({ options }: Given, name: string): boolean {
  return options[name] === true;
}
